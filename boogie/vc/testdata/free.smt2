
; q
(declare-fun x@1 () Int)
(declare-fun r@2 () Int)
(define-fun d!1 () Bool (< 2 r@2))
(declare-fun off!0 () Bool)
(define-fun d!2 () Bool (=> (< 0 x@1) (=> (< 1 x@1) (=> (= r@2 (+ x@1 1)) (or off!0 d!1)))))
(assert (not d!2))

; p
(declare-fun n@1 () Int)
(declare-fun r@2 () Int)
(define-fun d!1 () Bool (< 4 r@2))
(define-fun d!2 () Bool (< 0 r@2))
(define-fun d!3 () Bool (< r@2 n@1))
(declare-fun r@3 () Int)
(define-fun d!4 () Bool (< 0 r@3))
(declare-fun off!2 () Bool)
(define-fun d!5 () Bool (=> (not d!3) (or off!2 d!1)))
(declare-fun off!1 () Bool)
(declare-fun off!0 () Bool)
(define-fun d!6 () Bool (=> d!3 (and (or off!0 d!2) (=> d!2 (=> (< 2 r@3) (=> (< 3 r@3) (or off!1 d!4)))))))
(define-fun d!7 () Bool (=> d!1 (=> d!2 (and d!6 d!5))))
(assert (not d!7))
