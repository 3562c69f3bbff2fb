package cuda

// wordClass is the syntax that a reserved word may begin.
type wordClass int

const (
	notWord       wordClass = iota
	specifierWord           // a declaration specifier without arguments
	cvWord                  // const, volatile, restrict
	builtinWord             // a part of a built-in type's name
	typeWord                // begins a type otherwise: struct, auto, ...
	stmtWord                // begins a statement
	exprWord                // occurs in expressions
	otherWord               // reserved, handled where it may stand
)

// words are the reserved words of C++ and CUDA, with GNU's and Microsoft's spellings that
// nvcc takes over. A word that is missing is a name: most declarations with it are then
// refused, but T (x) with T unknown would be a call.
var words = map[string]wordClass{
	"__global__": specifierWord, "__device__": specifierWord, "__host__": specifierWord,
	"__shared__": specifierWord, "__constant__": specifierWord, "__managed__": specifierWord,
	"__forceinline__": specifierWord, "__noinline__": specifierWord, "__inline__": specifierWord,
	"__inline": specifierWord, "__grid_constant__": specifierWord, "inline": specifierWord,
	"static": specifierWord, "extern": specifierWord, "constexpr": specifierWord,
	"consteval": specifierWord, "constinit": specifierWord, "register": specifierWord,
	"thread_local": specifierWord, "mutable": specifierWord, "explicit": specifierWord,
	"virtual": specifierWord, "friend": specifierWord, "__extension__": specifierWord,
	"_Noreturn": specifierWord, "__nv_pure__": specifierWord,

	"const": cvWord, "volatile": cvWord, "__const": cvWord, "__volatile__": cvWord, "__volatile": cvWord,
	"__restrict__": cvWord, "__restrict": cvWord, "restrict": cvWord,

	"void": builtinWord, "bool": builtinWord, "_Bool": builtinWord, "char": builtinWord,
	"short": builtinWord, "int": builtinWord, "long": builtinWord, "float": builtinWord,
	"double": builtinWord, "signed": builtinWord, "unsigned": builtinWord, "__signed__": builtinWord,
	"wchar_t": builtinWord, "char8_t": builtinWord, "char16_t": builtinWord, "char32_t": builtinWord,
	"__int128": builtinWord, "__int64": builtinWord,

	"struct": typeWord, "class": typeWord, "union": typeWord, "enum": typeWord, "auto": typeWord,
	"__auto_type": typeWord, "decltype": typeWord, "__typeof__": typeWord, "typeof": typeWord,
	"typename": typeWord,

	"if": stmtWord, "else": stmtWord, "for": stmtWord, "while": stmtWord, "do": stmtWord,
	"switch": stmtWord, "case": stmtWord, "default": stmtWord, "break": stmtWord,
	"continue": stmtWord, "return": stmtWord, "goto": stmtWord, "try": stmtWord, "catch": stmtWord,
	"asm": stmtWord, "__asm__": stmtWord, "__asm": stmtWord,

	"sizeof": exprWord, "alignof": exprWord, "_Alignof": exprWord, "__alignof__": exprWord,
	"__alignof": exprWord, "static_cast": exprWord, "reinterpret_cast": exprWord,
	"const_cast": exprWord, "dynamic_cast": exprWord, "true": exprWord, "false": exprWord,
	"nullptr": exprWord, "this": exprWord, "new": exprWord, "delete": exprWord, "throw": exprWord,
	"typeid": exprWord, "noexcept": exprWord,

	"typedef": otherWord, "using": otherWord, "namespace": otherWord, "template": otherWord,
	"static_assert": otherWord, "_Static_assert": otherWord, "operator": otherWord,
	"public": otherWord, "private": otherWord, "protected": otherWord,
	"__attribute__": otherWord, "__attribute": otherWord, "__declspec": otherWord, "__launch_bounds__": otherWord,
	"__cluster_dims__": otherWord, "__maxnreg__": otherWord, "__align__": otherWord,
	"alignas": otherWord, "_Alignas": otherWord,
}
