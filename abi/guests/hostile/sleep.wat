;; Sleeps for 31 years. It wakes up at once.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i64.store (i32.const 24) (i64.const 1000000000000000000))
    (call $poll_oneoff (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128))))
