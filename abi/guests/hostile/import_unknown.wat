;; Imports a kernel function that does not exist.
;; expect: vet "it imports extism:host/env read_file: the host has no such function"
;; lua: io_open.lua
(module
  (import "extism:host/env" "read_file" (func (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
