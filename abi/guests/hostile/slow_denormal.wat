;; Multiplies numbers so small that processors take many times as long.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x f64)
    (local.set $x (f64.const 1e-309))
    (loop $again
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (local.set $x (f64.mul (local.get $x) (f64.const 0.99999)))
      (local.set $x (f64.add (local.get $x) (f64.const 1e-310)))
      (br $again))
    (i32.const 0)))
