;; Loops for ever by tail calls, which need no stack.
;; expect: vet "tail call"
;; lua: loop_tail_calls.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $again (result i32) (return_call $again))
  (func (export "evaluate_activation") (result i32)
    (return_call $again)))
