;; Imports from modules that do not exist, under names that are the host's elsewhere.
;; expect: vet "it imports impressionism log" "it imports env alloc" "it imports  " "it imports wasi_unstable proc_exit"
;; lua: none
(module
  (import "impressionism" "log" (func (param i64) (result i64)))
  (import "env" "alloc" (func (param i64) (result i64)))
  (import "" "" (func))
  (import "wasi_unstable" "proc_exit" (func (param i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
