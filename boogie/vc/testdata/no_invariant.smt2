
; p
(declare-fun n@1 () Int)
(declare-fun i@2 () Int)
(define-fun d!1 () Bool (<= n@1 i@2))
(define-fun d!2 () Bool (= (mod i@2 2) 0))
(declare-fun off!1 () Bool)
(declare-fun off!0 () Bool)
(define-fun d!3 () Bool (=> (not (< i@2 n@1)) (and (or off!0 d!1) (=> d!1 (or off!1 d!2)))))
(assert (not d!3))
