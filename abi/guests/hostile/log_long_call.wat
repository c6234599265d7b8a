;; Logs one line of 300,000 characters through the host call; it is cut.
;; expect: ok {"activate":[],"deactivate":[]}
;; logs: 1
;; lua: log_long.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/user" "log" (func $user_log (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data (i32.const 16) "{\22level\22:\22info\22,\22message\22:\22")
  (func (export "evaluate_activation") (result i32)
    (local $block i64) (local $i i64)
    (local.set $block (call $alloc (i64.const 300032)))
    (loop $next
      (call $store_u64 (i64.add (local.get $block) (local.get $i)) (i64.const 0x6161616161616161))
      (local.set $i (i64.add (local.get $i) (i64.const 8)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 300032))))
    ;; the frame around the text: {"level":"info","message":" … "}, 32 bytes
    (local.set $i (i64.const 0))
    (loop $next
      (call $store_u8 (i64.add (local.get $block) (local.get $i)) (i32.load8_u (i32.add (i32.const 16) (i32.wrap_i64 (local.get $i)))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 27))))
    (call $store_u8 (i64.add (local.get $block) (i64.const 300030)) (i32.const 34))
    (call $store_u8 (i64.add (local.get $block) (i64.const 300031)) (i32.const 125))
    (drop (call $user_log (local.get $block)))
    (i32.const 0)))
