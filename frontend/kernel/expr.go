package kernel

// Expr is a pure expression: it reads variables and built-ins, never memory.
// Operands have the types of C's promotions, and conversions are explicit.
type Expr interface {
	Type() Type
	isExpr()
}

// Const is an integer or bool constant. A u64 above the range of int64 is its
// bit pattern. true is 1.
//
//	7   255u8   true
type Const struct {
	T   Type
	Val int64
}

// FloatConst is a floating-point literal as the user spelled it.
//
//	1.5f
type FloatConst struct {
	T    Type
	Text string
}

// VarRef reads a variable.
type VarRef struct {
	Var *Var
}

// BuiltinKind is one of the values that the hardware provides to a thread.
type BuiltinKind int

const (
	ThreadIdx BuiltinKind = iota
	BlockIdx
	BlockDim
	GridDim
	ClusterRank // the number of the block within its cluster, with Dim 0
	ClusterDim  // the blocks of a cluster in a dimension
)

// Builtin is threadIdx.x or the like, of type u32. Dim is 0, 1, 2 for x, y, z.
// BlockDim, GridDim and ClusterDim occur only if the launch leaves them open, ClusterRank and
// ClusterDim only before the kernel is joined (package cluster).
type Builtin struct {
	Kind BuiltinKind
	Dim  int
}

// UnaryOp is an operator with one operand.
type UnaryOp int

const (
	Neg    UnaryOp = iota // -x, integers and floats
	BitNot                // ~x
	Not                   // !x on bool
)

// Unary is op x; its type is that of x.
type Unary struct {
	Op UnaryOp
	X  Expr
}

// BinaryOp is an operator with two operands. The type of X decides the width of
// an integer operation and whether it is signed.
type BinaryOp int

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div // C: truncates towards zero
	Rem // C: sign of the dividend
	And
	Or
	Xor
	Shl
	Shr  // arithmetic if X is signed
	LAnd // on bool, both sides are pure so no short circuit is needed
	LOr
	Implies
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
)

// IsComparison reports whether op yields a bool from operands of another type.
func (op BinaryOp) IsComparison() bool { return op >= Eq }

// IsLogical reports whether op is on bool and yields bool.
func (op BinaryOp) IsLogical() bool { return op == LAnd || op == LOr || op == Implies }

// Binary is x op y. X and Y have the same type, except that the count Y of a
// shift may be of any integer type.
type Binary struct {
	Op   BinaryOp
	X, Y Expr
}

// Cond is c ? x : y; X and Y have the same type.
type Cond struct {
	C, X, Y Expr
}

// Convert is a C conversion of X to T: integer to integer wraps, to bool tests
// against zero, from bool gives 0 or 1, to and from float is uninterpreted.
type Convert struct {
	T Type
	X Expr
}

// Call applies a pure function. Integer functions in Exact (min, max, abs,
// mul24, popc, clz, ffs, brev, ...) have their CUDA meaning; every other name is
// uninterpreted: same arguments, same result.
type Call struct {
	T    Type
	Fn   string
	Args []Expr
	// Input is set where the value is the program's input, as what a texture holds: the name stands for memory.
	Input bool
}

func (e *Const) Type() Type      { return e.T }
func (e *FloatConst) Type() Type { return e.T }
func (e *VarRef) Type() Type     { return e.Var.T }
func (e *Builtin) Type() Type    { return U32 }
func (e *Unary) Type() Type      { return e.X.Type() }
func (e *Cond) Type() Type       { return e.X.Type() }
func (e *Convert) Type() Type    { return e.T }
func (e *Call) Type() Type       { return e.T }

// Type is bool for comparisons and logical operators, else the type of X.
func (e *Binary) Type() Type {
	if e.Op.IsComparison() || e.Op.IsLogical() {
		return BoolType
	}
	return e.X.Type()
}

func (*Const) isExpr()      {}
func (*FloatConst) isExpr() {}
func (*VarRef) isExpr()     {}
func (*Builtin) isExpr()    {}
func (*Unary) isExpr()      {}
func (*Binary) isExpr()     {}
func (*Cond) isExpr()       {}
func (*Convert) isExpr()    {}
func (*Call) isExpr()       {}
