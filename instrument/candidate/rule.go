package candidate

import (
	"gv2/boogie"
)

// rule makes candidates of one kind. Each has a file of its own; what it guesses
// need not hold, since Houdini keeps what does.
type rule struct {
	name string
	make func(*Loop) []boogie.Expr
}
