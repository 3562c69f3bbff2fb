package cuda

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of declarations at file, namespace and class scope. Types,
// declarators and expressions depend on which names are types; entry functions
// (entry.go) pass them to the hand-written parser.

// declaration is one declaration with its template heads.
type declaration struct {
	Heads   []*templateClause `parser:"@@*"`
	Using   *usingClause      `parser:"( @@"`
	Typedef *typedefClause    `parser:"| @@"`
	Plain   *plainClause      `parser:"| @@ )"`
}

// templateClause is template <class T, int N = 4>.
type templateClause struct {
	Pos    lexer.Position
	Params []*templateParam `parser:"'template' '<' ( @@ ( ',' @@ )* )? '>'"`
}

// templateParam is class T = int, class... Ts, or int N = 4.
type templateParam struct {
	Pos     lexer.Position
	Pack    bool           `parser:"( ( 'class' | 'typename' ) (?= '...' | '=' | ',' | '>' | Ident ( '=' | ',' | '>' ) ) @'...'?"`
	Name    typeNameSyntax `parser:"  @@?"`
	Default defaultType    `parser:"  ( '=' @@ )?"`
	Value   valueParam     `parser:"| @@ )"`
}

// usingClause is using namespace N; using N = T; or using N::x;.
type usingClause struct {
	Pos       lexer.Position
	Namespace []string     `parser:"'using' ( 'namespace' '::'? @Ident ( '::' @Ident )*"`
	Alias     string       `parser:"| (?= Ident '=' ) @Ident '='"`
	Type      typeIDSyntax `parser:"  @@"`
	Import    []string     `parser:"| 'typename'? '::'? @Ident ( '::' @Ident )* ) ';'"`
}

// typedefClause is typedef T a, *b;.
type typedefClause struct {
	Before []*specifier      `parser:"'typedef' @@*"`
	Type   typeSyntax        `parser:"@@"`
	After  []*specifier      `parser:"@@*"`
	Names  []*initDeclarator `parser:"@@ ( ',' @@ )* ';'"`
}

// plainClause is a function, variables, or a type alone.
type plainClause struct {
	Before []*specifier      `parser:"@@*"`
	Type   typeSyntax        `parser:"@@?"`
	After  []*specifier      `parser:"@@*"`
	Names  []*initDeclarator `parser:"( @@ ( ',' @@ )* )?"`
	Body   bodySyntax        `parser:"( @@ | ';' )"`
}

// specifier is one word or attribute before or after the type.
type specifier struct {
	Attr attrSyntax `parser:"  @@"`
	Word string     `parser:"| @( Specifier | 'const' | 'volatile' )"`
}

// initDeclarator is a declared name: with parameters it is a function,
// otherwise it may have an initialiser.
type initDeclarator struct {
	Name declaratorSyntax `parser:"@@"`
	Func *functionClause  `parser:"( @@"`
	Init initSyntax       `parser:"| @@ )?"`
}

// functionClause is (parameters) and the tail after them.
type functionClause struct {
	Open     paramsOpen      `parser:"@@"`
	Params   []*parameter    `parser:"( @@ ( ',' @@ )* )?"`
	Variadic bool            `parser:"','? @'...'? ')'"`
	Tail     []*functionTail `parser:"@@*"`
}

// parameter is const float *p = 0.
type parameter struct {
	Before  []*specifier    `parser:"@@*"`
	Type    typeSyntax      `parser:"@@"`
	After   []*specifier    `parser:"@@*"`
	Name    paramDeclSyntax `parser:"@@?"`
	Default valueSyntax     `parser:"( '=' @@ )?"`
}

// functionTail is const, noexcept(...), -> T, = default, an attribute.
type functionTail struct {
	Word   string       `parser:"  @( 'const' | 'volatile' | 'override' | 'final' | '&' | '&&' )"`
	Except groupSyntax  `parser:"| ( 'noexcept' | 'throw' ) @@?"`
	Result typeIDSyntax `parser:"| '->' @@"`
	Set    string       `parser:"| '=' @( '0' | 'default' | 'delete' )"`
	Spec   *specifier   `parser:"| @@"`
}

// grammar is participle's parser with the parser for which its entry functions
// work. Building it is slow, and each parser needs its own, hence a pool.
type grammar struct {
	parser *participle.Parser[declaration]
	p      *parser
}

var grammars sync.Pool

func takeGrammar() *grammar {
	if g, ok := grammars.Get().(*grammar); ok {
		return g
	}
	return newGrammar()
}

func newGrammar() *grammar {
	g := &grammar{}
	options := append([]participle.Option{participle.Lexer(definition{})}, g.entries()...)
	g.parser = participle.MustBuild[declaration](options...)
	return g
}

// parse reads the declaration in the window of p.
func (g *grammar) parse(p *parser) (*declaration, error) {
	tokens, err := lexer.Upgrade(&declLexer{unit: p.unit, pos: p.pos, end: p.end})
	if err != nil {
		return nil, err
	}
	return g.parser.ParseFromLexer(tokens)
}
