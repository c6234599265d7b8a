;; Writes one line to fd 1 that never ends.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; warns: "more than 100 log lines; the rest is lost"
;; lua: absent_print.lua
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.store (i32.const 0) (i32.const 16))
    (i32.store (i32.const 4) (i32.const 60000))
    (loop $again (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br $again))
    (i32.const 0)))
