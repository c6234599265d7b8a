;; Writes the same 4 GiB of parts: 1,024 parts of all its memory each, again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; warns: "more than 100 log lines; the rest is lost"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $i i32)
    (loop $next
      (i32.store (i32.add (local.get $i) (i32.const 4)) (i32.const 65536))
      (local.set $i (i32.add (local.get $i) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 8192))))
    (loop $again (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1024) (i32.const 9000))) (br $again))
    (i32.const 0)))
