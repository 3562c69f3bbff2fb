package cuda

import "testing"

var stmtTable = []struct{ name, text, want string }{
	{"declarators", "int a = 1, *b = p, c[2][3], (*d)[4], (*f)(int, float), &r = a;",
		"(decl (var a int 1) (var b (* int) p) (var c (array 2 (array 3 int))) (var d (* (array 4 int))) " +
			"(var f (* (fn (params (int) (float)) int))) (var r (& int) a))"},
	{"const and volatile", "const volatile int *const a = p; int const b = 1;",
		"(decl (var a (cv const (* (cv const volatile int))) p)) (decl (var b (cv const int) 1))"},
	{"built-in spellings", "long unsigned int a; short b; unsigned c; long long int d; signed char e; long double f; _Bool g;",
		"(decl (var a unsigned-long)) (decl (var b short)) (decl (var c unsigned-int)) (decl (var d long-long)) " +
			"(decl (var e signed-char)) (decl (var f long-double)) (decl (var g bool))"},
	{"shared", "__shared__ float s[4][5]; extern __shared__ int d[]; static __shared__ int x; volatile __shared__ int v;",
		"(decl (var s shared (array 4 (array 5 float)))) (decl (var d shared extern (array int))) " +
			"(decl (var x shared static int)) (decl (var v shared (cv volatile int)))"},
	{"multiplication of values", "n * n;", "(do (* n n))"},
	{"pointer to unknown type", "foo * q = 0;", "(decl (var q (* foo) 0))"},
	{"unknown type", "ns::T x; foo y(1);", "(decl (var x ns::T)) (decl (var y foo (ctor 1)))"},
	{"local name hides a type", "int S = 1; S * n; (S) - 1;", "(decl (var S int 1)) (do (* S n)) (do (- S 1))"},
	{"hiding ends with its block", "{ int S = 1; } S *q;", "(block (decl (var S int 1))) (decl (var q (* S)))"},
	{"parameter named like a type", "float half = 1; half * 2;", "(decl (var half float 1)) (do (* half 2))"},
	{"prototype and constructor", "int f(int, S); dim3 g(1, n), h;",
		"(decl (func f (params (int) (S)) int)) (decl (var g dim3 (ctor 1 n)) (var h dim3))"},
	{"if else if", "if (n) ; else if (p) n = 1; else { }", "(if n (empty) (if p (do (= n 1)) (block)))"},
	{"if with declaration", "if (int i = n) p[i] = 1;", "(if (init (decl (var i int n))) i (do (= ([] p i) 1)))"},
	{"if with initialiser", "if (int i = n; i > 2) ; if (n = 1; n) ;",
		"(if (init (decl (var i int n))) (> i 2) (empty)) (if (init (do (= n 1))) n (empty))"},
	{"if constexpr", "if constexpr (sizeof(int) == 4) n = 1;", "(if constexpr (== (sizeof (type int)) 4) (do (= n 1)))"},
	{"for", "for (int i = 0, j = 1; i < n; ++i, --j) continue; for (;;) break;",
		"(for (decl (var i int 0) (var j int 1)) (< i n) (, (++ i) (-- j)) (continue)) (for _ _ _ (break))"},
	{"for with conditional", "for (n = p ? 1 : 2; n; ) ;", "(for (do (= n (? p 1 2))) n _ (empty))"},
	{"while and do", "while (n) n--; do n++; while (n < 3);",
		"(while n (do (post-- n))) (dowhile (do (post++ n)) (< n 3))"},
	{"switch", "switch (n) { case 1: case 2: n = 1; break; default: n = 2; }",
		"(switch n (block (case 1) (case 2) (do (= n 1)) (break) (default) (do (= n 2))))"},
	{"case range", "switch (n) { case 'a' ... 'c': ; }", "(switch n (block (case '97') (case '98') (case '99') (empty)))"},
	{"label and goto", "again: n = 1; goto again; if (n) out: n = 2; end: ;",
		"(label again) (do (= n 1)) (goto again) (if n (block (label out) (do (= n 2)))) (label end) (empty)"},
	{"unroll", "\n#pragma unroll\nfor (;;) ;\n#pragma unroll 4\nwhile (n) ;\n#pragma unroll (2)\ndo ; while (n);\n",
		"(for (unroll -1) _ _ _ (empty)) (while (unroll 4) n (empty)) (dowhile (unroll 2) (empty) n)"},
	{"unroll by expression", "\n#pragma unroll N * 2\nfor (;;) ;\n#pragma nounroll\nfor (;;) ;\n",
		"(for (unroll (* N 2)) _ _ _ (empty)) (for (unroll 1) _ _ _ (empty))"},
	{"other pragmas", "\n#pragma GCC diagnostic push\nn = 1;\n#pragma GCC ivdep\n", "(do (= n 1))"},
	{"asm", `asm volatile("a %0;" "b;" : "=r"(n), [x] "+f"(*p) : "r"(1) : "memory"); asm("c;"); asm("d" :: "r"(n)); __asm__ ("e" ::: "cc");`,
		`(asm volatile "a %0;b;" (outs ("=r" n) ("+f" x (* p))) (ins ("r" 1)) (clobbers "memory")) (asm "c;") ` +
			`(asm "d" (ins ("r" n))) (asm "e" (clobbers "cc"))`},
	{"local types", "struct L { int a; } l; typedef int I; I i; using J = float; J j; enum E { A, B = 3 } e;",
		"(decl (struct L (var a in:L int)) (var l L)) (decl (typedef I int)) (decl (var i I)) (decl (typedef J float)) " +
			"(decl (var j J)) (decl (enum E A (B 3)) (var e E))"},
	{"attributes", "[[maybe_unused]] int a; __attribute__((unused)) int b; [[likely]] n = 1; static_assert(true, \"\"); alignas(8) int c;",
		"(decl (var a int)) (decl (var b int)) (do (= n 1)) (decl (var c int (align 8)))"},
	{"namespaces", "using namespace foo; namespace cg = a::b; using a::f;",
		"(decl (using namespace foo)) (decl (using namespace cg a::b)) (decl (using a::f))"},
	{"return", "if (n) return; return n; return {1, 2};", "(if n (return)) (return n) (return (list 1 2))"},
	{"calls stay calls", "__syncthreads(); atomicAdd(&p[0], 1);", "(do (call __syncthreads)) (do (call atomicAdd (& ([] p 0)) 1))"},
	{"static and constexpr", "static const int a = 1; constexpr int b = 2; auto c = n; const auto &d = c;",
		"(decl (var a static (cv const int) 1)) (decl (var b constexpr int 2)) (decl (var c auto n)) (decl (var d (& (cv const auto)) c))"},
	{"decltype", "decltype(n) a = n; typename T::type b;", "(decl (var a (decltype n) n)) (decl (var b T::type))"},
	{"macro left over", "CHECK(n); x y;", "(do (call CHECK n)) (decl (var y x))"},
}

func TestStatements(t *testing.T) { runBodyTable(t, stmtTable) }
