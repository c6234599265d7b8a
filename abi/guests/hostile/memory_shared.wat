;; Brings a memory that threads could share.
;; expect: vet "shared"
;; lua: channel_make.lua
(module
  (memory 1 1 shared)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
