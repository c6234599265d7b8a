;; An endless loop of many tiny pieces, each too small to be worth counting at.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $i i32)
    (loop $again
      (if (i32.and (local.get $i) (i32.const 1)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 2)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 4)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 8)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 16)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 32)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 64)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 128)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 256)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 512)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 1024)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (if (i32.and (local.get $i) (i32.const 2048)) (then (local.set $i (i32.add (local.get $i) (i32.const 3)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again))
    (i32.const 0)))
