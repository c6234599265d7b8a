;; Runs out of stack in the first function; the second one has its say no more, for a guest that
;; trapped stays ended.
;; expect: evaluate limit "recursion: calls nested deeper than the stack allows"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $again (result i32) (i32.add (call $again) (i32.const 1)))
  (func (export "evaluate_deactivation") (result i32) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (call $again)))
