;; Exports evaluate_activation with a 64-bit result.
;; expect: vet "evaluate_activation has the signature"
;; lua: returns_nothing.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i64) (i64.const 0)))
