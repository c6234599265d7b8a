;; Leaves all it can: full memory, variables, blocks, log lines, a moved clock, used up random
;; numbers. Nothing of it may be seen by the next guest; see good.wat.
;; expect: evaluate internal "unreachable"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "log_info" (func $log_info (param i64)))
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
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
  (data (i32.const 16) "k")
  (func (export "evaluate_activation") (result i32)
    (drop (memory.grow (i32.const 200)))
    (memory.fill (i32.const 0) (i32.const 0xff) (i32.const 13107200))
    (call $var_set (call $put (i32.const 16) (i32.const 1)) (call $put (i32.const 16) (i32.const 4096)))
    (drop (call $random_get (i32.const 0) (i32.const 60000)))
    (call $log_info (call $put (i32.const 16) (i32.const 900)))
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 4096))
    (i64.store (i32.const 24) (i64.const 1000000000000000000)) ;; a nap of 31 years
    (drop (call $poll_oneoff (i32.const 0) (i32.const 1024) (i32.const 1) (i32.const 2048)))
    unreachable))
