;; Makes an integer of NaN.
;; expect: evaluate internal "invalid conversion to integer" "from evaluate_activation"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.trunc_f64_s (f64.const nan))))
