;; Exports the marker and nothing to ask.
;; expect: vet "it exports neither evaluate_activation nor evaluate_deactivation"
;; lua: returns_nothing.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_everything") (result i32) (i32.const 0)))
