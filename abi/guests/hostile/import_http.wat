;; Imports the kernel's network.
;; expect: vet "http_request" "http_status_code" "a ruleset has no network"
;; lua: absent_loadfile.lua
(module
  (import "extism:host/env" "http_request" (func (param i64 i64) (result i64)))
  (import "extism:host/env" "http_status_code" (func (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
