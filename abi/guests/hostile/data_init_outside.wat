;; Copies more of a passive segment than there is.
;; expect: evaluate internal "out of bounds memory access"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data $d "abc")
  (func (export "evaluate_activation") (result i32)
    (memory.init $d (i32.const 0) (i32.const 2) (i32.const 9))
    (i32.const 0)))
