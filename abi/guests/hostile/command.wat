;; Is a command: it has _start and nothing to ask.
;; expect: vet "it is a command" "build a reactor"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "_start")))
