package verdict_test

import (
	"fmt"
	"math/rand"
	"strings"
)

// source writes random kernels: phases with a barrier between most of them, in
// which threads mostly touch elements of their own, so that a good part has no
// fault and another has one that is not obvious.
type source struct {
	*rand.Rand
	out     strings.Builder
	indent  int
	names   int
	threads int
	uniform int // how many thread-dependent conditions are around
	loops   int // loops around, inside the innermost barrier-free region
	ints    []string
	vars    []string // those that may be assigned
}

func (g *source) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.indent+1))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *source) pick(list ...string) string { return list[g.Intn(len(list))] }

func (g *source) chance(percent int) bool { return g.Intn(100) < percent }

// kernelSource is a translation unit with one kernel for blocks of that many
// threads.
func kernelSource(seed int64, threads int) string {
	g := &source{Rand: rand.New(rand.NewSource(seed)), threads: threads}
	g.ints = []string{"n", "t", "x", "y", "(int)u"}
	g.vars = []string{"x", "y", "u", "w"}
	g.line("int t = threadIdx.x;")
	g.line("int x = %s, y = %s;", g.pick("0", "t", "n", "7"), g.pick("t + 1", "n & 3", "1"))
	g.line("unsigned u = %s;", g.pick("m", "m & 7u", "threadIdx.x", "3u"))
	g.line("%s w = %s;", g.pick("short", "unsigned char", "long long", "signed char"), g.pick("t", "n", "5"))
	g.ints = append(g.ints, "w")
	if g.chance(60) {
		g.line("s[t] = %s;", g.integer(2))
		g.line("if (t < 4) c[t] = %s;", g.pick("0", "t", "n"))
		g.line("__syncthreads();")
	}
	for n := 1 + g.Intn(3); n > 0; n-- {
		g.phase()
	}
	return fmt.Sprintf(`__device__ int dev(int a, unsigned b) { if (a > 3) return a - 1; if (b & 1u) return 0; return (int)(b %% 5u); }
__device__ void put(int *p, int i, int v) { if (i >= 0) p[i] = v; }
__global__ void k(int *g, int *h, const int *r, unsigned *a, int n, unsigned m) {
  __shared__ int s[64];
  __shared__ int q[64];
  __shared__ unsigned c[4];
  int l[4] = {0, 1, 2, 3};
%s}
`, g.out.String())
}

func (g *source) phase() {
	for n := 1 + g.Intn(2); n > 0; n-- {
		g.statement(0)
	}
	if g.chance(80) {
		g.barrier()
	}
}

func (g *source) barrier() {
	if g.uniform > 0 && !g.chance(4) {
		return
	}
	switch g.Intn(10) {
	case 0:
		g.line("x = __syncthreads_count(%s);", g.condition(1))
	case 1:
		g.line("__syncwarp();")
	case 2:
		g.line("if (__syncthreads_or(%s)) { %s = %s; }", g.condition(1), g.pick("x", "y"), g.integer(1))
	default:
		g.line("__syncthreads();")
	}
}

func (g *source) block(depth int) {
	g.indent++
	for n := 1 + g.Intn(2); n > 0; n-- {
		g.statement(depth + 1)
	}
	g.indent--
}

func (g *source) statement(depth int) {
	pick := g.Intn(20)
	if depth >= 3 && pick >= 13 {
		pick = g.Intn(13)
	}
	switch {
	case pick < 4:
		g.line("%s = %s;", g.own(), g.integer(2))
	case pick < 6:
		g.line("%s = %s;", g.pick(g.vars...), g.read())
	case pick < 8:
		g.line("%s = %s;", g.pick(g.vars...), g.integer(2))
	case pick == 8:
		g.line("%s = %s;", g.element(), g.integer(1))
	case pick == 9:
		g.atomic()
	case pick == 10:
		g.line("l[%s & 3] = %s;", g.integer(1), g.integer(1))
	case pick == 11:
		g.line("put(%s, %s, %s);", g.pick("s", "q", "g", "h"), g.pick("t", "t", g.bounded()), g.integer(1))
	case pick == 12:
		g.slot()
	case pick < 16:
		g.branch(depth)
	default:
		g.loop(depth)
	}
}

// own is an element that belongs to the thread, most of the time.
func (g *source) own() string {
	T := g.threads
	index := g.pick("t", "t", "t", fmt.Sprintf("%d - t", T-1), "t * 2", "t * 2 + 1", fmt.Sprintf("t + %d", T), "t ^ 1",
		fmt.Sprintf("(t + %d) %% %d", 1+g.Intn(3), T), fmt.Sprintf("(t << 2 | %d)", g.Intn(4)), "t * 3 + (x & 1)", "(u & 7u) * 4 + t")
	switch g.Intn(4) {
	case 0:
		return "s[" + index + "]"
	case 1:
		return "q[" + index + "]"
	case 2:
		return fmt.Sprintf("g[blockIdx.x * %d + %s]", g.pick2(4*T, T), index)
	}
	return fmt.Sprintf("h[(blockIdx.x * blockDim.x + threadIdx.x)%s]", g.pick("", " * 2", " + n", "* 4 + (x & 3)"))
}

func (g *source) pick2(a, b int) int {
	if g.chance(70) {
		return a
	}
	return b
}

// element is any element.
func (g *source) element() string {
	switch g.Intn(3) {
	case 0:
		return "s[" + g.bounded() + "]"
	case 1:
		return "q[" + g.bounded() + "]"
	}
	return "g[" + g.bounded() + "]"
}

// bounded is an index from 0 to 63.
func (g *source) bounded() string {
	T := g.threads
	switch g.Intn(7) {
	case 0:
		return fmt.Sprintf("(t + %d) & 63", g.Intn(T))
	case 1:
		return fmt.Sprintf("(t + %d) %% %d", g.Intn(T), T)
	case 2:
		return fmt.Sprintf("(%s) & 63", g.integer(2))
	case 3:
		return fmt.Sprintf("(%s) %% 64u", g.unsigned(2))
	case 4:
		return fmt.Sprintf("t / %d", 1+g.Intn(3))
	case 5:
		return fmt.Sprintf("%d", g.Intn(64))
	}
	return "t"
}

func (g *source) read() string {
	switch g.Intn(8) {
	case 0, 1:
		return "r[" + g.bounded() + "]"
	case 2:
		return "l[" + g.integer(1) + " & 3]"
	case 3:
		return "s[t]"
	case 4:
		return "__shfl_xor_sync(0xffffffffu, x, 1)"
	default:
		return g.element()
	}
}

func (g *source) atomic() {
	target := g.pick("&s[%s]", "&q[%s]", "&g[%s]", "&h[%s]")
	target = fmt.Sprintf(target, g.bounded())
	g.line("%satomic%s(%s, %s);", g.pick("", "x = ", "y = "), g.pick("Add", "Add", "Max", "Exch", "Or", "Sub"), target, g.integer(1))
}

// slot takes a place from a counter and writes there.
func (g *source) slot() {
	op := g.pick("atomicAdd(%s, 1u)", "atomicAdd(%s, 1u)", "atomicSub(%s, 1u)", "atomicInc(%s, 7u)", "atomicAdd(%s, 2u)")
	where := g.pick("&c[0]", "&c[1]", "&c[x & 3]", "&c[t & 3]", "&a[0]", "&a[t & 1]")
	g.names++
	v := fmt.Sprintf("p%d", g.names)
	g.line("unsigned %s = %s;", v, fmt.Sprintf(op, where))
	switch g.Intn(5) {
	case 0:
		g.line("g[%s] = t;", v)
	case 1:
		g.line("h[%s * 2u + %s] = t;", v, g.pick("0u", "1u", "(u & 1u)"))
	case 2:
		g.line("if (%s < 64u) q[%s] = %s;", v, v, g.integer(1))
	case 3:
		g.line("u = %s;", v)
	default:
		g.line("if (%s == 0u) { s[%s] = %s; }", v, g.bounded(), g.integer(1))
	}
	if g.chance(15) {
		g.line("c[%s] = 0;", g.pick("0", "t & 3", "x & 3"))
	}
}

func (g *source) branch(depth int) {
	uniform := g.chance(35)
	cond := g.condition(2)
	if uniform {
		cond = g.pick("n > 2", "m & 1u", "n % 3 == 1", "r[0] > 1", "blockIdx.x == 0", "n < 0 || m > 4u")
	} else {
		g.uniform++
	}
	g.line("if (%s) {", cond)
	g.block(depth)
	if uniform && g.chance(40) {
		g.indent++
		g.barrier()
		g.indent--
	}
	g.jump()
	if g.chance(35) {
		g.line("} else {")
		g.block(depth)
	}
	g.line("}")
	if !uniform {
		g.uniform--
	}
}

func (g *source) jump() {
	if !g.chance(25) {
		return
	}
	g.indent++
	switch {
	case g.loops > 0 && g.chance(45):
		g.line("break;")
	case g.loops > 0 && g.chance(80):
		g.line("continue;")
	case g.chance(15):
		g.line("return;")
	}
	g.indent--
}

func (g *source) loop(depth int) {
	g.names++
	i := fmt.Sprintf("i%d", g.names)
	T := g.threads
	ints, vars := g.ints, g.vars
	uniform, end := true, "}"
	g.ints = append(append([]string{}, ints...), i)
	switch g.Intn(9) {
	case 0:
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, 1+g.Intn(4), i)
	case 1:
		g.line("for (int %s = 0; %s < n; %s += %d) {", i, i, i, 1+g.Intn(3))
	case 2:
		g.line("for (int %s = t; %s < %s; %s += %s) {", i, i, g.pick("n", "32", "n * 2"), i, g.pick(fmt.Sprint(T), "blockDim.x", "3"))
		uniform = false
	case 3:
		g.line("for (int %s = %d; %s > 0; %s %s) {", i, 1<<g.Intn(4), i, i, g.pick("/= 2", ">>= 1"))
	case 4:
		g.line("for (unsigned %s = 1; %s < %d; %s %s) {", i, i, 2+g.Intn(10), i, g.pick("*= 2", "<<= 1"))
	case 5:
		g.line("int %s = %s;", i, g.pick("0", "t", "n & 7"))
		uniform = false
		g.line("do {")
		end = fmt.Sprintf("} while ((%s += %d) < %s);", i, 1+g.Intn(3), g.pick("4", "n", "x", "t"))
	case 6:
		g.line("for (unsigned %s = m & 7u; %s-- > 0; ) {", i, i)
	case 7:
		g.line("int %s = %s;", i, g.pick("3", "n & 3", "t & 3"))
		g.line("while (%s > 0 && %s) {", i, g.condition(1))
		g.line("  %s--;", i)
		uniform = false
	default:
		g.line("for (int %s = 0, e%s = %s; %s != e%s; ++%s) {", i, i, g.pick("4", "n & 7", "t & 3"), i, i, i)
		uniform = false
	}
	if !uniform {
		g.uniform++
	}
	g.loops++
	g.block(depth)
	if g.chance(40) {
		g.reduction(i)
	}
	if g.uniform == 0 && g.chance(70) {
		g.indent++
		g.barrier()
		g.indent--
	}
	g.loops--
	if !uniform {
		g.uniform--
	}
	g.line("%s", end)
	g.ints, g.vars = ints, vars
}

func (g *source) reduction(i string) {
	switch g.Intn(4) {
	case 0:
		g.line("  if (t < %s) s[t] += s[t + %s & 63];", i, i)
	case 1:
		g.line("  if (t %% (2 * %s + 2) == 0) s[t] += s[(t + %s) & 63];", i, i)
	case 2:
		g.line("  g[blockIdx.x * 1000 + %s * %d + t] = x;", i, g.threads)
	default:
		g.line("  q[(%s * %d + t) & 63] = %s;", i, g.threads, i)
	}
}

func (g *source) condition(depth int) string {
	switch g.Intn(9) {
	case 0:
		return fmt.Sprintf("t < %d", g.Intn(g.threads+1))
	case 1:
		return fmt.Sprintf("t %% %d == %d", 1+g.Intn(3), g.Intn(2))
	case 2:
		return fmt.Sprintf("(t & %d) == 0", g.Intn(4))
	case 3:
		return fmt.Sprintf("t == %s", g.integer(1))
	case 4:
		return "u - 1u < 4u"
	case 5:
		return fmt.Sprintf("(short)(%s) > (short)(%s)", g.integer(1), g.integer(1))
	case 6:
		return fmt.Sprintf("%s %s %s", g.unsigned(1), g.pick("<", ">", "==", "!="), g.unsigned(1))
	case 7:
		if depth > 1 {
			return fmt.Sprintf("%s %s %s", g.condition(1), g.pick("&&", "||"), g.condition(1))
		}
	}
	return fmt.Sprintf("%s %s %s", g.integer(1), g.pick("<", ">", "==", "!=", ">="), g.integer(1))
}

func (g *source) integer(depth int) string {
	leaf := g.Intn(5) < 2 || depth <= 0
	if leaf {
		if g.chance(25) {
			return g.pick("0", "1", "2", "3", "-1", "7", "t", "n")
		}
		return g.pick(g.ints...)
	}
	a, b := g.integer(depth-1), g.integer(depth-1)
	switch g.Intn(13) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", a, b)
	case 2:
		return fmt.Sprintf("(%s - %s)", a, b)
	case 3:
		return fmt.Sprintf("(%s * %d)", a, g.Intn(5)-1)
	case 4:
		return fmt.Sprintf("(%s %% %d)", a, 1+g.Intn(8))
	case 5:
		return fmt.Sprintf("(%s / %d)", a, 1+g.Intn(4))
	case 6:
		return fmt.Sprintf("(%s & %s)", a, g.pick("1", "3", "6", "-2", "0x30"))
	case 7:
		return fmt.Sprintf("(%s %s %d)", a, g.pick(">>", "<<"), g.Intn(4))
	case 8:
		return fmt.Sprintf("(int)(%s)(%s)", g.pick("signed char", "unsigned char", "short", "unsigned short", "unsigned"), a)
	case 9:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), a, b)
	case 10:
		return fmt.Sprintf("dev(%s, %s)", a, g.unsigned(depth-1))
	case 11:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(1), a, b)
	}
	return fmt.Sprintf("(%s %s %s)", a, g.pick("^", "|"), g.pick("1", "2", "4", "5"))
}

func (g *source) unsigned(depth int) string {
	if depth <= 0 || g.chance(30) {
		return g.pick("m", "threadIdx.x", "u", "3u", "1u", "(unsigned)x", "(unsigned)n")
	}
	a, b := g.unsigned(depth-1), g.unsigned(depth-1)
	switch g.Intn(6) {
	case 0:
		return fmt.Sprintf("(%s + %s)", a, b)
	case 1:
		return fmt.Sprintf("(%s - %s)", a, b)
	case 2:
		return fmt.Sprintf("(%s %% %du)", a, 1+g.Intn(8))
	case 3:
		return fmt.Sprintf("(%s >> %d)", a, g.Intn(4))
	case 4:
		return fmt.Sprintf("(%s & %du)", a, g.Intn(8))
	}
	return fmt.Sprintf("(unsigned)%s", g.integer(depth-1))
}
