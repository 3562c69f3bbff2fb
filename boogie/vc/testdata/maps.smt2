
; p
(declare-fun m@1 () (Array Int Int))
(declare-fun n@1 () (Array Int Int))
(declare-fun i@1 () Int)
(define-fun d!1 () (Array Int Int) (store (store m@1 i@1 4) (+ i@1 1) 5))
(define-fun d!2 () Bool (= (select d!1 i@1) 4))
(declare-fun s!0 () Bool)
(declare-fun off!1 () Bool)
(declare-fun off!0 () Bool)
(define-fun d!3 () Bool (and (or off!0 d!2) (=> d!2 (or off!1 s!0))))
(assert (=> (= d!1 n@1) s!0))
(assert (not d!3))
