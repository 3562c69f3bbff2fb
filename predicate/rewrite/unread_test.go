package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestWithoutUnread: an arbitrary value goes if the variable is assigned before anything may read it.
func TestWithoutUnread(t *testing.T) {
	v, w := &kernel.Var{Name: "v", T: kernel.I32}, &kernel.Var{Name: "w", T: kernel.I32}
	one := kernel.NewConst(kernel.I32, 1)
	havoc, set := &kernel.Havoc{Dst: v}, &kernel.Assign{Dst: v, X: one}
	other := &kernel.Assign{Dst: w, X: one}
	read := &kernel.Assign{Dst: w, X: kernel.Ref(v)}
	again := &kernel.Assign{Dst: v, X: kernel.Op(kernel.Add, kernel.Ref(v), one)}
	branch := &kernel.If{Cond: kernel.BoolConst(true), Then: []kernel.Stmt{read}}
	for name, c := range map[string]struct {
		between []kernel.Stmt
		goes    bool
	}{
		"assigned at once":                 {nil, true},
		"another one between":              {[]kernel.Stmt{other}, true},
		"read between":                     {[]kernel.Stmt{read}, false},
		"assigned from itself":             {[]kernel.Stmt{again}, false},
		"a branch between, which may read": {[]kernel.Stmt{branch}, false},
		"a way out between":                {[]kernel.Stmt{&kernel.Return{}}, false},
	} {
		body := append(append([]kernel.Stmt{havoc}, c.between...), set)
		loop := &kernel.Loop{Cond: kernel.BoolConst(true), Head: body}
		out := WithoutUnread(&kernel.Kernel{Body: []kernel.Stmt{loop}})
		assert.Equal(t, c.goes, len(out.Body[0].(*kernel.Loop).Head) < len(body), name)
		kept := WithoutUnread(&kernel.Kernel{Body: append([]kernel.Stmt{havoc}, c.between...)})
		assert.Len(t, kept.Body, 1+len(c.between), "%s, and never assigned", name)
	}
}
