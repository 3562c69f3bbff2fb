package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
)

func at(line int) Src { return Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 1}} }

// validKernel has variables x (i32), p (bool), f (f32), parameter n, and arrays
// tile (shared i32), table (constant i32).
func validKernel() *Kernel {
	n := &Var{Name: "n", T: I32, Param: true}
	x, p, f := &Var{Name: "x", T: I32}, &Var{Name: "p", T: BoolType}, &Var{Name: "f", T: F32}
	tile := &Array{Name: "tile", Label: "tile", Space: Shared, Elem: I32, Len: 64, Scale: 1}
	table := &Array{Name: "table", Label: "table", Space: Constant, Elem: I32, Len: 4, Scale: 1,
		Init: []Const{*NewConst(I32, 1), *NewConst(I32, -2)}}
	bar, token := &Array{Name: "bar", Label: "bar", Space: Shared, Elem: U64, Len: 64, Scale: 1}, &Var{Name: "token", T: U64}
	k := &Kernel{Name: "k", Params: []*Var{n}, Vars: []*Var{x, p, f, token}, Arrays: []*Array{tile, table, bar},
		Launch: Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}}
	tid := &Convert{T: I64, X: &Builtin{Kind: ThreadIdx}}
	copies := &Agent{Ends: OnPhase, Proxy: AsyncProxy, At: &Access{Array: bar, Index: tid, Width: 1}}
	k.Requires = []Expr{&Binary{Op: Gt, X: &VarRef{n}, Y: NewConst(I32, 0)}}
	k.Body = []Stmt{
		&Load{Src: at(1), Dst: x, Acc: Access{Array: table, Index: NewConst(I64, 1), Width: 1}},
		&Region{Src: at(2), Label: "L", Body: []Stmt{
			&Loop{Src: at(3), Cond: &Binary{Op: Lt, X: &VarRef{x}, Y: &VarRef{n}}, Unroll: 4,
				Invariants: []Invariant{{Src: at(3), Cond: &Binary{Op: Ge, X: &VarRef{x}, Y: NewConst(I32, 0)}},
					{Src: at(3), Global: true, Candidate: true, Cond: &Unary{Op: Not, X: &Accessed{ReadAccess, tile}}}},
				Body: []Stmt{
					&If{Src: at(4), Cond: &VarRef{p}, Then: []Stmt{&Break{at(4)}}, Else: []Stmt{&Leave{at(5), "L"}}},
					&Continue{at(6)},
				},
				Post: []Stmt{&Assign{Src: at(7), Dst: x, X: &Binary{Op: Add, X: &VarRef{x}, Y: NewConst(I32, 1)}}}}}},
		&Store{Src: at(8), Acc: Access{Array: tile, Index: tid, Width: 1}, X: &VarRef{x}},
		&Barrier{Src: at(9), Kind: Sync, ID: NewConst(I32, 0), Aligned: true},
		&Barrier{Src: at(9), Kind: Sync, ID: NewConst(I32, 0), Grid: true},
		&Barrier{Src: at(9), Kind: Sync, ID: NewConst(I32, 1), Count: NewConst(I32, 64), Reduce: ReduceOr, Arg: &VarRef{p}, Dst: x},
		&Atomic{Src: at(10), Op: "cas", Dst: x, Acc: Access{Array: tile, Index: tid, Width: 1}, Args: []Expr{NewConst(I32, 0), &VarRef{x}}, Scope: BlockScope},
		&WarpSync{Src: at(11), Mask: NewConst(U32, -1)},
		&Shuffle{Src: at(12), Dst: f, Mode: "xor", Mask: NewConst(U32, -1), Value: &VarRef{f}, Lane: NewConst(I32, 1), Width: NewConst(I32, 32)},
		&Vote{Src: at(13), Op: Ballot, Dst: x, Mask: NewConst(U32, 255), Arg: &VarRef{p}},
		&Vote{Src: at(13), Op: ActiveMask, Dst: x},
		&Fence{Src: at(14), Scope: SystemScope},
		&Havoc{Src: at(15), Dst: f, Why: "clock()"},
		&Assume{Src: at(16), Cond: BoolConst(true)},
		&Assert{Src: at(17), Cond: &Unary{Op: Not, X: &VarRef{p}}, Text: "!p"},
		&Assert{Src: at(17), Global: true, Cond: &Binary{Op: LOr, X: &Enabled{}, Y: &Binary{Op: Ne, X: &VarRef{x}, Y: &Other{&VarRef{x}}}}},
		&Assert{Src: at(17), Cond: &Binary{Op: Implies, X: &Accessed{WriteAccess, tile},
			Y: &Binary{Op: Eq, X: &AccessIndex{WriteAccess, tile}, Y: NewConst(I64, 1)}}},
		&Load{Src: at(17), Dst: x, Acc: Access{Array: tile, Index: tid, Width: 1}, Ghost: true},
		&Assign{Src: at(18), Dst: f, X: &Call{T: F32, Fn: "sqrtf", Args: []Expr{&FloatConst{F32, "2.0f"}}}},
		&Phase{Src: at(19), Op: PhaseInit, At: Access{Array: bar, Index: tid, Width: 1}, Count: NewConst(I32, 64)},
		&Phase{Src: at(19), Op: PhaseArrive, At: Access{Array: bar, Index: tid, Width: 1}, Bytes: NewConst(U32, 256), Drop: true, Dst: token},
		&Phase{Src: at(19), Op: PhaseArrive, At: Access{Array: bar, Index: tid, Width: 1}, Agent: &Agent{}, Extra: true},
		&Phase{Src: at(19), Op: PhaseExpect, At: Access{Array: bar, Index: tid, Width: 1}, Bytes: NewConst(U32, 256)},
		&Load{Src: at(19), Acc: Access{Array: table, Index: tid, Width: 4}, Agent: copies},
		&Store{Src: at(19), Acc: Access{Array: tile, Index: tid, Width: 4}, Agent: copies},
		&Phase{Src: at(19), Op: PhaseComplete, At: *copies.At, Bytes: NewConst(U32, 256), Agent: copies},
		&Phase{Src: at(19), Op: PhaseWait, At: Access{Array: bar, Index: tid, Width: 1}, Token: &VarRef{token}},
		&Phase{Src: at(19), Op: PhaseTest, At: Access{Array: bar, Index: tid, Width: 1}, Parity: NewConst(U32, 1), Dst: p},
		&Phase{Src: at(19), Op: PhaseInvalidate, At: Access{Array: bar, Index: tid, Width: 1}},
		&Store{Src: at(19), Acc: Access{Array: tile, Index: tid, Width: 1}, Agent: &Agent{Collective: true}},
		&Async{Src: at(19), Op: AsyncCommit, Of: CopyGroup},
		&Async{Src: at(19), Op: AsyncWait, Of: BulkGroup, Pending: NewConst(I32, 1), Reads: true},
		&Async{Src: at(19), Op: AsyncFence},
		&Return{at(20)},
	}
	return k
}

func TestCheckAcceptsAValidKernel(t *testing.T) {
	require.NoError(t, Check(validKernel()))
}

func TestCheckFindsBrokenRules(t *testing.T) {
	k := validKernel()
	x, p, f := k.Vars[0], k.Vars[1], k.Vars[2]
	n, tile, table := k.Params[0], k.Arrays[0], k.Arrays[1]
	one, wide := NewConst(I32, 1), NewConst(I64, 1)
	stranger := &Var{Name: "y", T: I32}
	for _, c := range []struct {
		s    Stmt
		want string
	}{
		{&Assign{Src: at(1), Dst: x, X: wide}, "value 1i64 is i64, not i32"},
		{&Assign{Src: at(1), Dst: n, X: one}, "assigns parameter n"},
		{&Assign{Src: at(1), Dst: stranger, X: one}, "variable y is not declared"},
		{&Assign{Src: at(1), Dst: x, X: &VarRef{stranger}}, "variable y is not declared"},
		{&Assign{Src: at(1), X: one}, "no destination"},
		{&Assign{Src: at(1), Dst: x}, "expression is missing"},
		{&Assign{Src: at(1), Dst: x, X: &Unary{Op: Neg}}, "expression is missing"},
		{&Assign{Dst: x, X: one}, "no position"},
		{&Assign{Src: at(1), Dst: x, X: &Const{I32, 1 << 40}}, "out of range"},
		{&Assign{Src: at(1), Dst: p, X: &Const{BoolType, 2}}, "out of range"},
		{&Assign{Src: at(1), Dst: f, X: &Const{F32, 2}}, "integer constant 2 is f32"},
		{&Assign{Src: at(1), Dst: x, X: &Binary{Op: Add, X: one, Y: wide}}, "operands of types i32 and i64"},
		{&Assign{Src: at(1), Dst: p, X: &Binary{Op: LAnd, X: one, Y: one}}, "operands of types i32 and i32"},
		{&Assign{Src: at(1), Dst: f, X: &Binary{Op: Rem, X: &VarRef{f}, Y: &VarRef{f}}}, "operands of types f32 and f32"},
		{&Assign{Src: at(1), Dst: x, X: &Unary{Op: Not, X: one}}, "operand of type i32"},
		{&Assign{Src: at(1), Dst: x, X: &Cond{C: one, X: one, Y: one}}, "has types i32 ? i32 : i32"},
		{&Assign{Src: at(1), Dst: x, X: &Call{T: I32, Fn: "min", Args: []Expr{one}}}, "has 1 arguments, not 2"},
		{&Assign{Src: at(1), Dst: x, X: &Call{T: I32, Fn: "abs", Args: []Expr{wide}}}, "yields i32"},
		{&Assign{Src: at(1), Dst: x, X: &Convert{T: I32, X: &Builtin{Dim: 3}}}, "no such builtin"},
		{&Load{Src: at(1), Dst: f, Acc: Access{Array: tile, Index: wide, Width: 1}}, "loads i32 into f32"},
		{&Load{Src: at(1), Dst: x, Acc: Access{Array: tile, Index: one, Width: 1}}, "index 1 is i32, not i64"},
		{&Load{Src: at(1), Dst: x, Acc: Access{Array: tile, Index: wide, Width: 0}}, "width 0"},
		{&Load{Src: at(1), Dst: x, Acc: Access{Array: nil, Index: wide, Width: 1}}, "no array"},
		{&Load{Src: at(1), Dst: x, Acc: Access{Array: &Array{Name: "q", Elem: I32}, Index: wide, Width: 1}}, "array q is not declared"},
		{&Store{Src: at(1), Acc: Access{Array: table, Index: wide, Width: 1}, X: one}, "writes constant memory table"},
		{&Store{Src: at(1), Acc: Access{Array: tile, Index: wide, Width: 1}, X: wide}, "value 1i64 is i64, not i32"},
		{&Atomic{Src: at(1), Op: "mul", Acc: Access{Array: tile, Index: wide, Width: 1}}, "no atomic operation"},
		{&Atomic{Src: at(1), Op: "cas", Acc: Access{Array: tile, Index: wide, Width: 1}, Args: []Expr{one}}, "cas has 1 arguments, not 2"},
		{&Atomic{Src: at(1), Op: "add", Dst: f, Acc: Access{Array: tile, Index: wide, Width: 1}, Args: []Expr{one}}, "result i32 of add goes into f32"},
		{&Break{at(1)}, "outside a loop"},
		{&Continue{at(1)}, "outside a loop"},
		{&Leave{at(1), "L"}, "outside region L"},
		{&Region{Src: at(1), Label: "L"}, "label L is used twice"},
		{&If{Src: at(1), Cond: one}, "condition 1 is i32, not bool"},
		{&Loop{Src: at(1), Cond: BoolConst(true), Head: []Stmt{&Break{at(1)}}}, "outside a loop"},
		{&Loop{Src: at(1), Cond: BoolConst(true), Invariants: []Invariant{{Src: at(1), Cond: one}}}, "condition 1 is i32"},
		{&Loop{Src: at(1), Cond: BoolConst(true), Invariants: []Invariant{{Src: at(1), Cond: BoolConst(true),
			Head: []Stmt{&Store{Src: at(1), Acc: Access{Array: tile, Index: wide, Width: 1}, X: one}}}}}, "must not act on other threads"},
		{&Barrier{Src: at(1), ID: BoolConst(true)}, "id true is bool, not an integer"},
		{&Barrier{Src: at(1), ID: one, Dst: x}, "without a reduction"},
		{&Barrier{Src: at(1), ID: one, Count: one, Grid: true}, "waits for all threads"},
		{&Barrier{Src: at(1), ID: one, Reduce: Ballot, Arg: &VarRef{p}, Dst: x}, "no such barrier reduction: ballot"},
		{&Barrier{Src: at(1), ID: one, Reduce: ReduceAnd, Arg: one, Dst: p}, "condition 1 is i32"},
		{&Vote{Src: at(1), Op: ReduceCount, Dst: x, Mask: one, Arg: &VarRef{p}}, "no such vote: count"},
		{&Vote{Src: at(1), Op: ActiveMask, Dst: x, Arg: &VarRef{p}}, "activemask has no argument"},
		{&Shuffle{Src: at(1), Dst: x, Mode: "left", Mask: one, Value: one, Lane: one, Width: one}, `mode "left"`},
		{&Shuffle{Src: at(1), Dst: f, Mode: "up", Mask: one, Value: one, Lane: one, Width: one}, "value 1 is i32, not f32"},
		{&WarpSync{Src: at(1)}, "expression is missing"},
		{&Phase{Src: at(1), Op: PhaseWait, At: Access{Array: tile, Index: wide, Width: 1}}, "operands of another operation"},
		{&Phase{Src: at(1), Op: PhaseInit, At: Access{Array: tile, Index: wide, Width: 1}, Count: BoolConst(true)}, "count true is bool"},
		{&Phase{Src: at(1), Op: PhaseArrive, At: Access{Array: tile, Index: wide, Width: 1}, Dst: x}, "the result of arrive goes into i32"},
		{&Phase{Src: at(1), Op: PhaseTest, At: Access{Array: tile, Index: wide, Width: 1}, Parity: NewConst(U32, 1)}, "operands of another operation"},
		{&Phase{Src: at(1), Op: PhaseWait, At: Access{Array: tile, Index: wide, Width: 1}, Parity: one}, "parity 1 is i32"},
		{&Phase{Src: at(1), Op: PhaseExpect, At: Access{Array: tile, Index: wide, Width: 1}, Bytes: one, Drop: true}, "operands of another operation"},
		{&Phase{Src: at(1), Op: PhaseArrive, At: Access{Array: tile, Index: wide, Width: 1}, Agent: &Agent{Ends: BulkGroup}}, "an agent of bulk does arrive"},
		{&Load{Src: at(1), Dst: x, Acc: Access{Array: tile, Index: wide, Width: 1}, Agent: &Agent{}}, "an agent loads into a variable"},
		{&Store{Src: at(1), X: one, Acc: Access{Array: tile, Index: wide, Width: 1}, Agent: &Agent{}}, "an agent stores a known value"},
		{&Store{Src: at(1), Acc: Access{Array: tile, Index: wide, Width: 1}, Agent: &Agent{Ends: OnPhase}}, "an agent that ends with phase, and barrier false"},
		{&Async{Src: at(1), Op: AsyncCommit, Pending: one}, "operands of another operation"},
		{&Async{Src: at(1), Op: AsyncWait, Of: CopyGroup, Pending: wide}, "is i64, not i32"},
		{&Async{Src: at(1), Op: AsyncWait, Of: CopyGroup, Pending: one, Reads: true}, "operands of another operation"},
		{&Assert{Src: at(1), Cond: one}, "condition 1 is i32"},
		{&Havoc{Src: at(1)}, "no destination"},
		{&Assign{Src: at(1), Dst: p, X: &Enabled{}}, "enabled outside an annotation"},
		{&If{Src: at(1), Cond: &Unary{Op: Not, X: &Other{&VarRef{p}}}}, "other(p) outside an annotation"},
		{&Assert{Src: at(1), Cond: &Accessed{ReadAccess, &Array{Name: "q", Elem: I32}}}, "array q is not declared"},
		{&Assert{Src: at(1), Cond: &Accessed{2, tile}}, "access kind 2"},
		{nil, "nil statement"},
	} {
		broken := *k
		broken.Body = append(append([]Stmt(nil), k.Body...), c.s)
		err := Check(&broken)
		if assert.Error(t, err, "%T: %s", c.s, c.want) {
			assert.Contains(t, err.Error(), c.want)
		}
	}
}

func TestCheckFindsBrokenDeclarations(t *testing.T) {
	for want, damage := range map[string]func(k *Kernel){
		"declared twice":             func(k *Kernel) { k.Vars = append(k.Vars, &Var{Name: "n", T: I32}) },
		"array tile: declared twice": func(k *Kernel) { k.Arrays = append(k.Arrays, &Array{Name: "tile", Elem: I32, Scale: 1}) },
		"name is not an identifier":  func(k *Kernel) { k.Vars = append(k.Vars, &Var{Name: "a.b", T: I32}) },
		"no such type":               func(k *Kernel) { k.Vars = append(k.Vars, &Var{Name: "y", T: Type{Kind: Int, Bits: 7}}) },
		"Param is true":              func(k *Kernel) { k.Vars = append(k.Vars, &Var{Name: "y", T: I32, Param: true}) },
		"scale 0":                    func(k *Kernel) { k.Arrays = append(k.Arrays, &Array{Name: "q", Elem: I32}) },
		"initial values for":         func(k *Kernel) { k.Arrays[1].Len = 1 },
		"initial value 0 has type":   func(k *Kernel) { k.Arrays[1].Elem = U32; k.Body = nil },
		"which is not a parameter": func(k *Kernel) {
			k.Requires = []Expr{&VarRef{k.Vars[1]}}
		},
	} {
		k := validKernel()
		damage(k)
		err := Check(k)
		if assert.Error(t, err, want) {
			assert.Contains(t, err.Error(), want)
		}
	}
}

// TestRelatesThreads: statements about two threads, or about threads that take no
// part, are distinguished from those about one thread and its accesses.
func TestRelatesThreads(t *testing.T) {
	p, a := &VarRef{&Var{Name: "p", T: BoolType}}, &Array{Name: "a"}
	written := &Accessed{Kind: WriteAccess, Array: a}
	for _, c := range []struct {
		s    Stmt
		want bool
	}{
		{&Assert{Cond: p}, false},
		{&Assert{Cond: written}, false},
		{&Assert{Cond: p, Global: true}, true},
		{&Assume{Cond: &Unary{Op: Not, X: &Enabled{}}}, true},
		{&Assume{Cond: &Other{p}}, true},
		{&Loop{Cond: p, Invariants: []Invariant{{Cond: p}}}, false},
		{&Loop{Cond: p, Invariants: []Invariant{{Cond: p}, {Cond: &Other{p}}}}, true},
		{&Loop{Cond: p, Invariants: []Invariant{{Cond: p, Global: true}}}, true},
	} {
		assert.Equal(t, c.want, RelatesThreads(c.s), "%T", c.s)
	}
	body := []Stmt{&If{Cond: p, Then: []Stmt{&Assert{Cond: &Binary{Op: Eq, X: &AccessIndex{Kind: WriteAccess, Array: a}, Y: NewConst(I64, 0)}}}}}
	assert.Equal(t, map[Accessed]bool{*written: true}, AskedAccesses(&Kernel{Body: body}))
}
