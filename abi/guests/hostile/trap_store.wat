;; Writes outside of its memory, right behind its end.
;; expect: evaluate internal "out of bounds memory access" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i64.store (i32.const 65529) (i64.const 1))
    (i32.const 0)))
