;; Three loops inside each other, of which only the outermost is endless; the inner ones do a
;; little each time.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: loop_pcall_nested.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $i i32) (local $j i32)
    (loop $outer
      (local.set $i (i32.const 0))
      (loop $middle
        (local.set $j (i32.const 0))
        (loop $inner
          (local.set $j (i32.add (local.get $j) (i32.const 1)))
          (br_if $inner (i32.lt_u (local.get $j) (i32.const 3))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $middle (i32.lt_u (local.get $i) (i32.const 3))))
      (br $outer))
    (i32.const 0)))
