package unit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
)

// toy is a language without syntax: its file has one kernel, which stores to the place
// of its block. It writes down what it is asked for.
type toy struct {
	leading  []string
	none     bool // there is no kernel
	bounds   int
	sizes    []host.Size
	unknown  []host.Unknown
	requires []kernel.Expr
	length   int64 // of the array, -1 if it is not known

	macros []Macros
	lowers []Setting
}

func (*toy) Name() string { return "toy" }

func (*toy) Extensions() []string { return []string{".toy"} }

func (*toy) Terms() Terms { return Terms{Kernel: "entry point", Bounds: ".reqntid", Requires: "need"} }

func (l *toy) Read(_ context.Context, _ string, _ []byte, m Macros) Text {
	l.macros = append(l.macros, m)
	return toyText{l}
}

type toyText struct{ *toy }

func (t toyText) Leading() []string { return t.leading }

func (t toyText) Parse(context.Context) ([]Entry, diag.List) {
	if t.none {
		return nil, diag.List{}
	}
	return []Entry{toyEntry(t)}, diag.List{}
}

type toyEntry struct{ *toy }

func (e toyEntry) Name() string { return "k" }

func (e toyEntry) Pos() diag.Pos { return diag.Pos{File: "k.toy", Line: 3, Col: 1} }

func (toyEntry) Faults() diag.List { return diag.List{} }

func (e toyEntry) Bounds() (int, bool) { return e.bounds, e.bounds != 0 }

func (e toyEntry) Launches(context.Context) ([]host.Size, []host.Unknown) { return e.sizes, e.unknown }

func (e toyEntry) Lower(_ context.Context, s Setting) (*kernel.Kernel, diag.List) {
	e.lowers = append(e.lowers, s)
	a := &kernel.Array{Name: "a", Label: "a", Elem: kernel.I32, Len: e.length, Scale: 1, Param: true}
	return &kernel.Kernel{
		Name: "k", Pos: e.Pos(), Launch: s.Launch, Arrays: []*kernel.Array{a}, Requires: e.requires,
		Body: []kernel.Stmt{&kernel.Store{
			Src: kernel.Src{Pos: e.Pos()}, X: kernel.NewConst(kernel.I32, 1),
			Acc: kernel.Access{Array: a, Width: 1, Index: &kernel.Convert{T: kernel.I64, X: &kernel.Builtin{Kind: kernel.BlockIdx}}},
		}},
		Assumptions: []string{"the toy is simple"},
	}, diag.List{}
}

func at(line int) diag.Pos { return diag.Pos{File: "k.toy", Line: line, Col: 1} }

// loaded is the only kernel of the file, in the IR.
func loaded(t *testing.T, l *toy, o Options) *kernel.Kernel {
	t.Helper()
	u, err := Load(context.Background(), l, "k.toy", nil, o)
	require.NoError(t, err)
	require.Len(t, u.Kernels, 1)
	k, diags, err := u.Lower(context.Background(), 0)
	require.NoError(t, err)
	require.Empty(t, diags.String())
	return k
}

// TestWhereTheBlockIsFrom goes from what counts least to what counts most.
func TestWhereTheBlockIsFrom(t *testing.T) {
	l := &toy{length: -1}
	o := Options{SharedBytes: -1, SelfCheck: true}
	u, err := Load(context.Background(), l, "k.toy", nil, o)
	require.NoError(t, err)
	_, _, err = u.Lower(context.Background(), 0)
	assert.EqualError(t, err, "k.toy:3:1: kernel k: how many threads does a block have? give --block-dim, as in --block-dim 64 or --block-dim 8,8")

	o.BlockDimDefault = &[3]int{1, 1, 1}
	assert.Equal(t, [3]int{1, 1, 1}, loaded(t, l, o).Launch.BlockDim)
	l.leading = []string{"--blockDim=2"}
	assert.Equal(t, [3]int{2, 1, 1}, loaded(t, l, o).Launch.BlockDim)
	l.bounds = 3
	assert.Equal(t, [3]int{3, 1, 1}, loaded(t, l, o).Launch.BlockDim)
	l.sizes = []host.Size{{Block: [3]int{4, 1, 1}, Grid: [3]int{0, 1, 1}, SharedBytes: -1, Pos: at(9)}}
	assert.Equal(t, [3]int{3, 1, 1}, loaded(t, l, o).Launch.BlockDim, "with a comment launches are not looked at")
	l.leading = nil
	k := loaded(t, l, o)
	assert.Equal(t, [3]int{4, 1, 1}, k.Launch.BlockDim)
	assert.Contains(t, k.Assumptions, "blocks are as launched in k.toy:9:1")
	o.BlockDim = &[3]int{5, 1, 1}
	k = loaded(t, l, o)
	assert.Equal(t, [3]int{5, 1, 1}, k.Launch.BlockDim)
	assert.ElementsMatch(t, []string{"the grid has one block in y and z, which the kernel does not use", "the toy is simple"}, k.Assumptions)
}

// TestNarrowing: only what is open in all dimensions is narrowed, to those that the
// kernel looks at, and it is lowered again for what is left.
func TestNarrowing(t *testing.T) {
	l := &toy{length: -1}
	k := loaded(t, l, Options{BlockDim: &[3]int{}, SharedBytes: -1})
	assert.Equal(t, kernel.Launch{BlockDim: [3]int{0, 1, 1}, GridDim: [3]int{0, 1, 1}}, k.Launch)
	require.Len(t, l.lowers, 2)
	assert.Equal(t, kernel.Launch{}, l.lowers[0].Launch)
	assert.Equal(t, k.Launch, l.lowers[1].Launch)
	assert.Contains(t, k.Assumptions, "a block has one thread in y and z, which the kernel does not use")

	l.lowers = nil
	k = loaded(t, l, Options{BlockDim: &[3]int{8, 1, 1}, GridDim: &[3]int{0, 0, 1}, SharedBytes: -1})
	assert.Equal(t, [3]int{0, 0, 1}, k.Launch.GridDim, "somebody asked for two open dimensions")
	assert.Len(t, l.lowers, 1)
}

// TestSizes: a kernel for each block that the file launches, with what that leaves out.
func TestSizes(t *testing.T) {
	l := &toy{length: -1, unknown: []host.Unknown{{Pos: at(20), Why: "n is not known"}}}
	for n := range 6 {
		l.sizes = append(l.sizes, host.Size{Block: [3]int{n + 1, 1, 1}, Grid: [3]int{2, 1, 1}, SharedBytes: 16, Pos: at(10 + n)})
	}
	u, err := Load(context.Background(), l, "k.toy", nil, Options{SharedBytes: -1})
	require.NoError(t, err)
	require.Len(t, u.Kernels, maxLaunchSizes)
	assert.Equal(t, []string{"k"}, u.Names())
	block, pos, ok := u.Kernels[2].Launched()
	assert.True(t, ok)
	assert.Equal(t, [3]int{3, 1, 1}, block)
	assert.Equal(t, at(12), pos)
	k, _, err := u.Lower(context.Background(), 2)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"blocks are as launched in k.toy:12:1, with 16 bytes of dynamic shared memory",
		"the launch in k.toy:20:1 has blocks of this size, too; gv2 does not see their size: n is not known",
		"the kernel is not launched with blocks (5,1,1) (line 14), (6,1,1) (line 15), which gv2 does not verify",
		"the toy is simple",
	}, k.Assumptions)
	assert.EqualValues(t, 16, l.lowers[0].SharedBytes)
	assert.Nil(t, mostForgotten(u).Entry)
}

// mostForgotten is a kernel of u after all are forgotten.
func mostForgotten(u *Unit) Kernel {
	for i := range u.Kernels {
		u.Forget(i)
	}
	return u.Kernels[0]
}

// TestStated: what the user and the source take for granted is among the assumptions, in
// the words of the language, and what cannot hold is an error.
func TestStated(t *testing.T) {
	l := &toy{length: -1, leading: []string{"--param m=1 --param n=2"}, requires: []kernel.Expr{kernel.Op(kernel.Eq, kernel.NewConst(kernel.I32, 1), kernel.NewConst(kernel.I32, 1))}}
	o := Options{BlockDim: &[3]int{1, 1, 1}, GridDim: &[3]int{1, 1, 1}, Params: map[string]string{"n": "3"}, SharedBytes: -1}
	assert.Equal(t, []string{"m = 1 (--param)", "n = 3 (--param)", "1 == 1 (need)", "the toy is simple"}, loaded(t, l, o).Assumptions)

	l.requires = []kernel.Expr{kernel.BoolConst(false)}
	u, err := Load(context.Background(), l, "k.toy", nil, o)
	require.NoError(t, err)
	_, _, err = u.Lower(context.Background(), 0)
	assert.ErrorContains(t, err, "kernel k: this need does not hold for the given launch and parameters")
}

// TestBounds: accesses are checked where the command line or the comment asks for it,
// and what has no length is assumed.
func TestBounds(t *testing.T) {
	o := Options{BlockDim: &[3]int{1, 1, 1}, SharedBytes: -1}
	assert.Len(t, loaded(t, &toy{length: 4}, o).Body, 1)
	commented := []string{"--check-array-bounds"}
	assert.Len(t, loaded(t, &toy{length: 4, leading: commented}, o).Body, 2)
	o.FixedChecks = true
	assert.Len(t, loaded(t, &toy{length: 4, leading: commented}, o).Body, 1, "the command line lists what to check")
	o.Bounds = true
	assert.Len(t, loaded(t, &toy{length: 4}, o).Body, 2)
	assert.Contains(t, loaded(t, &toy{length: -1}, o).Assumptions, "accesses stay within a, whose length is not known")
}

// TestCommentDefines: what the leading comment defines is known only after a first look,
// and what the command line says of it wins.
func TestCommentDefines(t *testing.T) {
	l := &toy{leading: []string{"pass", "-DA=1 -DB=2 -Ifolder --strange"}}
	u, err := Load(context.Background(), l, "k.toy", nil, Options{Define: map[string]string{"B": "3"}, Include: []string{"first"}, Arch: 800})
	require.NoError(t, err)
	require.Len(t, l.macros, 2)
	assert.Equal(t, Macros{Include: []string{"first"}, Define: map[string]string{"B": "3"}, Arch: 800}, l.macros[0])
	assert.Equal(t, Macros{Include: []string{"first", "folder"}, Define: map[string]string{"A": "1", "B": "3"}, Arch: 800}, l.macros[1])
	assert.Equal(t, "pass", u.Expected)
	assert.Equal(t, "k.toy:1:1: warning: option --strange in the leading comment is ignored\n", u.Diags.String())

	_, err = Load(context.Background(), &toy{leading: []string{"--gridDim=0"}}, "k.toy", nil, Options{})
	assert.ErrorContains(t, err, "k.toy: --grid-dim 0 in the leading comment")
}

// TestOf: the name of a file tells its language.
func TestOf(t *testing.T) {
	for name, known := range map[string]bool{"a/k.cu": true, "k.cuh": true, "-": false, "k.cu.txt": false, "cu": false} {
		l, ok := Of(name)
		assert.Equal(t, CUDA, l)
		assert.Equal(t, known, ok, name)
	}
}

// TestTermsInMessages: messages use the words of the language.
func TestTermsInMessages(t *testing.T) {
	_, err := Load(context.Background(), &toy{none: true}, "k.toy", nil, Options{})
	assert.EqualError(t, err, "no entry point in k.toy")
	u, err := Load(context.Background(), &toy{bounds: 2048}, "k.toy", nil, Options{})
	require.NoError(t, err)
	_, _, err = u.Lower(context.Background(), 0)
	assert.EqualError(t, err, "k.toy:3:1: .reqntid(2048) is not between 1 and 1024 threads")
}

// TestBrokenIR: a kernel that breaks a rule is a bug of gv2, not a fault of the input.
func TestBrokenIR(t *testing.T) {
	u, err := Load(context.Background(), &toy{length: -7}, "k.toy", nil, Options{BlockDim: &[3]int{1, 1, 1}, SelfCheck: true})
	require.NoError(t, err)
	_, _, err = u.Lower(context.Background(), 0)
	var internal *InternalError
	assert.ErrorAs(t, err, &internal)
}
