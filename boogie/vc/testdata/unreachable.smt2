
; p
(declare-fun n@1 () Int)
(declare-fun i@2 () Int)
(declare-fun i@3 () Int)
(define-fun d!1 () Bool (<= 0 i@3))
(declare-fun off!0 () Bool)
(define-fun d!2 () Bool (=> (not (= i@2 n@1)) (=> (= i@3 (+ i@2 1)) (or off!0 d!1))))
(define-fun d!3 () Bool (=> (<= 0 i@2) d!2))
(assert (not d!3))
