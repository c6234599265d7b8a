;; Makes an integer of 1e30.
;; expect: evaluate internal "integer overflow" "from evaluate_activation"
;; lua: tonumber_long.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.trunc_f64_s (f64.const 1e30))))
