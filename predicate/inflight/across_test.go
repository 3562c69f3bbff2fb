package inflight

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestAcrossForgetsWhatIsRead: behind a phase a thread may read what another one has written, so that no value it wrote itself is known
// there; what nobody writes is the same for all.
func TestAcrossForgetsWhatIsRead(t *testing.T) {
	array := func(name string) *kernel.Array {
		return &kernel.Array{Name: name, Space: kernel.Shared, Elem: kernel.I32, Len: 64, Scale: 1}
	}
	v := &kernel.Var{Name: "v", T: kernel.I32}
	read := func(a *kernel.Array) kernel.Stmt {
		return &kernel.Load{Dst: v, Acc: kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 0), Width: 1}}
	}
	for _, test := range []struct {
		write  kernel.Stmt
		forget bool
	}{
		{&kernel.Store{Acc: kernel.Access{Array: array("other"), Index: kernel.NewConst(kernel.I64, 0), Width: 1}, X: kernel.NewConst(kernel.I32, 1)}, false},
		{nil, true},
	} {
		a := array("a")
		if test.write == nil {
			test.write = &kernel.Store{Acc: kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 0), Width: 1}, X: kernel.NewConst(kernel.I32, 1)}
		}
		bar := kernel.Access{Array: &kernel.Array{Name: "bar", Space: kernel.Shared, Elem: kernel.U64, Len: 1, Scale: 1}, Index: kernel.NewConst(kernel.I64, 0), Width: 1}
		k := Across(&kernel.Kernel{Body: []kernel.Stmt{test.write, &kernel.Phase{Op: kernel.PhaseWait, At: bar}, read(a)}})
		_, forgotten := k.Body[len(k.Body)-1].(*kernel.Havoc)
		assert.Equal(t, test.forget, forgotten)
	}
}
