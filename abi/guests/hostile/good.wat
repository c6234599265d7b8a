;; Not hostile at all: the runner asks it after every other guest. It says what it sees of a guest
;; before it: memory that is not clear, a variable, a block that is not clear, random numbers of
;; another seed, a clock that moved.
;; expect: ok {"activate":[{"reason":"saw 0000000000000000, drew 71c4dcf42ce34a02","ref":"skill:database"}],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "extism:host/env" "load_u64" (func $load_u64 (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/user" "session" (func $user_session (param i64) (result i64)))
  (import "extism:host/env" "var_get" (func $var_get (param i64) (result i64)))
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
  (data (i32.const 16) "[{\22ref\22:\22skill:database\22,\22reason\22:\22saw 0000000000000000, drew 0000000000000000\22}]")
  (data (i32.const 200) "k")
  (func $hex (param $last i32) (param $value i64) (local $i i32) (local $digit i32)
    (loop $next
      (local.set $digit (i32.and (i32.wrap_i64 (local.get $value)) (i32.const 15)))
      (i32.store8
        (i32.sub (local.get $last) (local.get $i))
        (select
          (i32.add (local.get $digit) (i32.const 48))
          (i32.add (local.get $digit) (i32.const 87))
          (i32.lt_u (local.get $digit) (i32.const 10))))
      (local.set $value (i64.shr_u (local.get $value) (i64.const 4)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 16)))))
  (func (export "evaluate_activation") (result i32)
    (local $seen i64) (local $i i32)
    ;; memory behind the data, and a block, have to be zero
    (loop $next
      (local.set $seen (i64.or (local.get $seen) (i64.load (i32.add (i32.const 1024) (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 64000))))
    (local.set $seen (i64.or (local.get $seen) (call $load_u64 (call $alloc (i64.const 64)))))
    ;; the variable "k" has to be absent
    (local.set $seen (i64.or (local.get $seen) (call $var_get (call $put (i32.const 200) (i32.const 1)))))
    ;; the clock has to stand where it starts
    (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 512)))
    (local.set $seen (i64.or (local.get $seen)
      (i64.sub (i64.load (i32.const 512)) (i64.const 946684800000000000))))
    ;; random numbers have to be those of this event's seed, which the runner holds to be the same
    (drop (call $random_get (i32.const 520) (i32.const 8)))
    (drop (call $user_session (i64.const 0)))
    (call $hex (i32.const 70) (local.get $seen))
    (call $hex (i32.const 93) (i64.load (i32.const 520)))
    (call $output_set (call $put (i32.const 16) (i32.const 81)) (i64.const 81))
    (i32.const 0)))
