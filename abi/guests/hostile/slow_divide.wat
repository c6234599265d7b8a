;; Divides without end: the dearest integer instruction.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x i64) (local $y i64)
    (local.set $x (i64.const 0x7fffffffffffffff))
    (local.set $y (i64.const 3))
    (loop $again
      (local.set $x (i64.rem_s (local.get $x) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (local.set $x (i64.add (i64.rem_s (i64.const 0x7fffffffffffff01) (i64.add (local.get $x) (local.get $y))) (local.get $y)))
      (br $again))
    (i32.const 0)))
