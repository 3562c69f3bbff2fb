package rounds

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

func TestLater(t *testing.T) {
	n := kernel.Ref(&kernel.Var{Name: "n", T: kernel.I32})
	for _, c := range []struct {
		op        string
		first, by kernel.Expr
		want      []string
	}{
		{"+=", cexpr.I32(-1), cexpr.I32(1), []string{"0", "1", "2", "3", "4", "5", "6", "7"}},
		{"-=", cexpr.I32(1), cexpr.I32(4), []string{"-3", "-7", "-11", "-15", "-19", "-23", "-27", "-31"}},
		{"/=", cexpr.I32(9), cexpr.I32(2), []string{"4", "2", "1", "0"}},
		{">>=", cexpr.I32(4), cexpr.I32(1), []string{"2", "1", "0"}},
		{"*=", cexpr.I32(0), cexpr.I32(2), nil},
		{"+=", n, cexpr.I32(2), []string{"n + 2", "n + 4"}},
		{"+=", cexpr.I32(1), n, nil},
		{"+=", cexpr.I32(1), cexpr.I32(0), nil},
		{"^=", cexpr.I32(1), cexpr.I32(3), nil},
	} {
		var got []string
		for _, x := range Later(c.op, c.first, c.by) {
			got = append(got, kernel.ExprString(x))
		}
		assert.Equal(t, c.want, got[:min(len(got), max(len(c.want), 0))], "%s %s", kernel.ExprString(c.first), c.op)
	}
}
