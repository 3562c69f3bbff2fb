package key

import (
	"fmt"
	"strconv"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Readable prints a condition of the program, such as a candidate invariant, for
// people who do not read Boogie. $1 and $2 still mark the two threads.
//
//	local_id_x$1 group_id_x           threadIdx.x$1 blockIdx.x
//	WRITE_HAS_OCCURRED_tile           logged(write tile)
//	WRITE_OFFSET_tile                 offset(write tile)
//	WRITE_SOURCE_tile == 3            place(write tile) == 14:5
//	BV32_SLT(BV32_ADD(i, 1bv32), n)   i + 1 < n
func (k *Key) Readable(e boogie.Expr) string {
	r := &readable{names: map[string]string{}, sources: map[string]bool{}, sites: k.Sites}
	for dim := range 3 {
		r.dimension(dim)
	}
	for _, s := range k.Sites {
		if s.Array != nil {
			r.array(s.Array)
		}
	}
	return boogie.ExprString(r.expr(e))
}

// readable holds what names of the translation mean.
type readable struct {
	names   map[string]string
	sources map[string]bool
	sites   []*Site
}

func (r *readable) dimension(dim int) {
	letter := string("xyz"[dim])
	for _, thread := range []string{"", Suffix(1), Suffix(2)} {
		r.names[dimName("local_id_", dim)+thread] = "threadIdx." + letter + thread
		r.names[dimName("group_id_", dim)+thread] = "blockIdx." + letter + thread
	}
	r.names[BlockDimName(dim)] = "blockDim." + letter
	r.names[GridDimName(dim)] = "gridDim." + letter
}

func (r *readable) array(a *kernel.Array) {
	label := a.Label
	if label == "" {
		label = a.Name
	}
	for _, k := range AccessKinds {
		what := "(" + k.String() + " " + label + ")"
		r.names[OccurredName(k, a.Name)] = "logged" + what
		r.names[OffsetName(k, a.Name)] = "offset" + what
		r.names[SourceName(k, a.Name)] = "place" + what
		r.sources[SourceName(k, a.Name)] = true
	}
	r.names[ValueName(a.Name)] = "value(write " + label + ")"
}

func (r *readable) expr(e boogie.Expr) boogie.Expr {
	switch e := e.(type) {
	case *boogie.Id:
		if text, ok := r.names[e.Name]; ok {
			return boogie.V(text)
		}
	case *boogie.BVLit:
		return boogie.I(int64(e.Val<<(64-e.Bits)) >> (64 - e.Bits))
	case *boogie.Unary:
		return &boogie.Unary{Op: e.Op, X: r.expr(e.X)}
	case *boogie.Binary:
		return r.binary(e)
	case *boogie.Ite:
		return &boogie.Ite{C: r.expr(e.C), X: r.expr(e.X), Y: r.expr(e.Y)}
	case *boogie.App:
		return r.apply(e)
	case *boogie.Select:
		return &boogie.Select{M: r.expr(e.M), Keys: r.list(e.Keys)}
	case *boogie.Extract:
		return &boogie.Extract{X: r.expr(e.X), Hi: e.Hi, Lo: e.Lo}
	}
	return e
}

func (r *readable) list(es []boogie.Expr) []boogie.Expr {
	out := make([]boogie.Expr, len(es))
	for i, e := range es {
		out[i] = r.expr(e)
	}
	return out
}

// binary shows the place that a source number stands for; zeros joined in front
// of a bit-vector are its conversion to a wider type and not shown.
func (r *readable) binary(e *boogie.Binary) boogie.Expr {
	if id, ok := e.X.(*boogie.Id); ok && r.sources[id.Name] {
		if n, ok := e.Y.(*boogie.IntLit); ok {
			return boogie.Op(e.Op, r.expr(e.X), boogie.V(r.place(n.Text)))
		}
	}
	if zeros, ok := e.X.(*boogie.BVLit); ok && e.Op == "++" && zeros.Val == 0 {
		return r.expr(e.Y)
	}
	return boogie.Op(e.Op, r.expr(e.X), r.expr(e.Y))
}

func (r *readable) place(id string) string {
	for _, s := range r.sites {
		if strconv.Itoa(s.ID) == id {
			return fmt.Sprintf("%d:%d", s.Src.Pos.Line, s.Src.Pos.Col)
		}
	}
	return id
}

// readableOps are the operations on bit-vectors that have a sign of their own.
var readableOps = map[string]string{
	"ADD": "+", "SUB": "-", "MUL": "*", "SDIV": "div", "UDIV": "div", "SREM": "mod", "UREM": "mod",
	"SLT": "<", "ULT": "<", "SLE": "<=", "ULE": "<=", "SGT": ">", "UGT": ">", "SGE": ">=", "UGE": ">=",
}

func (r *readable) apply(e *boogie.App) boogie.Expr {
	args := r.list(e.Args)
	width, op, isBV := strings.Cut(e.F, "_")
	if !isBV || !strings.HasPrefix(width, "BV") {
		return boogie.Fn(e.F, args...)
	}
	switch sign, ok := readableOps[op]; {
	case ok && len(args) == 2:
		return boogie.Op(sign, args[0], args[1])
	case op == "NEG" && len(args) == 1:
		return &boogie.Unary{Op: "-", X: args[0]}
	case strings.HasPrefix(op, "SEXT") && len(args) == 1:
		return args[0]
	}
	return boogie.Fn(strings.ToLower(op), args...)
}
