;; Divides by zero.
;; expect: evaluate internal "integer divide by zero" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.div_u (i32.const 1) (i32.const 0))))
