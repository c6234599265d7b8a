;; Has a data segment that ends outside of its memory.
;; expect: vet "out of bounds memory access"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data (i32.const 65530) "0123456789")
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
