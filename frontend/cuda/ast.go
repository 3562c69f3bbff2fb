package cuda

import "gv2/frontend/diag"

// File is one translation unit after preprocessing. It has only what device
// code may reach; Parse skips host functions.
type File struct {
	Decls []Decl
	// Functions are the functions to which the file may make a pointer.
	Functions []FunctionUse
	// Missing are the headers that were not found, as written. The parser leaves it
	// empty; later stages name them where a declaration is missing.
	Missing []string
	// Headers are those that gv2 does not read because it knows them, likewise.
	Headers []string
	// Parts tells which names stand in inline namespaces.
	Parts InlineParts
	code  *Code
}

// Decl is a declaration at file, namespace, class or block scope.
type Decl interface {
	DeclPos() diag.Pos
	isDecl()
}

// Space is the memory space qualifier of a variable.
type Space int

const (
	NoSpace Space = iota
	SharedSpace
	ConstantSpace
	DeviceSpace
	ManagedSpace
)

// FuncDecl is a function, kernel or method.
//
//	__global__ __launch_bounds__(256) void k(int *p, int n) { ... }
type FuncDecl struct {
	Pos       diag.Pos
	Name      string
	Scope     []string // enclosing namespaces and classes, outermost first
	Template  *TemplateHead
	Result    *TypeExpr
	Params    []*Param
	Variadic  bool
	Global    bool // __global__
	Device    bool // __device__
	Host      bool // __host__
	Const     bool // constexpr
	ExternC   bool
	Launch    []Expr // the arguments of __launch_bounds__
	Cluster   []Expr // those of __cluster_dims__
	HasBody   bool
	Static    bool // static method or function
	ConstThis bool // const method
	RefThis   bool // method with & or && behind its parameters
	Ctor      bool // constructor: Result is nil
	Explicit  bool // no implicit conversion
	Defaulted bool // = default
	Deleted   bool // = delete
	Friend    bool // defined in a class, of the namespace around it
	// Instantiate marks template void f<int>(int*);, which has SpecialOf but no
	// Template.
	Instantiate bool
	body        *lazyBody
	SpecialOf   []TemplateArg // explicit specialisation f<int>
	// Rest is set in the copies of a function with a parameter pack that have Elements
	// parameters in its place: the pack. The parser itself makes no such copies.
	Rest     *Param
	Elements int
	// Use is set in the copies of a kernel template that stand for one of its
	// instantiations; the parser itself makes no such copies.
	Use *TemplateUse
}

// Param is a function parameter; Name may be empty.
type Param struct {
	Pos     diag.Pos
	Name    string
	Type    *TypeExpr
	Default Expr
	Pack    bool // Ts... a
}

// TemplateHead is template <class T, int N = 4>; an empty list is a full
// specialisation.
type TemplateHead struct {
	Pos    diag.Pos
	Params []TemplateParam
}

// TemplateParam is a type parameter (Type nil), a template (Type nil, Template set) or a
// value parameter. The default of a template is a DefaultType without arguments.
type TemplateParam struct {
	Template    bool
	Pos         diag.Pos
	Name        string
	Type        *TypeExpr // of a value parameter
	DefaultType *TypeExpr
	DefaultExpr Expr
	Scope       []string // in which its type and its default are looked up
	Pack        bool
}

// TemplateArg is a type or a value. f<n> may be either until names are known:
// then both are set.
type TemplateArg struct {
	Type *TypeExpr
	Expr Expr
	Pack bool // Ts...: one argument for each element of the packs in it
}

// VarDecl is one declared variable, at any scope; `int a, *b;` makes two.
type VarDecl struct {
	Pos       diag.Pos
	Name      string
	Scope     []string
	Template  *TemplateHead
	Type      *TypeExpr
	Space     Space
	Extern    bool
	Static    bool
	Constexpr bool
	Mutable   bool   // a member that may change in const objects
	Init      Expr   // = e, or an *InitList
	Ctor      []Expr // T x(a, b)
	// Of a member: alignments asked for, [[gnu::packed]], [[no_unique_address]], and the
	// width of a bit-field, whose name may be empty.
	Align            []Expr
	Packed, Overlaps bool
	Bits             Expr
	hidden           bool
	// SpecialOf are the arguments of template <> constexpr bool v<int> = true;, whose
	// Template may be empty or have parameters.
	SpecialOf []TemplateArg
}

// RecordDecl is a struct, class or union.
type RecordDecl struct {
	Pos       diag.Pos
	Kind      string // struct, class, union
	Name      string // empty if anonymous
	Unnamed   bool   // anonymous and declared in a function
	Scope     []string
	Template  *TemplateHead
	SpecialOf []TemplateArg
	// Forward marks template <class T> struct S;, which has no members.
	Forward bool
	Bases   []*TypeExpr
	Fields  []*VarDecl
	Methods []*FuncDecl
	Friends []*FuncDecl // friend functions defined in the class: no members
	Nested  []Decl
	Align   []Expr // of alignas and its kind
	Packed  bool
	Pack    int64 // of #pragma pack, 0 if none
	// Hidden is set if a member is not public.
	Hidden bool
	// Opaque is set if the body contains something outside the grammar; using
	// the type is then unsupported, at OpaquePos.
	Opaque    string
	OpaquePos diag.Pos
}

// EnumDecl is an enumeration, scoped if Class.
type EnumDecl struct {
	Pos    diag.Pos
	Name   string
	Scope  []string
	Class  bool
	Packed bool // as narrow as its values allow
	Base   *TypeExpr
	Values []EnumValue
}

// EnumValue is one enumerator; Value is nil if it is that of the previous one plus 1.
type EnumValue struct {
	Pos   diag.Pos
	Name  string
	Value Expr
}

// TypedefDecl is typedef T N; or using N = T;.
type TypedefDecl struct {
	Pos      diag.Pos
	Name     string
	Scope    []string
	Template *TemplateHead
	Type     *TypeExpr
}

// UsingDecl is using namespace N; or using N::x;, or, with Alias set,
// namespace Alias = N;.
type UsingDecl struct {
	Pos       diag.Pos
	Scope     []string // enclosing namespaces, outermost first
	Namespace bool
	Path      []string
	Alias     string
	// Part is the inline namespace of the one that Path names, for using namespace lib::v2.
	Part string
}

// BadDecl stands for a declaration that could not be parsed and that device
// code might need: using its name is unsupported for that reason.
type BadDecl struct {
	Pos    diag.Pos
	Name   string
	Scope  []string
	Reason string
	// Type is set for a type, which may be a specialisation of the template Name.
	Type bool
	// Host is set for a function that device code cannot call.
	Host bool
}

// BindingDecl is auto [a, b] = x; in a function: Var is the object that it makes, of a name
// that no program can write, Names what its parts are called.
type BindingDecl struct {
	Pos   diag.Pos
	Var   *VarDecl
	Names []Binding
}

// Binding is one name of a BindingDecl.
type Binding struct {
	Pos  diag.Pos
	Name string
}

// AxiomDecl is GPUVerify's __axiom(X); at file level: an assumption about every
// thread.
type AxiomDecl struct {
	Pos diag.Pos
	X   Expr
}

func (d *FuncDecl) DeclPos() diag.Pos    { return d.Pos }
func (d *VarDecl) DeclPos() diag.Pos     { return d.Pos }
func (d *RecordDecl) DeclPos() diag.Pos  { return d.Pos }
func (d *EnumDecl) DeclPos() diag.Pos    { return d.Pos }
func (d *TypedefDecl) DeclPos() diag.Pos { return d.Pos }
func (d *UsingDecl) DeclPos() diag.Pos   { return d.Pos }
func (d *BadDecl) DeclPos() diag.Pos     { return d.Pos }
func (d *AxiomDecl) DeclPos() diag.Pos   { return d.Pos }
func (d *BindingDecl) DeclPos() diag.Pos { return d.Pos }

func (*FuncDecl) isDecl()    {}
func (*VarDecl) isDecl()     {}
func (*RecordDecl) isDecl()  {}
func (*EnumDecl) isDecl()    {}
func (*TypedefDecl) isDecl() {}
func (*UsingDecl) isDecl()   {}
func (*BadDecl) isDecl()     {}
func (*AxiomDecl) isDecl()   {}
func (*BindingDecl) isDecl() {}

// TypeForm is the form of a TypeExpr.
type TypeForm int

const (
	// NamedType is Name with optional template Args; built-in types are spelled
	// in one canonical way: "unsigned int", "long long", "unsigned char".
	NamedType TypeForm = iota
	PointerType
	ReferenceType // T&, and T&& with RValue
	ArrayType     // Len nil for []
	FuncType      // a function's type, behind a pointer
	AutoType
	DecltypeType // decltype(Len)
	RecordType   // struct { ... } in place: Record
	EnumType     // enum { ... } in place: Enum
)

// TypeExpr is a type as written.
type TypeExpr struct {
	Pos  diag.Pos
	Form TypeForm
	Name string   // NamedType: last component
	Path []string // NamedType: the qualifiers before it, a::b::
	// PathArgs holds the template arguments of each component of Path; nil if
	// no component has any. Their text is part of the component, and a leading
	// :: is an empty first component.
	PathArgs [][]TemplateArg
	Args     []TemplateArg
	HasArgs  bool
	Elem     *TypeExpr // pointee, referee, element, result
	Len      Expr
	Params   []*Param // FuncType
	Const    bool
	Volatile bool
	Restrict bool
	RValue   bool
	Parens   bool // decltype((e)), which is a reference where e is an lvalue
	Decltype bool // AutoType: decltype(auto)
	Record   *RecordDecl
	Enum     *EnumDecl
}

// OfDeclaration is the style of a conversion that no program writes: to the type of a constant's or a parameter's declaration.
const OfDeclaration = "declared"

// Expr is an expression as written.
type Expr interface {
	ExprPos() diag.Pos
	isExpr()
}

type (
	// Ident is a possibly qualified name, with template arguments if HasArgs:
	// n, ns::f, f<4>.
	Ident struct {
		Pos  diag.Pos
		Path []string
		// PathArgs is as in TypeExpr.
		PathArgs [][]TemplateArg
		Name     string
		Args     []TemplateArg
		HasArgs  bool
	}
	// IntLit is an integer literal, or a character ('a', Char set).
	IntLit struct {
		Pos      diag.Pos
		Value    uint64
		Unsigned bool // u suffix
		Long     int  // 0, 1 (l), 2 (ll)
		Decimal  bool // decides the type of large literals
		Char     bool
		// Wide is the type of a character with a prefix, as L'a'; empty for others.
		Wide string
	}
	// FloatLit is a floating literal, Float set for the f suffix.
	FloatLit struct {
		Pos   diag.Pos
		Text  string
		Float bool
	}
	// StringLit is a string, adjacent literals joined, escapes resolved. Elem is the type
	// of its characters, of which it has Len with the zero at the end; 0 where nobody
	// has counted them. Units are the characters as numbers, without that zero.
	StringLit struct {
		Pos   diag.Pos
		Value string
		Elem  string
		Len   int
		Units []uint32
	}
	// BoolLit is true or false.
	BoolLit struct {
		Pos   diag.Pos
		Value bool
	}
	// NullLit is nullptr.
	NullLit struct{ Pos diag.Pos }
	// ThisExpr is this.
	ThisExpr struct{ Pos diag.Pos }
	// UnaryExpr is op x: + - ! ~ * & ++ --, and x++ x-- with Postfix.
	UnaryExpr struct {
		Pos     diag.Pos
		Op      string
		X       Expr
		Postfix bool
	}
	// BinaryExpr is x op y, the comma operator included; Pos is that of X and
	// OpPos that of the operator.
	BinaryExpr struct {
		Pos   diag.Pos
		OpPos diag.Pos
		Op    string
		X, Y  Expr
	}
	// AssignExpr is x = y or x op= y (Op is "=", "+=", ...).
	AssignExpr struct {
		Pos  diag.Pos
		Op   string
		X, Y Expr
	}
	// CondExpr is c ? x : y.
	CondExpr struct {
		Pos     diag.Pos
		C, X, Y Expr
	}
	// CallExpr is f(args); methods have a MemberExpr as Fun.
	CallExpr struct {
		Pos  diag.Pos
		Fun  Expr
		Args []Expr
	}
	// IndexExpr is x[i].
	IndexExpr struct {
		Pos  diag.Pos
		X, I Expr
	}
	// MemberExpr is x.name or x->name. Of x.operator T, Name has T as it is written, Args as a type.
	MemberExpr struct {
		Pos     diag.Pos
		X       Expr
		Name    string
		Arrow   bool
		Args    []TemplateArg
		HasArgs bool
	}
	// CastExpr is (T)x, static_cast<T>(x) and friends; Style is "" or the
	// keyword.
	CastExpr struct {
		Pos   diag.Pos
		Style string
		Type  *TypeExpr
		X     Expr
	}
	// ConstructExpr is T(a, b) and T{a, b}, and with At set new (At) T(a, b), whose value is a
	// pointer to the object.
	ConstructExpr struct {
		Pos   diag.Pos
		At    Expr
		Type  *TypeExpr
		Args  []Expr
		Brace bool
	}
	// NewExpr is new T(a, b), new T{a, b} and new T[Len], which only readers of host code
	// make; their delete x and delete[] x are a UnaryExpr.
	NewExpr struct {
		Pos  diag.Pos
		Type *TypeExpr
		Len  Expr // nil for one object
		Args []Expr
	}
	// SizeofExpr is sizeof(T), sizeof x; Align for alignof. With Pack set it is
	// sizeof...(Pack), the number of elements.
	SizeofExpr struct {
		Pos   diag.Pos
		Type  *TypeExpr // nil for an expression
		X     Expr
		Align bool
		Pack  string
	}
	// PackExpr is X... in a list: one expression for each element of the packs in X.
	PackExpr struct {
		Pos diag.Pos
		X   Expr
	}
	// FoldExpr is (X op ...), (... op Y) or (X op ... op Y); the operand that is not there
	// is nil.
	FoldExpr struct {
		Pos  diag.Pos
		Op   string
		X, Y Expr
	}
	// InitList is {a, b}, with designators .x = a in Fields (same length as
	// Items, empty strings where none; nil if there are none at all).
	InitList struct {
		Pos    diag.Pos
		Items  []Expr
		Fields []string
	}
	// LambdaExpr is [=](int i) { ... }.
	LambdaExpr struct {
		Pos      diag.Pos
		Captures string
		Params   []*Param
		Result   *TypeExpr
		Body     *Block
		Mutable  bool
	}
)

func (e *Ident) ExprPos() diag.Pos         { return e.Pos }
func (e *IntLit) ExprPos() diag.Pos        { return e.Pos }
func (e *FloatLit) ExprPos() diag.Pos      { return e.Pos }
func (e *StringLit) ExprPos() diag.Pos     { return e.Pos }
func (e *BoolLit) ExprPos() diag.Pos       { return e.Pos }
func (e *NullLit) ExprPos() diag.Pos       { return e.Pos }
func (e *ThisExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *UnaryExpr) ExprPos() diag.Pos     { return e.Pos }
func (e *BinaryExpr) ExprPos() diag.Pos    { return e.Pos }
func (e *AssignExpr) ExprPos() diag.Pos    { return e.Pos }
func (e *CondExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *CallExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *IndexExpr) ExprPos() diag.Pos     { return e.Pos }
func (e *MemberExpr) ExprPos() diag.Pos    { return e.Pos }
func (e *CastExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *ConstructExpr) ExprPos() diag.Pos { return e.Pos }
func (e *NewExpr) ExprPos() diag.Pos       { return e.Pos }
func (e *SizeofExpr) ExprPos() diag.Pos    { return e.Pos }
func (e *PackExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *FoldExpr) ExprPos() diag.Pos      { return e.Pos }
func (e *InitList) ExprPos() diag.Pos      { return e.Pos }
func (e *LambdaExpr) ExprPos() diag.Pos    { return e.Pos }

func (*Ident) isExpr()         {}
func (*IntLit) isExpr()        {}
func (*FloatLit) isExpr()      {}
func (*StringLit) isExpr()     {}
func (*BoolLit) isExpr()       {}
func (*NullLit) isExpr()       {}
func (*ThisExpr) isExpr()      {}
func (*UnaryExpr) isExpr()     {}
func (*BinaryExpr) isExpr()    {}
func (*AssignExpr) isExpr()    {}
func (*CondExpr) isExpr()      {}
func (*CallExpr) isExpr()      {}
func (*IndexExpr) isExpr()     {}
func (*MemberExpr) isExpr()    {}
func (*CastExpr) isExpr()      {}
func (*ConstructExpr) isExpr() {}
func (*NewExpr) isExpr()       {}
func (*SizeofExpr) isExpr()    {}
func (*PackExpr) isExpr()      {}
func (*FoldExpr) isExpr()      {}
func (*InitList) isExpr()      {}
func (*LambdaExpr) isExpr()    {}

// MemberInit is one initialiser of a constructor: for a member, whose name is
// then a plain one, for a base, or for the class itself.
//
//	: Base<T>(n, 2), count(n), on{true}
type MemberInit struct {
	Pos   diag.Pos
	Name  *TypeExpr
	Args  []Expr
	Brace bool // in braces
}

// Stmt is a statement as written.
type Stmt interface {
	StmtPos() diag.Pos
	isStmt()
}

type (
	// Block is { ... }. Inits is set for a constructor's body: the initialisers
	// before it, as written.
	Block struct {
		Pos   diag.Pos
		Inits []*MemberInit
		Stmts []Stmt
	}
	// DeclStmt is a declaration in a block, one Decl per declared name.
	DeclStmt struct {
		Pos   diag.Pos
		Decls []Decl
	}
	// ExprStmt is e;. Open is the block behind a call without a semicolon, f(x) { }: a macro that nothing defines.
	ExprStmt struct {
		Open *Block
		Pos  diag.Pos
		X    Expr
	}
	// EmptyStmt is a lone semicolon.
	EmptyStmt struct{ Pos diag.Pos }
	// IfStmt is if (Init; Cond) Then else Else; Constexpr for if constexpr. A
	// condition that declares (if (int x = f())) has its DeclStmt as Init and
	// the variable as Cond.
	IfStmt struct {
		Pos       diag.Pos
		Constexpr bool
		Init      Stmt
		Cond      Expr
		Then      Stmt
		Else      Stmt
	}
	// ForStmt is for (Init; Cond; Post) Body. Unroll is the factor of #pragma
	// unroll: -1 without a number, 0 for none; UnrollExpr where it is an
	// expression.
	ForStmt struct {
		Pos        diag.Pos
		Init       Stmt
		Cond       Expr
		Post       Expr
		Body       Stmt
		Unroll     int
		UnrollExpr Expr
	}
	// RangeStmt is for (Init; Decl : X) Body. Decl is a *VarDecl or *BindingDecl whose variable
	// has no initialiser: each element of X in turn is one.
	RangeStmt struct {
		Pos    diag.Pos
		Init   Stmt
		Decl   Decl
		X      Expr
		Body   Stmt
		Unroll int
	}
	// WhileStmt is while (Cond) Body.
	WhileStmt struct {
		Pos    diag.Pos
		Cond   Expr
		Body   Stmt
		Unroll int
	}
	// DoStmt is do Body while (Cond);.
	DoStmt struct {
		Pos    diag.Pos
		Body   Stmt
		Cond   Expr
		Unroll int
	}
	// SwitchStmt is switch (X) Body; its labels are CaseStmts in the body.
	SwitchStmt struct {
		Pos  diag.Pos
		Init Stmt
		X    Expr
		Body Stmt
	}
	// CaseStmt is case Value: or, with Value nil, default:. The statement it
	// labels follows it in the block.
	CaseStmt struct {
		Pos   diag.Pos
		Value Expr
	}
	// BreakStmt is break;.
	BreakStmt struct{ Pos diag.Pos }
	// ContinueStmt is continue;.
	ContinueStmt struct{ Pos diag.Pos }
	// ReturnStmt is return X;, X nil if absent.
	ReturnStmt struct {
		Pos diag.Pos
		X   Expr
	}
	// GotoStmt is goto Label;.
	GotoStmt struct {
		Pos   diag.Pos
		Label string
	}
	// LabelStmt is Label:; the statement it labels follows it in the block.
	LabelStmt struct {
		Pos   diag.Pos
		Label string
	}
	// AsmStmt is asm volatile("text" : outs : ins : clobbers);.
	AsmStmt struct {
		Pos      diag.Pos
		Volatile bool
		Text     string
		// TextPos is the position of the text's first character; not valid if the
		// text is in several pieces or has escapes.
		TextPos  diag.Pos
		Outs     []AsmOperand
		Ins      []AsmOperand
		Clobbers []string
	}
	// AsmOperand is [name] "constraint"(expr).
	AsmOperand struct {
		Name       string
		Constraint string
		X          Expr
	}
)

func (s *Block) StmtPos() diag.Pos        { return s.Pos }
func (s *DeclStmt) StmtPos() diag.Pos     { return s.Pos }
func (s *ExprStmt) StmtPos() diag.Pos     { return s.Pos }
func (s *EmptyStmt) StmtPos() diag.Pos    { return s.Pos }
func (s *IfStmt) StmtPos() diag.Pos       { return s.Pos }
func (s *ForStmt) StmtPos() diag.Pos      { return s.Pos }
func (s *RangeStmt) StmtPos() diag.Pos    { return s.Pos }
func (s *WhileStmt) StmtPos() diag.Pos    { return s.Pos }
func (s *DoStmt) StmtPos() diag.Pos       { return s.Pos }
func (s *SwitchStmt) StmtPos() diag.Pos   { return s.Pos }
func (s *CaseStmt) StmtPos() diag.Pos     { return s.Pos }
func (s *BreakStmt) StmtPos() diag.Pos    { return s.Pos }
func (s *ContinueStmt) StmtPos() diag.Pos { return s.Pos }
func (s *ReturnStmt) StmtPos() diag.Pos   { return s.Pos }
func (s *GotoStmt) StmtPos() diag.Pos     { return s.Pos }
func (s *LabelStmt) StmtPos() diag.Pos    { return s.Pos }
func (s *AsmStmt) StmtPos() diag.Pos      { return s.Pos }

func (*Block) isStmt()        {}
func (*DeclStmt) isStmt()     {}
func (*ExprStmt) isStmt()     {}
func (*EmptyStmt) isStmt()    {}
func (*IfStmt) isStmt()       {}
func (*ForStmt) isStmt()      {}
func (*RangeStmt) isStmt()    {}
func (*WhileStmt) isStmt()    {}
func (*DoStmt) isStmt()       {}
func (*SwitchStmt) isStmt()   {}
func (*CaseStmt) isStmt()     {}
func (*BreakStmt) isStmt()    {}
func (*ContinueStmt) isStmt() {}
func (*ReturnStmt) isStmt()   {}
func (*GotoStmt) isStmt()     {}
func (*LabelStmt) isStmt()    {}
func (*AsmStmt) isStmt()      {}
