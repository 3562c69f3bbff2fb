package inflight

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/smallkernel"
)

// ring is a kernel that keeps one copy under way:
//
//	for (int i = 0; i < n; ++i) {
//	  copy in[i * 64 + t] to buf[i % 2 * 64 + t]; commit;
//	  wait for all but the latest groups; __syncthreads();
//	  ... = buf[...];
//	}
func ring(pending int64) *kernel.Kernel {
	n, i := &kernel.Var{Name: "n", T: kernel.I32, Param: true}, &kernel.Var{Name: "i", T: kernel.I32}
	slot, x := &kernel.Var{Name: "slot", T: kernel.I64, Temp: true}, &kernel.Var{Name: "x", T: kernel.I32}
	in := &kernel.Array{Name: "in", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1, Param: true, ReadOnly: true}
	buf := &kernel.Array{Name: "buf", Space: kernel.Shared, Elem: kernel.I32, Len: 128, Scale: 1}
	num := func(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
	tid := smallkernel.Wide(smallkernel.ThreadIdx())
	wide := func(e kernel.Expr) kernel.Expr { return kernel.Widened(e) }
	half := kernel.Op(kernel.Mul, wide(kernel.Op(kernel.Rem, kernel.Ref(i), num(2))), kernel.NewConst(kernel.I64, 64))
	at := func(line int) kernel.Src { return smallkernel.Src(line) }
	agent := &kernel.Agent{Ends: kernel.CopyGroup}
	return &kernel.Kernel{
		Name: "ring", Pos: at(1).Pos, Params: []*kernel.Var{n}, Vars: []*kernel.Var{i, slot, x}, Arrays: []*kernel.Array{in, buf},
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
		Body: []kernel.Stmt{
			&kernel.Assign{Src: at(2), Dst: i, X: num(0)},
			&kernel.Loop{Src: at(2), Cond: kernel.Op(kernel.Lt, kernel.Ref(i), kernel.Ref(n)),
				Post: []kernel.Stmt{&kernel.Assign{Src: at(2), Dst: i, X: kernel.Op(kernel.Add, kernel.Ref(i), num(1))}},
				Body: []kernel.Stmt{
					&kernel.Assign{Src: at(3), Dst: slot, X: kernel.Op(kernel.Add, half, tid)},
					&kernel.Load{Src: at(3), Acc: kernel.Access{Array: in, Index: wide(kernel.Ref(i)), Width: 1}, Agent: agent},
					&kernel.Store{Src: at(3), Acc: kernel.Access{Array: buf, Index: kernel.Ref(slot), Width: 1}, Agent: agent},
					&kernel.Async{Src: at(4), Op: kernel.AsyncCommit},
					&kernel.Async{Src: at(5), Op: kernel.AsyncWait, Pending: num(pending)},
					&kernel.Barrier{Src: at(6), ID: num(0), Aligned: true},
					&kernel.Load{Src: at(7), Dst: x, Acc: kernel.Access{Array: buf, Index: kernel.Op(kernel.Sub, kernel.NewConst(kernel.I64, 127), kernel.Ref(slot)), Width: 1}},
				}},
		},
	}
}

// TestPlainText compares with a text that people have read; set UPDATE to write it anew.
func TestPlainText(t *testing.T) {
	in := ring(1)
	require.Empty(t, kernel.Check(in))
	for when, golden := range map[When]string{Early: "testdata/ring.txt", Late: "testdata/ring_late.txt"} {
		out, missing := Plain(in, when)
		require.Nil(t, missing)
		require.NotNil(t, out)
		assert.Empty(t, kernel.Check(out))
		assert.Nil(t, kernel.UnknownObject(out.Body), "nothing that other stages do not know is left")
		same(t, golden, out)
	}
}

// TestCopiesOfAGroupAreFollowedTogether: they have one set of variables, and leave each other alone where they start. What
// stands between decides whether they are.
func TestCopiesOfAGroupAreFollowedTogether(t *testing.T) {
	for _, c := range []struct {
		name    string
		between func(k *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt
		sets    int
	}{
		{"nothing", func(*kernel.Kernel, []kernel.Stmt) []kernel.Stmt { return nil }, 1},
		{"the copies of what nobody writes", func(_ *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt { return body[1:2] }, 1},
		{"another index", func(_ *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt { return body[:1] }, 2},
		{"a commit", func(_ *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt { return body[3:4] }, 2},
		{"a barrier", func(_ *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt { return body[5:6] }, 2},
		{"a read of the tile", func(_ *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt { return body[6:7] }, 2},
		{"a branch", func(k *kernel.Kernel, body []kernel.Stmt) []kernel.Stmt {
			return []kernel.Stmt{&kernel.If{Src: smallkernel.Src(3), Cond: kernel.Op(kernel.Lt, kernel.Ref(k.Params[0]), kernel.NewConst(kernel.I32, 9)), Then: []kernel.Stmt{&kernel.Continue{Src: smallkernel.Src(3)}}}}
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := ring(1)
			l := k.Body[1].(*kernel.Loop)
			body := l.Body
			second := *body[2].(*kernel.Store)
			l.Body = slices.Concat(body[:3], c.between(k, body), []kernel.Stmt{&second}, body[3:])
			out, missing := Plain(k, Early)
			require.Nil(t, missing)
			assert.Empty(t, kernel.Check(out))
			sets := 0
			for _, v := range out.Vars {
				if strings.HasPrefix(v.Name, "group_of_buf_") {
					sets++
				}
			}
			assert.Equal(t, c.sets, sets, kernel.Print(out))
			if c.sets == 1 {
				assert.Contains(t, kernel.Print(out), "assert slot + 1 <= slot || slot + 1 <= slot;", "the second copy against the first, of this group")
			}
		})
	}
}

func same(t *testing.T, golden string, out *kernel.Kernel) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(kernel.Print(out)), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), kernel.Print(out))
}

func TestWhatIsNotModelled(t *testing.T) {
	buf := &kernel.Array{Name: "buf", Space: kernel.Shared, Elem: kernel.I32, Len: 128, Scale: 1}
	bar := &kernel.Array{Name: "bar", Space: kernel.Shared, Elem: kernel.U64, Len: 1}
	here := kernel.Access{Array: bar, Index: kernel.NewConst(kernel.I64, 0), Width: 1}
	store := func(a kernel.Agent) []kernel.Stmt {
		return []kernel.Stmt{&kernel.Store{Src: smallkernel.Src(7), Acc: kernel.Access{Array: buf, Index: smallkernel.Number(3), Width: 1}, Agent: &a}}
	}
	for _, c := range []struct {
		name string
		body []kernel.Stmt
		text string
	}{
		{"no fence", append([]kernel.Stmt{&kernel.Store{Src: smallkernel.Src(7), Acc: kernel.Access{Array: buf, Index: smallkernel.Number(3), Width: 1}, X: smallkernel.Number(0)},
			&kernel.Barrier{Src: smallkernel.Src(8), ID: smallkernel.Number(0)}}, store(kernel.Agent{Ends: kernel.BulkGroup, Proxy: kernel.AsyncProxy})...),
			"no proxy fence lies between this write to buf and the thread's next operation on a barrier, and copies of the async proxy use that array"},
		{"a product of part of a block", store(kernel.Agent{Ends: kernel.MatrixGroup, Proxy: kernel.AsyncProxy}),
			"whether the four warps of a warpgroup start the same products depends on more than their numbers and what is the same for the whole block"},
		{"a phase", store(kernel.Agent{Ends: kernel.OnPhase, At: &here}), "copies that end with a phase are proved for static control only"},
		{"a block", []kernel.Stmt{&kernel.If{Src: smallkernel.Src(6), Cond: kernel.Op(kernel.Lt, smallkernel.ThreadIdx(), kernel.Unsigned(3)), Then: store(kernel.Agent{Collective: true})}},
			"whether all threads of the block start the same copies together depends on more than the block"},
		{"an arrive", append(store(kernel.Agent{}), &kernel.Phase{Src: smallkernel.Src(7), Op: kernel.PhaseArrive, At: here}), "phases of barriers in memory are proved for static control only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, missing := Plain(&kernel.Kernel{Arrays: []*kernel.Array{buf, bar}, Body: c.body}, Early)
			assert.Nil(t, out)
			require.NotNil(t, missing)
			assert.Equal(t, Missing{diag.Pos(smallkernel.Src(7).Pos), c.text}, *missing)
		})
	}
	out, missing := Plain(smallkernel.Quiet(), Early)
	assert.Nil(t, out, "nothing to take apart")
	assert.Nil(t, missing)
}

// A thread may end while others go on, so no copy may be left then.
func TestCopiesAreOverWhereThreadsEnd(t *testing.T) {
	claims := func(named, bulk bool) int {
		k := ring(1)
		if bulk { // which the block must outlive
			kernel.Walk(k.Body, func(s kernel.Stmt) bool {
				switch s := s.(type) {
				case *kernel.Store:
					s.Agent = &kernel.Agent{Ends: kernel.BulkGroup, Proxy: kernel.AsyncProxy}
				case *kernel.Async:
					s.Of = kernel.BulkGroup
				}
				return true
			})
		}
		if named {
			kernel.Walk(k.Body, func(s kernel.Stmt) bool {
				if b, ok := s.(*kernel.Barrier); ok {
					b.ID, b.Count = kernel.NewConst(kernel.I32, 1), kernel.NewConst(kernel.I32, 64)
				}
				return true
			})
		}
		out, _ := Plain(k, Early)
		n := 0
		for _, s := range out.Body {
			if _, ok := s.(*kernel.Assert); ok {
				n++
			}
		}
		return n
	}
	assert.Zero(t, claims(false, false))
	assert.Equal(t, 1, claims(true, false))
	assert.Equal(t, 1, claims(false, true))
}
