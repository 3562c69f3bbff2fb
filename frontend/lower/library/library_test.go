package library

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// call is a call whose arguments are values. A pointer leads to an object of its
// own, whose scalars are elements of an array of that name.
type call struct {
	emittest.Recorder
	name      string
	args      []Value
	names     []string // of arguments that are variables of the file
	template  []*ctype.Type
	constants map[int]int64
	mentions  string
	blocks    []string // set and copied
}

// object is memory at an index.
type object struct {
	name string
	t    *ctype.Type
	at   kernel.Expr
}

func (o *object) Type() *ctype.Type    { return o.t }
func (o *object) Pointee() *ctype.Type { return o.t }

func (c *call) Pos() diag.Pos                    { return emittest.Here }
func (c *call) Name() string                     { return c.name }
func (c *call) Len() int                         { return len(c.args) }
func (c *call) ArgPos(int) diag.Pos              { return emittest.Here }
func (c *call) ArgType(i int) *ctype.Type        { return c.args[i].Type }
func (c *call) Arg(i int) Value                  { return c.args[i] }
func (c *call) TypeOf(i int) *ctype.Type         { return c.args[i].Type }
func (c *call) IsLambda(int) bool                { return false }
func (c *call) Mentions(name string) bool        { return c.mentions == name }
func (c *call) TemplateLen() int                 { return len(c.template) }
func (c *call) Number(i int) (kernel.Expr, bool) { return c.args[i].Expr, true }

func (c *call) Argument(i int) emit.Argument {
	return emit.Argument{Pos: emittest.Here, Value: c.args[i].Expr}
}

func (c *call) Constant(i int) (int64, bool) {
	n, ok := c.constants[i]
	return n, ok
}

func (c *call) TemplateConstant(i int) (int64, bool) { return c.Constant(-1 - i) }

func (c *call) TemplateType(i int) *ctype.Type {
	if i < len(c.template) {
		return c.template[i]
	}
	return nil
}

func (c *call) ArgName(i int) string { return c.FileVariable(i) }

func (c *call) FileVariable(i int) string {
	if i < len(c.names) {
		return c.names[i]
	}
	return ""
}

func (c *call) Convert(v Value, t *ctype.Type) Value {
	return Value{Type: t, Expr: cexpr.Convert(v.Expr, t.Scalar)}
}

func (c *call) Dim(kind kernel.BuiltinKind, dim int) kernel.Expr {
	return &kernel.Builtin{Kind: kind, Dim: dim}
}

func (c *call) ArgObject(i int) Object {
	if o, ok := c.args[i].Pointer.(*object); ok {
		return o
	}
	return value{c.args[i]}
}

// value is a value as an object.
type value struct{ v Value }

func (o value) Type() *ctype.Type { return o.v.Type }

func (c *call) Deref(p Pointer) Object { return p.(*object) }

func (c *call) Field(o Object, i int) Object {
	of := o.(*object)
	return &object{of.name, of.t.Rec.Fields[i].Type, of.at}
}

func (c *call) access(o *object) kernel.Access {
	a := &kernel.Array{Name: o.name, Label: o.name, Elem: o.t.Scalar, Len: 64, Scale: 1}
	return kernel.Access{Array: a, Index: o.at, Width: 1}
}

func (c *call) Read(o Object) Value {
	if v, ok := o.(value); ok {
		return v.v
	}
	return Value{Type: o.Type(), Expr: c.Load(o.(*object), o.Type().Scalar)}
}

func (c *call) Write(o Object, v Value) { c.Store(o.(*object), v.Expr) }

func (c *call) Element(o Object, t *ctype.Type, i kernel.Expr) (Pointer, bool) {
	return &object{o.(*object).name, t, i}, true
}

func (c *call) AddressOf(Pointer, kernel.Type) kernel.Expr { return kernel.NewConst(kernel.U64, 64) }

func (c *call) Elsewhere(p Pointer, _ kernel.Expr) (Pointer, bool) { return p, true }

func (c *call) Load(p Pointer, t kernel.Type) kernel.Expr {
	dst := c.Temp(t)
	c.Emit(&kernel.Load{Dst: dst, Acc: c.access(p.(*object))})
	return &kernel.VarRef{Var: dst}
}

func (c *call) Store(p Pointer, x kernel.Expr) {
	c.Emit(&kernel.Store{Acc: c.access(p.(*object)), X: x})
}

func (c *call) Access(p Pointer, _ kernel.Type, use func(kernel.Access)) {
	use(c.access(p.(*object)))
}

func (c *call) ArgPointer(i int) (Pointer, bool) { return c.args[i].Pointer, c.args[i].Pointer != nil }

func (c *call) SetBlock(dst Pointer, value byte, n int64) {
	c.blocks = append(c.blocks, fmt.Sprintf("%s := %d, %d bytes", dst.(*object).name, value, n))
}

func (c *call) CopyBlock(dst, src Pointer, n int64, overlap bool) {
	c.blocks = append(c.blocks, fmt.Sprintf("%s := %s, %d bytes, %t", dst.(*object).name, src.(*object).name, n, overlap))
}

func (c *call) Bytes(name string, _ bool) *kernel.Array {
	return &kernel.Array{Name: name, Label: name, Elem: kernel.U8, Len: -1, Scale: 1}
}

func number(name string, t *ctype.Type) Value {
	return Value{Type: t, Expr: &kernel.VarRef{Var: &kernel.Var{Name: name, T: t.Scalar}}}
}

func pointer(name string, t *ctype.Type) Value {
	return Value{Type: ctype.PointerTo(t), Pointer: &object{name, t, kernel.NewConst(kernel.I64, 0)}}
}

// typeOf is a type that a library defines.
func typeOf(t *testing.T, name string, args ...*ctype.Type) *ctype.Type {
	found := Type(name, use{&call{template: args}})
	require.NotNil(t, found, name)
	return found
}

// use is a use of a name as a type.
type use struct{ *call }

func (u use) Qualified() bool { return false }

// text is what a call emits and returns.
func text(c *call, v Value) string {
	out := strings.Join(strings.Fields(kernel.PrintStmts(c.Stmts)), " ")
	switch {
	case c.Diags.Len() > 0:
		return c.Diags.String()
	case v.Type == ctype.Void:
		return out
	case v.Expr != nil:
		return strings.TrimSpace(out + " -> " + v.Expr.Type().String() + " " + kernel.ExprString(v.Expr))
	}
	out += " ->"
	for _, f := range v.Fields {
		out += " " + kernel.ExprString(f.Expr)
	}
	return strings.TrimSpace(out)
}

func TestFunctions(t *testing.T) {
	i, f, u := number("i", ctype.Int), number("f", ctype.Scalars["float"]), number("u", ctype.Scalars["cudaTextureObject_t"])
	half := ctype.Vectors["half2"]
	h := Value{Type: half, Fields: []Value{number("h", half.Rec.Fields[0].Type), number("g", half.Rec.Fields[0].Type)}}
	state := pointer("s", typeOf(t, "curandState"))
	mtgp := pointer("m", typeOf(t, "curandStateMtgp32"))
	tex, surface := Value{Type: typeOf(t, "texture", ctype.Int)}, Value{Type: typeOf(t, "surface")}
	param := Value{Type: ctype.Scalars["cudaSurfaceObject_t"], Expr: &kernel.VarRef{Var: &kernel.Var{Name: "o", T: kernel.U64, Param: true}}}
	for _, c := range []struct {
		call
		want string
	}{
		{call{name: "curand", args: []Value{state}}, "t0 = s[0]; havoc t1; // a generator's state s[0] = t1; havoc t2; // a random number -> u32 t2"},
		{call{name: "curand_init", args: []Value{i, i, i, state}}, "havoc t0; // a generator's state s[0] = t0;"},
		{call{name: "curand_uniform2_double", args: []Value{state}}, "t0 = s[0]; havoc t1; // a generator's state s[0] = t1; " +
			"havoc t2; // a random number havoc t3; // a random number -> t2 t3"},
		{call{name: "curand", args: []Value{mtgp}}, "t0 = m[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) & 255]; " +
			"havoc t1; // a generator's state m[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) & 255] = t1; " +
			"sync(0); sync(0); havoc t2; // a random number -> u32 t2"},
		{call{name: "curand", args: []Value{i}}, "k.cu:7:3: unsupported: curand without a pointer to one of cuRAND's states"},

		{call{name: "tex1Dfetch", args: []Value{tex, i}, names: []string{"tx"}}, "-> i32 tex1Dfetch_tx_i32_i32:i32(i)"},
		{call{name: "tex2D", args: []Value{u, f, f}, template: []*ctype.Type{ctype.Vectors["float2"]}},
			"-> tex2D_u64_f32_f32_x_f32:f32(u, f, f) tex2D_u64_f32_f32_y_f32:f32(u, f, f)"},
		{call{name: "tex1D", args: []Value{pointer("p", ctype.Int), u, f}}, "p[0] = tex1D_u64_f32_i32:i32(u, f);"},
		{call{name: "tex2D", args: []Value{u, f, f}}, "k.cu:7:3: unsupported: tex2D without the type of its result; write tex2D<float>"},

		{call{name: "surf2Dwrite", args: []Value{i, surface, i, i}, names: []string{"", "sf"}},
			"havoc t0; // what is written to a surface sf[(i64)i + (i64)i * 16777216 +: 4] = t0;"},
		{call{name: "surf1Dread", args: []Value{param, i}, template: []*ctype.Type{ctype.Int}},
			"if (0 <= (i64)i && (i64)i < 16777216) { t0 = o[(i64)i +: 4]; } havoc t1; // what a surface holds -> i32 t1"},
		{call{name: "surf1Dread", args: []Value{pointer("p", ctype.Int), param, i}}, "if (0 <= (i64)i && (i64)i < 16777216) { t0 = o[(i64)i +: 4]; } havoc t1; // what a surface holds p[0] = t1;"},
		{call{name: "surf1Dwrite", args: []Value{i, surface, i}, mentions: "cudaBoundaryModeClamp"},
			"k.cu:7:3: unsupported: surf1Dwrite with these arguments"},
		{call{name: "surf1Dwrite", args: []Value{i, surface, i}}, "k.cu:7:3: unsupported: a surface that is neither a parameter of the kernel"},

		{call{name: "__hadd2", args: []Value{h, h}}, "-> __hadd:f16(h, h) __hadd:f16(g, g)"},
		{call{name: "__lowhigh2highlow", args: []Value{h}}, "-> g h"},
		{call{name: "__high2float", args: []Value{h}}, "-> f32 (f32)g"},
		{call{name: "__float2half2_rn", args: []Value{f}}, "-> (f16)f (f16)f"},
	} {
		lower := Lookup(c.name)
		require.NotNil(t, lower, c.name)
		v, known := lower(&c.call)
		require.True(t, known, c.name)
		assert.Contains(t, text(&c.call, v), c.want, c.name)
	}
}

// TestLeftAlone: what only looks like a library's function is left to the program
// and to the intrinsics, without a trace.
func TestLeftAlone(t *testing.T) {
	i := number("i", ctype.Int)
	for _, c := range []call{
		{name: "skipahead", args: []Value{i}},
		{name: "__hadd2", args: []Value{i, i}},
		{name: "__low2float", args: []Value{i}},
		{name: "tex2D"},
	} {
		_, known := Lookup(c.name)(&c)
		assert.False(t, known, c.name)
		assert.Empty(t, c.Stmts, c.name)
		assert.Zero(t, c.Diags.Len(), c.name)
	}
	assert.Nil(t, Lookup("reduce"))
	assert.Nil(t, GroupFunction("warp"))
}

func TestGroups(t *testing.T) {
	const thread = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
	block, grid := Value{Type: blockGroup}, Value{Type: gridGroup}
	tile, warp := Value{Type: tileGroups[8]}, Value{Type: tileGroups[32]}
	lanes := Value{Type: coalescedGroup, Fields: []Value{number("m", ctype.Uint)}}
	i := number("i", ctype.Int)
	for _, c := range []struct {
		call
		group Value
		want  string
	}{
		{call{name: "sync"}, block, "sync(0);"},
		{call{name: "sync"}, warp, "warpsync(0xffffffff);"},
		{call{name: "sync"}, tile, "warpsync(255u32 << ((" + thread + ") % 32 & 4294967288));"},
		{call{name: "sync"}, lanes, "warpsync(m);"},
		{call{name: "sync"}, grid, "sync"},
		{call{name: "size"}, tile, "-> u32 8u32"},
		{call{name: "thread_rank"}, block, "-> u32 " + thread},
		{call{name: "thread_rank"}, tile, "-> u32 (" + thread + ") % 8"},
		{call{name: "group_dim"}, block, "-> blockDim.x blockDim.y blockDim.z"},
		{call{name: "shfl_down", args: []Value{i, i}}, warp, "t0 = shfl.down(0xffffffff, i, i, 32); -> i32 t0"},
		{call{name: "shfl_xor", args: []Value{i, i}}, tile, "i, i, 8); -> i32 t0"},
		{call{name: "any", args: []Value{i}}, lanes, "t0 = vote.or(m, i != 0); -> i32 t0"},
		{call{name: "shfl", args: []Value{i, {Type: ctype.Int, Expr: kernel.NewConst(kernel.I32, 0)}}}, lanes, "t0 = shfl.idx(m, i, ffs((i32)m) - 1, 32); -> i32 t0"},
		{call{name: "shfl", args: []Value{i, i}}, lanes, "t0 = shfl.idx(m, i, (i32)fns(m, 0u32, (i32)((u32)i + 1)), 32); -> i32 t0"},
		{call{name: "shfl_down", args: []Value{i, i}}, lanes, "fns(m, 0u32,"},
		{call{name: "ballot", args: []Value{i}}, tile, "k.cu:7:3: unsupported: ballot of a thread_block_tile<8>"},
		{call{name: "shfl", args: []Value{i, i}}, block, "k.cu:7:3: unsupported: shfl of a thread_block"},
		{call{name: "num_blocks"}, grid, "-> u64 (u64)(gridDim.x * gridDim.y * gridDim.z)"},
	} {
		require.True(t, IsGroup(c.group.Type))
		v := Member(&c.call, value{c.group})
		assert.Contains(t, text(&c.call, v), c.want, "%s of %s", c.name, c.group.Type)
	}
}

func TestGroupFunctions(t *testing.T) {
	i := number("i", ctype.Int)
	block, tile := Value{Type: blockGroup}, Value{Type: tileGroups[8]}
	for _, c := range []struct {
		call
		want string
		t    *ctype.Type
	}{
		{call{name: "this_thread_block"}, "->", blockGroup},
		{call{name: "coalesced_threads"}, "t0 = vote.activemask(-); -> t0", coalescedGroup},
		{call{name: "tiled_partition", args: []Value{block}, constants: map[int]int64{-1: 8}}, "->", tileGroups[8]},
		{call{name: "tiled_partition", args: []Value{tile, i}, constants: map[int]int64{1: 4}}, "->", tileGroups[4]},
		{call{name: "tiled_partition", args: []Value{tile}, constants: map[int]int64{-1: 16}}, "unsupported: a partition of a group", ctype.Bad},
		{call{name: "sync", args: []Value{block}}, "sync(0);", ctype.Void},
		{call{name: "reduce", args: []Value{tile, i, i}}, "// a reduction over a group", ctype.Int},
		{call{name: "reduce", args: []Value{block, i}}, "unsupported: cooperative_groups::reduce", ctype.Bad},
		{call{name: "this_cluster"}, "->", clusterGroup},
		{call{name: "sync", args: []Value{{Type: clusterGroup}}}, "sync.cluster.unaligned(0);", ctype.Void},
	} {
		v, known := GroupFunction(c.name)(&c.call)
		require.True(t, known, c.name)
		assert.Equal(t, c.t, v.Type, c.name)
		assert.Contains(t, text(&c.call, v), c.want, c.name)
	}
}

func TestBlocks(t *testing.T) {
	p, q, i := pointer("p", ctype.Int), pointer("q", ctype.Int), number("i", ctype.Int)
	n := func(n int64) Value { return Value{Type: ctype.Int, Expr: kernel.NewConst(kernel.I32, n)} }
	for _, c := range []struct {
		name string
		args []Value
		want string
	}{
		{"memset", []Value{p, n(255), n(16)}, "p := 255, 16 bytes"},
		{"std::memcpy", []Value{p, q, n(16)}, "p := q, 16 bytes, false"},
		{"__builtin_memmove", []Value{p, q, n(4)}, "p := q, 4 bytes, true"},
		{"memset", []Value{p, i, n(16)}, "unsupported: memset to a value that is not constant"},
		{"memcpy", []Value{p, q, i}, "unsupported: memcpy of a length that is not constant"},
		{"memcpy", []Value{p, q, n(-1)}, "error: memcpy of -1 bytes"},
		{"memcpy", []Value{p, q}, "error: memcpy takes 3 arguments, not 2"},
	} {
		lower := Lookup(c.name)
		require.NotNil(t, lower, c.name)
		made := call{name: c.name[strings.LastIndex(c.name, ":")+1:], args: c.args}
		v, known := lower(&made)
		require.True(t, known, c.name)
		if len(made.blocks) > 0 {
			assert.Equal(t, []string{c.want}, made.blocks)
			assert.Equal(t, p.Type, v.Type)
			continue
		}
		assert.Contains(t, made.Diags.String(), c.want)
	}
}
