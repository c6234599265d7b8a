;; Sends a request of 2 MiB.
;; expect: evaluate internal "bad_request" "the request has more than 1048576 bytes"
;; lua: request_large.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (import "extism:host/user" "embed" (func $user_embed (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  ;; Reports a reply of the host as the guest's own error.
  (func $report (param $reply i64) (result i32)
    (call $error_set (local.get $reply))
    (i32.const 1))
  (func (export "evaluate_activation") (result i32)
    (call $report (call $user_embed (call $alloc (i64.const 2097152))))))
