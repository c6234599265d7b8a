;; Converts numbers back and forth, with all checks of saturation.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x f64)
    (local.set $x (f64.const 1e19))
    (loop $again
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (f64.mul (local.get $x) (f64.const 1.5)))))
      (br $again))
    (i32.const 0)))
