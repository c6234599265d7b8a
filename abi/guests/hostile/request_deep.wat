;; Sends a request of 300,000 lists inside each other.
;; expect: evaluate internal "bad_request"
;; lua: request_cycle.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (import "extism:host/user" "search" (func $user_search (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  ;; Reports a reply of the host as the guest's own error.
  (func $report (param $reply i64) (result i32)
    (call $error_set (local.get $reply))
    (i32.const 1))
  (func (export "evaluate_activation") (result i32)
    (local $block i64) (local $i i64)
    (local.set $block (call $alloc (i64.const 300000)))
    (loop $next
      (call $store_u64 (i64.add (local.get $block) (local.get $i)) (i64.const 0x5b5b5b5b5b5b5b5b))
      (local.set $i (i64.add (local.get $i) (i64.const 8)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 300000))))
    (call $report (call $user_search (local.get $block)))))
