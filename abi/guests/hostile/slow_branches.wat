;; Takes a br_table of sixteen targets by numbers that no processor foresees.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x i32)
    (loop $again
      (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 1103515245)) (i32.const 12345)))
      (block $a (block $b (block $c (block $d
        (br_table $a $b $c $d $d $c $b $a $b $d $a $c $c $a $d $b (i32.and (i32.shr_u (local.get $x) (i32.const 16)) (i32.const 15)))))))
      (br $again))
    (i32.const 0)))
