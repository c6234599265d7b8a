;; Makes a call that needs a request without one.
;; expect: evaluate internal "bad_request"
;; lua: none
(module
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (import "extism:host/user" "search" (func $user_search (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  ;; Reports a reply of the host as the guest's own error.
  (func $report (param $reply i64) (result i32)
    (call $error_set (local.get $reply))
    (i32.const 1))
  (func (export "evaluate_activation") (result i32)
    (call $report (call $user_search (i64.const 0)))))
