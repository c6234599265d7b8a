;; Was built for ABI 2.
;; expect: vet "it needs a newer impressionism: it was built for ABI 2, this one serves ABI 1"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
