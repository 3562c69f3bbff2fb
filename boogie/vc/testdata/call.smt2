
; p
(declare-fun g@1 () Int)
(declare-fun x@1 () Int)
(define-fun d!1 () Bool (< g@1 x@1))
(declare-fun g@2 () Int)
(declare-fun r@2 () Int)
(define-fun d!2 () Bool (< g@2 r@2))
(declare-fun off!1 () Bool)
(declare-fun off!0 () Bool)
(define-fun d!3 () Bool (and (or off!0 d!1) (=> d!1 (=> d!2 (or off!1 d!2)))))
(assert (not d!3))
