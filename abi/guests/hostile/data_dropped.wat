;; Copies from a segment that it dropped.
;; expect: evaluate internal "out of bounds memory access"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data $d "abc")
  (func (export "evaluate_activation") (result i32)
    (data.drop $d)
    (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))
    (i32.const 0)))
