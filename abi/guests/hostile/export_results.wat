;; Exports evaluate_deactivation with two results.
;; expect: vet "evaluate_deactivation has the signature"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_deactivation") (result i32 i32) (i32.const 0) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
