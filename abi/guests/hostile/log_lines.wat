;; Logs without end through the host call.
;; expect: evaluate limit "host_calls: more than 4096"
;; warns: "more than 100 log lines; the rest is lost"
;; lua: host_calls.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/user" "log" (func $user_log (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $put (param $from i32) (param $size i32) (result i64)
    (local $block i64) (local $i i32)
    (local.set $block (call $alloc (i64.extend_i32_u (local.get $size))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $size)))
        (call $store_u8
          (i64.add (local.get $block) (i64.extend_i32_u (local.get $i)))
          (i32.load8_u (i32.add (local.get $from) (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $block))
  (data (i32.const 16) "{\22level\22:\22info\22,\22message\22:\22x\22}")
  (func (export "evaluate_activation") (result i32)
    (local $line i64)
    (local.set $line (call $put (i32.const 16) (i32.const 30)))
    (loop $again (call $free (call $user_log (local.get $line))) (br $again))
    (i32.const 0)))
