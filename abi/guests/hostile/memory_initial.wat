;; Asks for 125 MiB of memory before anything runs.
;; expect: vet "its memory starts with 2000 pages of 64 KiB, at most 1024 are given"
;; lua: rep_gigabyte.lua
(module
  (memory 2000)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
