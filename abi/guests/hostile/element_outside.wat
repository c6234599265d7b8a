;; Has an element segment that ends outside of its table: the engine leaves it out.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 1 funcref)
  (elem (i32.const 1) $empty)
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
