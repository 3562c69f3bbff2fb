
; k
(declare-fun LOGGED@1 () Bool)
(declare-fun OFFSET@1 () Int)
(declare-fun a@1 () Int)
(declare-fun b@1 () Int)
(declare-fun track@2 () Bool)
(declare-fun track@4 () Bool)
(define-fun d!1 () Bool (and (< 7 a@1) track@4))
(define-fun d!2 () Bool (=> (or d!1 (or track@2 LOGGED@1)) (not (= (ite d!1 a@1 (ite track@2 a@1 OFFSET@1)) b@1))))
(declare-fun off!0 () Bool)
(define-fun d!3 () Bool (=> (and (not LOGGED@1) (< a@1 b@1)) (or off!0 d!2)))
(assert (not d!3))
