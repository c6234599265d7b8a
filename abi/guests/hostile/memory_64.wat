;; Brings a memory with 64-bit addresses.
;; expect: vet "64"
;; lua: none
(module
  (memory i64 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
