;; Imports fd_write with one parameter less.
;; expect: vet "fd_write as" "declare it as"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
