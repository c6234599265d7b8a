;; Calls through the table in turn, so that no processor foresees where.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (type $nothing (func))
  (table 8 funcref)
  (elem (i32.const 0) $a $b $a $b $b $a $b $a)
  (func $a)
  (func $b)
  (func (export "evaluate_activation") (result i32)
    (local $x i32)
    (loop $again
      (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 1103515245)) (i32.const 12345)))
      (call_indirect (type $nothing) (i32.and (i32.shr_u (local.get $x) (i32.const 16)) (i32.const 7)))
      (br $again))
    (i32.const 0)))
