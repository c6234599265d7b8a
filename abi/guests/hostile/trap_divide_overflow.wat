;; Divides the smallest number by −1.
;; expect: evaluate internal "integer overflow" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.div_s (i32.const 0x80000000) (i32.const -1))))
