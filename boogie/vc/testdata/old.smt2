
; q
(declare-fun g@1 () Int)
(declare-fun g@2 () Int)
(define-fun d!1 () Bool (= g@2 (+ g@1 1)))
(declare-fun off!0 () Bool)
(define-fun d!2 () Bool (=> d!1 (or off!0 d!1)))
(assert (not d!2))

; p
(declare-fun g@1 () Int)
(declare-fun g@2 () Int)
(declare-fun g@3 () Int)
(define-fun d!1 () Bool (= g@1 (- g@3 2)))
(declare-fun g@4 () Int)
(define-fun d!2 () Bool (= g@4 (+ g@1 3)))
(declare-fun off!1 () Bool)
(declare-fun off!0 () Bool)
(define-fun d!3 () Bool (=> (= g@2 (+ g@1 1)) (=> (= g@3 (+ g@2 1)) (and (or off!0 d!1) (=> d!1 (=> (= g@4 (+ g@3 1)) (or off!1 d!2)))))))
(assert (not d!3))
