;; Gives WASI functions addresses outside of its memory, at its end and overflowing it: all answer
;; a fault (21).
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_fdstat_get" (func $fd_fdstat_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.store (i32.const 0) (i32.const 65535)) ;; a part that ends outside
    (i32.store (i32.const 4) (i32.const 2))
    (i32.store (i32.const 8) (i32.const -8)) ;; one whose end overflows
    (i32.store (i32.const 12) (i32.const 16))
    (i32.ne (i32.const 147) ;; 7 times 21
      (i32.add (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16))
      (i32.add (call $fd_write (i32.const 2) (i32.const 8) (i32.const 1) (i32.const 16))
      (i32.add (call $fd_write (i32.const 2) (i32.const 65532) (i32.const 1) (i32.const 16))
      (i32.add (call $random_get (i32.const -1) (i32.const -1))
      (i32.add (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 65529))
      (i32.add (call $poll_oneoff (i32.const 65500) (i32.const 0) (i32.const 1) (i32.const 0))
        (call $fd_fdstat_get (i32.const 1) (i32.const 65520)))))))))))
