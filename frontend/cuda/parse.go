// Package cuda reads the preprocessed tokens of a CUDA file into a syntax tree.
package cuda

import (
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// lazyBody is the token range of a function body, parsed when a kernel reaches
// the function.
type lazyBody struct {
	toks  []source.Token
	block *Block
	diags diag.List
	done  bool
}
