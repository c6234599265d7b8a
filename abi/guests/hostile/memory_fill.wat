;; Fills 60 MiB again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: upper_memory.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (memory.grow (i32.const 960)))
    (loop $again (memory.fill (i32.const 0) (i32.const 1) (i32.const 62914560)) (br $again))
    (i32.const 0)))
