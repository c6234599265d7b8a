;; Waits for the clock to move, by looking at it.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $first i64)
    (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 0)))
    (local.set $first (i64.load (i32.const 0)))
    (loop $again
      (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 0)))
      (br_if $again (i64.eq (i64.load (i32.const 0)) (local.get $first))))
    (i32.const 0)))
