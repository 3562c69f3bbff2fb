
; p
(declare-fun x@1 () Int)
(define-fun d!1 () Bool (<= x@1 0))
(declare-fun off!0 () Bool)
(define-fun d!2 () Bool (=> (not (< 0 x@1)) (or off!0 d!1)))
(assert (not d!2))
