;; Has no memory and calls WASI functions that would write there.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $args_sizes_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "random_get" (func $random_get (param i32 i32) (result i32)))
  (global $marker i32 (i32.const 0))
  (export "impressionism_abi_2" (global 0))
  (func (export "evaluate_activation") (result i32)
    (i32.ne (i32.const 42) (i32.add (call $random_get (i32.const 0) (i32.const 8)) (call $args_sizes_get (i32.const 0) (i32.const 4))))))
