;; Compares embeddings that do not exist.
;; expect: evaluate internal "not_found" "there is no embedding"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/user" "similarities" (func $user_similarities (param i64) (result i64)))
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
  ;; Reports a reply of the host as the guest's own error.
  (func $report (param $reply i64) (result i32)
    (call $error_set (local.get $reply))
    (i32.const 1))
  (data (i32.const 16) "{\22a\22:\22e99999999999999999999\22,\22bs\22:[\22../../x\22]}")
  (func (export "evaluate_activation") (result i32)
    (call $report (call $user_similarities (call $put (i32.const 16) (i32.const 46))))))
