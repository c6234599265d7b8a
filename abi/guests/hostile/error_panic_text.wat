;; Writes what looks like a panic of the host to fd 2, and traps.
;; expect: evaluate internal "panic: runtime error" "from evaluate_activation"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data (i32.const 16) "panic: runtime error\0a\0agoroutine 1 [running]:\0amain.main()\0a\1b[31m")
  (func (export "evaluate_activation") (result i32)
    (i32.store (i32.const 0) (i32.const 16))
    (i32.store (i32.const 4) (i32.const 62))
    (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
    unreachable))
