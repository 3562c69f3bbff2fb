// Package boogie is the Boogie language: its tree, a printer, a check of its
// rules, and a parser. Nothing in it is about CUDA.
//
// The constructors in build.go make trees, nothing changes a tree afterwards,
// and Print alone decides the layout.
package boogie

// Program is a Boogie file. Its declarations are printed in order; a Section
// starts a titled group.
type Program struct {
	// Header holds the comment lines at the top, without slashes.
	Header []string
	Decls  []Decl
}

// Decl is a top-level declaration.
type Decl interface{ isDecl() }

type (
	// Section prints a blank line and "// Title".
	Section struct{ Title string }
	// TypeDecl is type Name;.
	TypeDecl struct{ Name string }
	// ConstDecl is const [unique] Name: T; followed by Comment on the line.
	ConstDecl struct {
		Attrs   []Attr
		Unique  bool
		Name    string
		T       Type
		Comment string
	}
	// AxiomDecl is axiom E;.
	AxiomDecl struct{ E Expr }
	// FuncDecl is function Attrs Name(Params): Result, with a body if Body is
	// not nil.
	FuncDecl struct {
		Attrs  []Attr
		Name   string
		Params []Var
		Result Type
		Body   Expr
	}
	// VarDecl is a global variable, var Name: T;.
	VarDecl struct {
		Name    string
		T       Type
		Comment string
	}
	// Proc is a procedure, with its implementation if Body is not nil.
	Proc struct {
		Comment  []string
		Attrs    []Attr
		Name     string
		Params   []Var
		Results  []Var
		Requires []Spec
		Ensures  []Spec
		Modifies []string
		Locals   []Var
		Body     []Stmt // nil: no implementation; use NoStmts for an empty one
	}
)

// NoStmts is the body of a procedure whose implementation does nothing.
var NoStmts = []Stmt{}

// Spec is a requires or ensures clause.
type Spec struct {
	Attrs []Attr
	Free  bool
	E     Expr
	// Tag is the caller's own mark; Print reports the line it went to.
	Tag any
}

// Var is a typed name: a parameter, result, local or bound variable.
type Var struct {
	Name    string
	T       Type
	Comment string
}

// Attr is {:Key Args}; an argument is a string, an int or an Expr.
type Attr struct {
	Key  string
	Args []any
}

func (*Section) isDecl()   {}
func (*TypeDecl) isDecl()  {}
func (*ConstDecl) isDecl() {}
func (*AxiomDecl) isDecl() {}
func (*FuncDecl) isDecl()  {}
func (*VarDecl) isDecl()   {}
func (*Proc) isDecl()      {}

// Type is int, bool, bvN, a named type or a map.
type Type interface{ isType() }

type (
	// NamedType is a declared type, or int, bool and real.
	NamedType string
	// BV is bvN.
	BV int
	// MapType is [Keys]Value.
	MapType struct {
		Keys  []Type
		Value Type
	}
)

const (
	Int  NamedType = "int"
	Bool NamedType = "bool"
	Real NamedType = "real"
)

func (NamedType) isType() {}
func (BV) isType()        {}
func (*MapType) isType()  {}

// Expr is an expression.
type Expr interface{ isExpr() }

type (
	// IntLit is an integer of any size, in decimal; negative ones print as -n.
	IntLit struct{ Text string }
	// BVLit is NbvW.
	BVLit struct {
		Val  uint64
		Bits int
	}
	// BoolLit is true or false.
	BoolLit struct{ Val bool }
	// Id names a variable or constant.
	Id struct{ Name string }
	// Unary is - or !.
	Unary struct {
		Op string
		X  Expr
	}
	// Binary is one of <==> ==> || && == != < <= > >= + - * div mod ++ (++ joins
	// bit-vectors).
	Binary struct {
		Op   string
		X, Y Expr
	}
	// Ite is if C then X else Y, printed in parentheses.
	Ite struct{ C, X, Y Expr }
	// App is F(Args).
	App struct {
		F    string
		Args []Expr
	}
	// Select is M[Keys].
	Select struct {
		M    Expr
		Keys []Expr
	}
	// Update is M[Keys := Val].
	Update struct {
		M    Expr
		Keys []Expr
		Val  Expr
	}
	// Extract is X[Hi:Lo], the bits Lo to Hi-1.
	Extract struct {
		X      Expr
		Hi, Lo int
	}
	// Old is old(X).
	Old struct{ X Expr }
	// Quant is (forall Vars :: {Triggers} Body) or exists.
	Quant struct {
		Exists   bool
		Vars     []Var
		Triggers [][]Expr
		Body     Expr
	}
)

func (*IntLit) isExpr()  {}
func (*BVLit) isExpr()   {}
func (*BoolLit) isExpr() {}
func (*Id) isExpr()      {}
func (*Unary) isExpr()   {}
func (*Binary) isExpr()  {}
func (*Ite) isExpr()     {}
func (*App) isExpr()     {}
func (*Select) isExpr()  {}
func (*Update) isExpr()  {}
func (*Extract) isExpr() {}
func (*Old) isExpr()     {}
func (*Quant) isExpr()   {}

// Stmt is a statement.
type Stmt interface{ isStmt() }

type (
	// Comment is // Text on a line of its own.
	Comment struct{ Text string }
	// Assign is X1, X2 := E1, E2;. A left-hand side is an Id or a Select.
	Assign struct {
		Lhs []Expr
		Rhs []Expr
	}
	// Havoc is havoc x, y;.
	Havoc struct{ Names []string }
	// Assert is assert Attrs E;. Tag is the caller's own mark; Print reports
	// the line it went to.
	Assert struct {
		Attrs []Attr
		E     Expr
		Tag   any
	}
	// Assume is assume Attrs E;.
	Assume struct {
		Attrs []Attr
		E     Expr
	}
	// Call is call Results := F(Args);.
	Call struct {
		Attrs   []Attr
		Results []string
		F       string
		Args    []Expr
		Tag     any
	}
	// If is if (C) { Then } else { Else }; C nil is the choice *.
	If struct {
		C          Expr
		Then, Else []Stmt
	}
	// While is while (C) invariants { Body }.
	While struct {
		C    Expr
		Invs []Invariant
		Body []Stmt
		Tag  any
	}
	// Break is break;.
	Break struct{}
	// Return is return;.
	Return struct{}
)

// Invariant is invariant Attrs E;. Candidate, if not empty, names a constant
// declared {:existential true} and prints as invariant Candidate ==> E, so that
// Houdini may drop it. A Free one prints as free invariant: assumed, not checked.
type Invariant struct {
	Attrs     []Attr
	Free      bool
	Candidate string
	E         Expr
	Tag       any
}

func (*Comment) isStmt() {}
func (*Assign) isStmt()  {}
func (*Havoc) isStmt()   {}
func (*Assert) isStmt()  {}
func (*Assume) isStmt()  {}
func (*Call) isStmt()    {}
func (*If) isStmt()      {}
func (*While) isStmt()   {}
func (*Break) isStmt()   {}
func (*Return) isStmt()  {}

// Printed is the text of a program and where tagged nodes went.
type Printed struct {
	Text string
	// Tags maps a line of Text (from 1) to the Tag of the Spec, Assert, Call,
	// While or Invariant printed on it. Each of these starts a line of its own.
	Tags map[int]any
	// Program is what was printed, and Lines the lines of its nodes, tagged or not: each
	// Spec, Assert, Call, While and Invariant, in the order of the text.
	Program *Program
	Lines   []int
}
