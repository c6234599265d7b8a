;; Computes with vectors, whose instructions become many of the processor's.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x v128)
    (loop $again
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (local.set $x (i64x2.mul (local.get $x) (i8x16.popcnt (i8x16.shr_s (local.get $x) (i32.const 3)))))
      (local.set $x (f64x2.sqrt (f64x2.max (local.get $x) (f64x2.nearest (local.get $x)))))
      (br $again))
    (i32.const 0)))
