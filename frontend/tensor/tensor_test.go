package tensor

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

var (
	bar   = &kernel.Array{Name: "bar", Space: kernel.Shared, Elem: kernel.U64, Len: 1, Scale: 1}
	one   = &kernel.Array{Name: "one", Space: kernel.Shared, Elem: kernel.I32, Len: 64, Scale: 1, Dims: []int64{64}}
	rows  = &kernel.Array{Name: "rows", Space: kernel.Shared, Elem: kernel.I32, Len: 256, Scale: 1, Dims: []int64{4, 64}}
	plain = &kernel.Array{Name: "plain", Space: kernel.Shared, Elem: kernel.I32, Len: 1024, Scale: 1}
)

func at(a *kernel.Array, width int) kernel.Access {
	return kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 0), Width: width}
}

// load is a copy to an array that is not sized.
func load(to *kernel.Array) []kernel.Stmt {
	place := at(bar, 1)
	agent := &kernel.Agent{Ends: kernel.OnPhase, Proxy: kernel.AsyncProxy, At: &place, Box: &kernel.Box{}}
	return []kernel.Stmt{
		&kernel.Store{Acc: at(to, 4), Agent: agent},
		&kernel.Phase{Op: kernel.PhaseComplete, At: place, Bytes: kernel.Unsigned(placeholder), Agent: agent},
	}
}

func store(from *kernel.Array) []kernel.Stmt {
	return []kernel.Stmt{&kernel.Load{Acc: at(from, 4), Agent: &kernel.Agent{Ends: kernel.BulkGroup, Proxy: kernel.AsyncProxy, Box: &kernel.Box{Store: true}}}}
}

func expect(bytes int64) []kernel.Stmt {
	return []kernel.Stmt{&kernel.Phase{Op: kernel.PhaseArrive, At: at(bar, 1), Bytes: kernel.Unsigned(bytes)}}
}

// bring is the end of a copy of known size.
func bring(bytes int64) []kernel.Stmt {
	return []kernel.Stmt{&kernel.Phase{Op: kernel.PhaseComplete, At: at(bar, 1), Bytes: kernel.Unsigned(bytes)}}
}

func list(parts ...[]kernel.Stmt) (out []kernel.Stmt) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func TestSizesOfCopies(t *testing.T) {
	under := func(body []kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{&kernel.If{Cond: kernel.BoolConst(true), Then: body}}
	}
	for _, test := range []struct {
		name   string
		body   []kernel.Stmt
		widths []int // of the copies, none where their sizes are not known
	}{
		{"what is expected", list(expect(512), load(rows)), []int{128}},
		{"expected behind the copy", list(load(rows), expect(512)), []int{128}},
		{"extents that make up what is expected", list(expect(512), load(one), load(rows)), []int{64, 64}},
		{"extents that do not", list(expect(640), load(one), load(rows)), nil},
		{"more than the array has", list(expect(512), load(one)), nil},
		{"no multiple of 16 bytes", list(expect(200), load(one)), nil},
		{"expected elsewhere, as much as the array has", list(expect(256), under(load(one))), []int{64}},
		{"expected elsewhere, less than the array has", list(expect(128), under(load(one))), nil},
		{"expected elsewhere, in two ways", list(expect(256), under(load(one)), under(expect(512))), nil},
		{"expected elsewhere, by two arrays", list(expect(1024), under(load(rows)), under(load(one))), nil},
		{"another copy elsewhere", list(expect(512), load(one), under(load(one))), nil},
		{"a part brought by another list", list(under(list(expect(512), load(rows))), under(bring(256))), nil},
		{"a part expected by another list", list(under(list(expect(256), load(one))), under(expect(256))), []int{64}},
		{"two lists that bring what they expect", list(under(list(expect(256), load(one))), under(list(expect(512), bring(256), load(one)))), []int{64, 64}},
		{"in an inner list", under(list(expect(256), load(one))), []int{64}},
		{"nothing expected", load(one), nil},
		{"a store", store(one), []int{64}},
		{"a store of a row", store(rows), []int{64}},
		{"a store of memory of unknown extent", store(plain), nil},
	} {
		k, fault := Sized(&kernel.Kernel{Body: test.body}, nil)
		assert.Equal(t, test.widths == nil, fault != nil, test.name)
		if fault != nil || test.widths == nil {
			continue
		}
		var widths []int
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if acc := kernel.Touched(s); acc != nil && kernel.AgentOf(s) != nil && acc.Array != bar {
				widths = append(widths, acc.Width)
				assert.Nil(t, kernel.AgentOf(s).Box, test.name)
			}
			return true
		})
		require.Equal(t, test.widths, widths, test.name)
	}
}

// TestSizesInClusters: a copy to both blocks of a cluster brings its box twice where both execute it, which it does not
// where a condition on the rank stands around both expectation and copy.
func TestSizesInClusters(t *testing.T) {
	rank := &kernel.Builtin{Kind: kernel.ClusterRank}
	v := &kernel.Var{Name: "v", T: kernel.U32}
	assign := []kernel.Stmt{&kernel.Assign{Dst: v, X: rank}}
	when := func(cond kernel.Expr, body []kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{&kernel.If{Cond: cond, Then: body}}
	}
	is := func(x kernel.Expr) kernel.Expr { return kernel.Op(kernel.Eq, x, kernel.Unsigned(0)) }
	far := func(a kernel.Access, to int64) kernel.Access {
		a.Index = kernel.Bin(kernel.Add, a.Index, kernel.Bin(kernel.Mul, kernel.Distance(kernel.Unsigned(to)), kernel.NewConst(kernel.I64, 64)))
		return a
	}
	multicast := func() (out []kernel.Stmt) {
		box := &kernel.Box{}
		for to := range int64(2) {
			place := far(at(bar, 1), to)
			agent := &kernel.Agent{Ends: kernel.OnPhase, Proxy: kernel.AsyncProxy, At: &place, Box: box}
			out = append(out, &kernel.Store{Acc: far(at(plain, 4), to), Agent: agent},
				&kernel.Phase{Op: kernel.PhaseComplete, At: place, Bytes: kernel.Unsigned(placeholder), Agent: agent})
		}
		return out
	}
	for _, test := range []struct {
		name  string
		body  []kernel.Stmt
		width int
	}{
		{"all blocks", list(expect(512), multicast()), 64},
		{"a thread of each block", when(is(&kernel.Builtin{Kind: kernel.ThreadIdx}), list(expect(512), multicast())), 64},
		{"one block", when(is(rank), list(expect(512), multicast())), 0},
		{"one block, by a variable", list(assign, when(is(kernel.Ref(v)), list(expect(512), multicast()))), 0},
		{"expected elsewhere", list(expect(512), when(is(rank), multicast())), 0},
	} {
		k, fault := Sized(&kernel.Kernel{Body: test.body}, nil)
		if test.width == 0 {
			assert.NotNil(t, fault, test.name)
			continue
		}
		require.Nil(t, fault, test.name)
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if acc := kernel.Touched(s); acc != nil && acc.Array == plain {
				assert.Equal(t, test.width, acc.Width, test.name)
			}
			return true
		})
	}
}

// TestSizesByMaps: copies by one map are of one size.
func TestSizesByMaps(t *testing.T) {
	params := map[string]string{}
	by := func(name string, bytes int64) []kernel.Stmt {
		out := load(plain)
		for _, s := range out {
			kernel.AgentOf(s).Box.Map = name
			if bytes > 0 {
				kernel.AgentOf(s).Box.Name, params["box_a"] = "box_a", strconv.FormatInt(bytes, 10)
			}
		}
		return out
	}
	loop := func(body []kernel.Stmt) []kernel.Stmt {
		return []kernel.Stmt{&kernel.If{Cond: kernel.BoolConst(true), Then: body}}
	}
	for _, test := range []struct {
		name   string
		body   []kernel.Stmt
		widths []int
	}{
		{"alone", list(expect(512), by("a", 0)), []int{128}},
		{"the same map where nothing is expected", list(loop(list(expect(512), by("a", 0))), loop(by("a", 0))), []int{128, 128}},
		{"two by one map", list(expect(512), by("a", 0), by("a", 0)), []int{64, 64}},
		{"what another leaves", list(loop(list(expect(768), by("a", 0), by("b", 0))), loop(list(expect(512), by("a", 0)))), []int{128, 64, 128}},
		{"as given", list(expect(768), by("a", 512), by("b", 0)), []int{128, 64}},
		{"two maps", list(expect(768), by("a", 0), by("b", 0)), nil},
		{"maps that are not known", list(expect(768), by("", 0), by("", 0)), nil},
		{"less than is given", list(expect(512), by("a", 512), by("b", 0)), nil},
	} {
		k, fault := Sized(&kernel.Kernel{Body: test.body}, params)
		assert.Equal(t, test.widths == nil, fault != nil, test.name)
		if fault != nil || test.widths == nil {
			continue
		}
		var widths []int
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			if acc := kernel.Touched(s); acc != nil && kernel.AgentOf(s) != nil && acc.Array != bar {
				widths = append(widths, acc.Width)
			}
			return true
		})
		assert.Equal(t, test.widths, widths, test.name)
	}
}
