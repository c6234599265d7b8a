;; Fills 4 GiB from address 1 on: more than is there, and more than all fuel pays for.
;; expect: evaluate limit "fuel: "
;; lua: rep_overflow.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (memory.fill (i32.const 1) (i32.const 1) (i32.const -1))
    (i32.const 0)))
