;; Sleeps for 31 years, again and again, so that the clock would overflow.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i64.store (i32.const 24) (i64.const 0x7fffffffffffffff))
    (loop $again (drop (call $poll_oneoff (i32.const 0) (i32.const 4096) (i32.const 64) (i32.const 8192))) (br $again))
    (i32.const 0)))
