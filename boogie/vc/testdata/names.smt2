
; p
(declare-fun g@1 () Int)
(declare-fun x@1 () Int)
(declare-fun y@3 () Int)
(declare-fun y@5 () Int)
(define-fun d!1 () Bool (= y@5 (+ y@3 y@5)))
(declare-fun off!0 () Bool)
(define-fun d!2 () Bool (=> (= y@3 (+ x@1 g@1)) (=> (= y@5 (+ y@3 y@3)) (or off!0 d!1))))
(assert (not d!2))
