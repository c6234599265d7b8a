;; Grows its memory page by page until it gets no more, and traps then.
;; expect: evaluate limit "memory: more than 67108864 bytes asked for"
;; lua: concat_double.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    unreachable))
