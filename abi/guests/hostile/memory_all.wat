;; Asks for all of 4 GiB at the start.
;; expect: vet "65536 pages"
;; lua: rep_overflow.lua
(module
  (memory 65536)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
