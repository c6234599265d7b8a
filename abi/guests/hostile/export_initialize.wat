;; Exports an initializer that takes a value.
;; expect: vet "_initialize has the signature"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "_initialize") (param i32))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
