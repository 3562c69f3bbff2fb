package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

// withEffort gives a command that has a time limit by default another one that does not
// depend on the machine.
func withEffort(args []string) []string {
	if len(args) == 0 || !slices.Contains([]string{"verify", "weft", "explain", "translate"}, args[0]) || slices.Contains(args, "--timeout") {
		return args
	}
	return slices.Insert(slices.Clone(args), 1, "--effort", strconv.Itoa(enough))
}

// gv2 runs a command line and returns its exit code and output.
func gv2(stdin string, args ...string) (code int, out, stderr string) {
	var o, e bytes.Buffer
	code = run(context.Background(), withEffort(args), streams{in: strings.NewReader(stdin), out: &o, err: &e})
	return code, o.String(), e.String()
}

const (
	quietKernel = "__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
	racyKernel  = "__global__ void k(int *p) { p[0] = threadIdx.x; }\n"
	namedKernel = "__global__ void k(int *p) {\n  asm volatile(\"bar.arrive 1, 64;\");\n}\n"
	loopKernel  = "__global__ void k(int *p) {\n  for (int i = 0; i < 100; ++i) __syncthreads();\n}\n"
	// Not in the translation: barriers in memory.
	memoryBarrierKernel = "__global__ void k(int *p) {\n  asm volatile(\"mbarrier.arrive.b64 _, [%0];\" :: \"l\"(p));\n}\n"
	openKernel          = `__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[32];
  for (int i = 0; i < n; ++i)
    if (threadIdx.x < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      s[threadIdx.x] = in[i];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[threadIdx.x] = s[threadIdx.x - 32];
    }
}
`
	brokenKernel = "__global__ void k(int *p) { p[0] = ; }\n"
)

// TestExitCodes shows each exit code once and more, with what is said.
func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		name, stdin string
		args        []string
		code        int
		said        string // on either stream
	}{
		{"proved", quietKernel, []string{"verify", "--block-dim", "64", "-"}, exitProved, "proved"},
		{"refuted", racyKernel, []string{"verify", "--block-dim", "64", "-"}, exitRefuted, "write-write race on p[0]"},
		{"bounded", "__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) p[threadIdx.x] = i; }\n",
			[]string{"verify", "--engine", "boogie", "--block-dim", "64", "--grid-dim", "1", "--loop-unroll", "2", "-"}, exitUndecided, "bounded"},
		{"unsupported", memoryBarrierKernel, []string{"verify", "--engine", "boogie", "--block-dim", "64", "-"}, exitUnsupported, "<stdin>:2:"},
		{"unsupported translate", memoryBarrierKernel, []string{"translate", "--block-dim", "64", "-"}, exitUnsupported, "<stdin>:2:"},
		{"syntax", brokenKernel, []string{"verify", "--block-dim", "64", "-"}, exitUsage, "<stdin>:1:"},
		{"no such file", "", []string{"verify", "--block-dim", "64", "nowhere.cu"}, exitUsage, "nowhere.cu"},
		{"no block dim", quietKernel, []string{"verify", "-"}, exitUsage, "give --block-dim"},
		{"no kernel", "int main() { return 0; }\n", []string{"verify", "-"}, exitUsage, "no __global__ function in <stdin>"},
		{"empty file", "", []string{"verify", "-"}, exitUsage, "no __global__ function in <stdin>"},
		{"open comment", "/* never closed\n__global__ void k() {}\n", []string{"verify", "-"}, exitUsage, "<stdin>:1:"},
		{"binary", "\x7fELF\x00\x01\x02\xff\xfe\x00{{{(((", []string{"verify", "-"}, exitUsage, "<stdin>"},
		{"no such kernel", quietKernel, []string{"verify", "--kernel", "j", "--block-dim", "1", "-"}, exitUsage, "no kernel j in <stdin>; it has k"},
		{"no command", "", nil, exitUsage, "which command?"},
		{"unknown command", "", []string{"prove"}, exitUsage, "unknown command"},
		{"unknown flag", "", []string{"verify", "--fast", "-"}, exitUsage, "unknown flag"},
		{"weft proves", quietKernel, []string{"weft", "--block-dim", "64", "--grid-dim", "2", "-"}, exitProved, "thread programs"},
		{"weft refutes", racyKernel, []string{"weft", "--block-dim", "64", "-"}, exitRefuted, "write-write race on p[0]"},
		{"weft leaves open", quietKernel, []string{"weft", "--block-dim", "64", "-"}, exitUndecided, "data-race            unknown  weft"},
		{"weft engine", quietKernel, []string{"verify", "--engine", "weft", "--block-dim", "64", "--grid-dim", "2", "-"}, exitProved, "weft"},
		{"weft budget", loopKernel, []string{"weft", "--block-dim", "64", "--max-commands", "1000", "-"}, exitUndecided, "--max-commands"},
		{"weft asked for invariants", quietKernel, []string{"weft", "--block-dim", "64", "--check", "invariant", "-"}, exitProved, "proved"},
		{"array bounds", "__global__ void k() { __shared__ int s[64]; s[threadIdx.x] = 1; }", []string{"weft", "--block-dim", "64", "--check", "array-bounds", "-"}, exitProved, "array-bounds"},
		{"array out of bounds", "__global__ void k() { __shared__ int s[64]; s[threadIdx.x + 1] = 1; }", []string{"weft", "--block-dim", "64", "--check-array-bounds", "-"}, exitRefuted, "64 elements"},
		{"named", namedKernel, []string{"verify", "--block-dim", "64", "-"}, exitProved, "deadlock"},
		{"named, for all values", openKernel, []string{"verify", "--block-dim", "64", "--grid-dim", "1", "-"}, exitProved, "deadlock             proved   boogie"},
		{"named, bounded", openKernel, []string{"verify", "--encoding", "barrier", "--block-dim", "64", "--grid-dim", "1", "-"}, exitUndecided, "nothing wrong for n = 0..8, 16, 31..33, 64, 65; for all values: not static: "},
		{"named, one value", openKernel, []string{"verify", "--block-dim", "64", "--grid-dim", "1", "--param", "n=5", "-"}, exitProved, "proved"},
		{"named, small value refutes", strings.Replace(openKernel, "2, 64", "2, 32", 1), []string{"verify", "--block-dim", "64", "--grid-dim", "1", "-"}, exitRefuted, "with n = 1"},
		{"named, boogie alone", openKernel, []string{"verify", "--engine", "boogie", "--encoding", "barrier", "--block-dim", "64", "--grid-dim", "1", "-"}, exitUnsupported, "<stdin>:5:"},
		{"places reserved for a warp", "__global__ void k(int *p, int *n) {\n  int first = 0, lane = threadIdx.x % 32;\n  if (lane == 0) first = atomicAdd(n, 32);\n" +
			"  first = __shfl_sync(0xffffffff, first, 0);\n  p[first + lane] = threadIdx.x;\n}\n",
			[]string{"verify", "--block-dim", "64", "--grid-dim", "1", "-"}, exitUndecided, "what a shuffle passes on of an atomic's result"},
		{"translate generations in lock step", namedKernel, []string{"translate", "--block-dim", "64", "--warp-sync", "-"}, exitUnsupported, "does not model it"},
		{"translate for volta", quietKernel, []string{"translate", "--block-dim", "64", "--barrier-rule", "volta", "-"}, exitUnsupported, "not modelled"},
		{"translate deadlock", quietKernel, []string{"translate", "--block-dim", "64", "--check", "deadlock", "-"}, exitUnsupported, "gv2 weft"},
		{"translate exactly", quietKernel, []string{"translate", "--block-dim", "64", "--engine", "weft", "-"}, exitUnsupported, "gv2 weft"},
		{"explain command", "", []string{"explain", "k.cu"}, exitUsage, "no such file"},
		{"version", "", []string{"version"}, exitProved, "gv2 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(c.stdin, c.args...)
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			assert.Contains(t, out+stderr, c.said)
		})
	}
}

func TestWrongFlagValues(t *testing.T) {
	for _, args := range [][]string{
		{"--block-dim", "0"}, {"--block-dim", "64,64"}, {"--blockDim=x"}, {"--grid-dim", "0"},
		{"--param", "n"}, {"--param", "n=x"}, {"--shared-bytes", "-4"}, {"-D", "1"},
		{"--engine", "fast"}, {"--arith", "real"}, {"--same-value-writes", "maybe"}, {"--invariants", "all"},
		{"--check", "races"}, {"--loop-unroll", "0"}, {"--loop-unroll", "-1"}, {"--timeout", "0s"},
		{"--timeout", "soon"}, {"--barrier-rule", "pascal"}, {"--max-commands", "0"}, {"--arch", "7"}, {"--format", "yaml"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			code, out, stderr := gv2(quietKernel, append([]string{"verify", "-"}, args...)...)
			assert.Equal(t, exitUsage, code)
			assert.Empty(t, out)
			assert.Contains(t, stderr, strings.TrimLeft(strings.SplitN(args[0], "=", 2)[0], "-")[:1])
		})
	}
}

func TestMissingSolver(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, out, stderr := gv2(quietKernel, "verify", "--block-dim", "64", "-")
	assert.Equal(t, exitTool, code)
	assert.Contains(t, stderr, "apt-get install")
	assert.Contains(t, out, "barrier-divergence   proved   weft", "what is settled is reported")
	assert.Contains(t, out, "left to the solver: ")
	code, out, stderr = gv2(quietKernel, "verify", "--block-dim", "64", "--grid-dim", "2", "-")
	assert.Equal(t, exitProved, code, out)
	assert.Empty(t, stderr, "nothing is left for the solver")
	code, out, stderr = gv2(racyKernel, "verify", "--block-dim", "64", "-")
	assert.Equal(t, 1, code, out)
	assert.Empty(t, stderr)
	code, _, stderr = gv2(quietKernel, "weft", "--block-dim", "64", "--grid-dim", "2", "-")
	assert.Equal(t, exitProved, code)
	assert.Empty(t, stderr)
	code, out, _ = gv2("", "version")
	assert.Equal(t, exitProved, code)
	assert.Contains(t, out, "z3 not found (needed for")
	assert.Contains(t, out, "boogie not found (optional; ")
	for _, manager := range []string{"apt-get install z3", "dnf install z3", "brew install z3", "winget", "pip install z3-solver"} {
		assert.Contains(t, out, manager)
	}
	for _, tool := range []string{"boogie", "cvc5", "both"} {
		code, _, stderr = gv2(quietKernel, "verify", "--engine", "boogie", "--solver", tool, "--block-dim", "64", "-")
		assert.Equal(t, exitTool, code, tool)
		assert.Contains(t, stderr, "apt-get install", tool)
	}

	code, out, errText := gv2("", "verify", "--engine", "boogie", "../../testdata/kernels/loops/grid/saxpy_ok.cu")
	assert.Equal(t, exitTool, code)
	assert.Contains(t, errText, "gv2: z3 not found: apt-get install z3")
	assert.Contains(t, out, "\n    z3 not found: apt-get install z3", "each open property has the reason")
}

// TestSolversContradict: with --solver both, an answer of Boogie that is not Z3's is an
// internal error, which names a file with the program.
func TestSolversContradict(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	says := `#!/bin/sh
line=$(grep -n 'call CHECK' | head -1 | cut -d: -f1)
echo "stdin.bpl($line,3): Error BP5002: A precondition for this call might not hold."
echo "Execution trace:"
echo "    stdin.bpl($line,3): anon0"
echo "Boogie program verifier finished with 1 verified, 1 error"
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "boogie"), []byte(says), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	kernel := "__global__ void k(int *p, int *q) { p[blockIdx.x * blockDim.x + threadIdx.x] = q[threadIdx.x]; }\n"
	code, out, stderr := gv2(kernel, "verify", "--engine", "boogie", "--solver", "both", "--arith", "int", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, exitTool, code, "%s%s", out, stderr)
	assert.NotContains(t, out, "proved")
	assert.Contains(t, stderr, "internal error: z3 and boogie contradict each other about "+dir)
	kept, err := filepath.Glob(filepath.Join(dir, "gv2-difference-*.bpl"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	assert.Contains(t, stderr, kept[0])
	assert.Contains(t, readFile(t, kept[0]), "procedure k")
}

func TestCrashingSolver(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "z3"), []byte("#!/bin/sh\necho nonsense\nexit 7\n"), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	code, out, stderr := gv2(quietKernel, "verify", "--engine", "boogie", "--block-dim", "64", "-")
	assert.Equal(t, exitTool, code, "%s%s", out, stderr)
	assert.NotContains(t, out, "proved")
	code, out, stderr = gv2(quietKernel, "verify", "--block-dim", "64", "-")
	assert.Equal(t, exitTool, code, "%s%s", out, stderr)
	assert.NotContains(t, out, "kernel k: proved")
}

// TestWorstCode keeps the precedence of the contract: 4, 1, 5, 3, 2, 0.
func TestWorstCode(t *testing.T) {
	assert.Equal(t, 0, worstCode(nil))
	assert.Equal(t, 0, worstCode([]int{0, 0}))
	order := []int{0, 2, 3, 5, 1, 4}
	for i := 1; i < len(order); i++ {
		assert.Equal(t, order[i], worstCode(order[:i+1]))
	}
}

// TestSeveralKernels: the trouble of one kernel does not lose the others.
func TestSeveralKernels(t *testing.T) {
	text := "__global__ void a(int *p) { p[threadIdx.x] = 1; }\n" +
		"__global__ void b(int *p) { asm volatile(\"mbarrier.arrive.b64 _, [%0];\" :: \"l\"(p)); }\n" +
		"__global__ void c(int *p) { p[0] = threadIdx.x; }\n"
	code, out, _ := gv2(text, "verify", "--engine", "boogie", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, 1, code, out)
	a, b, c := strings.Index(out, "kernel a: proved"), strings.Index(out, "kernel b: unsupported"), strings.Index(out, "kernel c: refuted")
	assert.True(t, 0 <= a && a < b && b < c, out)
	assert.Contains(t, out, "3 kernels: 1 proved, 1 refuted, 1 unsupported")

	code, out, _ = gv2(text, "verify", "--block-dim", "64", "--grid-dim", "1", "--kernel", "a", "-")
	assert.Equal(t, exitProved, code, out)
	assert.NotContains(t, out, "kernel c")

	code, _, stderr := gv2(text, "translate", "--block-dim", "64", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "choose one with --kernel: a, b, c")
}

// TestPanicInOneKernel: a bug of gv2 is exit code 5 with the kernel's position,
// and the kernels after it are still verified.
func TestPanicInOneKernel(t *testing.T) {
	var out, stderr bytes.Buffer
	io := streams{in: strings.NewReader(quietKernel + strings.Replace(quietKernel, " k(", " j(", 1)), out: &out, err: &stderr}
	calls := 0
	cmd := newVerifyCommand(io, func(ctx context.Context, io streams, opts *verifyOptions) error {
		opts.engines.Solve = func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
			if calls++; calls == 1 {
				panic("a bug")
			}
			return solver.Run(ctx, p, o)
		}
		return runVerify(context.Background(), io, opts)
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"--engine", "boogie", "--block-dim", "64", "-"})
	assert.Equal(t, exitTool, codeOf(cmd.Execute()))
	assert.Contains(t, stderr.String(), "<stdin>:1:")
	assert.Contains(t, stderr.String(), "internal error in kernel k, please report: a bug")
	assert.Contains(t, out.String(), "kernel j: proved")
}

// TestLaunchResolution: flags win over __launch_bounds__, that over the comment.
func TestLaunchResolution(t *testing.T) {
	const body = "void k(int *p) { p[threadIdx.x] = 1; }\n"
	for _, c := range []struct {
		name, text string
		args       []string
		want       string
	}{
		{"flag", "//--blockDim=32\n__global__ __launch_bounds__(64) " + body, []string{"--block-dim", "8,2"}, "block (8,2,1), grid (1,1,1)"},
		{"flag, GPUVerify", "__global__ " + body, []string{"--blockDim=[8,2,1]", "--gridDim=1"}, "block (8,2,1), grid (1,1,1)"},
		{"bounds", "//--blockDim=32\n__global__ __launch_bounds__(64) " + body, nil, "block (64,1,1), grid (1,1,1)"},
		{"comment", "//pass\n//--blockDim=32 --gridDim=1\n__global__ " + body, []string{"--intra-group"}, "block (32,1,1), grid (1,1,1)"},
		{"open grid", "//--blockDim=32\n__global__ " + body, []string{"--grid-dim", "*"}, "block (32,1,1), grid (any,1,1)"},
		{"open planes", "//--blockDim=32\n__global__ void k(int *p) { p[blockIdx.y] = 1; }\n", []string{"--grid-dim", "*"}, "block (32,1,1), grid (any,any,1)"},
		{"open in one place", "//--blockDim=32\n__global__ " + body, []string{"--grid-dim", "2,*"}, "block (32,1,1), grid (2,any,1)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"verify", "--check", "barrier-divergence"}, c.args...)
			if !strings.Contains(strings.Join(c.args, " "), "rid") {
				args = append(args, "--grid-dim", "1")
			}
			_, out, stderr := gv2(c.text, append(args, "-")...)
			assert.Contains(t, out, "("+c.want+")", stderr)
		})
	}
}

// TestCommentDefinesMacros: -D of the leading comment is known to the
// preprocessor, and an unknown option is only a warning.
func TestCommentDefinesMacros(t *testing.T) {
	text := "//--blockDim=32 --gridDim=1 -DWRITE=1 --no-such-option\n" +
		"#ifndef WRITE\n#error WRITE is not defined\n#endif\n" +
		"__global__ void k(int *p) { p[threadIdx.x] = WRITE; }\n"
	code, out, stderr := gv2(text, "verify", "-")
	assert.Equal(t, exitProved, code, "%s%s", out, stderr)
	assert.Contains(t, stderr, "warning: option --no-such-option in the leading comment is ignored")
}

func TestTranslateWritesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.bpl")
	code, out, stderr := gv2(quietKernel, "translate", "--block-dim", "64", "-o", path, "-")
	require.Equal(t, exitProved, code, stderr)
	assert.Empty(t, out)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	_, same, _ := gv2(quietKernel, "translate", "--block-dim", "64", "-")
	assert.Equal(t, same, string(text))
}

func TestRefusedTranslationLeavesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.bpl")
	code, _, _ := gv2(memoryBarrierKernel, "translate", "--block-dim", "64", "-o", path, "-")
	assert.Equal(t, exitUnsupported, code)
	assert.NoFileExists(t, path)
}

func TestResultCodes(t *testing.T) {
	for outcome, code := range map[verdict.Outcome]int{
		verdict.KernelProved: exitProved, verdict.KernelRefuted: exitRefuted, verdict.KernelUnknown: exitUndecided,
		verdict.KernelUnsupported: exitUnsupported, verdict.KernelError: exitTool,
	} {
		assert.Equal(t, code, resultCode(&verdict.Result{Outcome: outcome}), outcome)
	}
}

// TestPairsOverAllBlocks: a race within a block is as often in each of the others,
// also where one block was executed for all.
func TestPairsOverAllBlocks(t *testing.T) {
	for element, pairs := range map[string][]string{
		"0":          {"6 pairs", "45 pairs"}, // 4 threads, and 10
		"blockIdx.x": {"2 pairs", "5 pairs"},
	} {
		for i, grid := range []string{"2", "5"} {
			text := "__global__ void k(int *p) { p[" + element + "] = threadIdx.x; }\n"
			code, out, _ := gv2(text, "verify", "--block-dim", "2", "--grid-dim", grid, "-")
			assert.Equal(t, 1, code)
			assert.Contains(t, out, "("+pairs[i]+" of accesses)", "p[%s], %s blocks", element, grid)
		}
	}
}

// Flags may stand in front of the command.
func TestFlagsBeforeTheCommand(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.cu")
	require.NoError(t, os.WriteFile(path, []byte(quietKernel), 0o600))
	for _, args := range [][]string{{"verify", "-q", "--block-dim", "64", path}, {"-q", "verify", "--block-dim", "64", path}, {"--block-dim", "64", "-q", "verify", path}, {"--color=never", "--block-dim=64", "-q", "verify", path}} {
		code, out, stderr := gv2("", args...)
		assert.Equal(t, exitProved, code, "%v: %s", args, stderr)
		assert.Contains(t, out, "k: proved", args)
		assert.Equal(t, 1, strings.Count(out, "\n"), args)
	}
}

// One copy of the kernel for each property: what several arrays and barriers ask is in one procedure, which Boogie verifies.
func TestTranslateCopies(t *testing.T) {
	const path = "../../testdata/kernels/generations/01_single_buffer_ok.cu"
	copies := func(args ...string) (procedures []string, lines int) {
		code, out, stderr := gv2("", append([]string{"translate", "--self-check", path}, args...)...)
		require.Equal(t, exitProved, code, stderr)
		p, err := boogie.Parse("p", out)
		require.NoError(t, err)
		return boogie.Implemented(p), strings.Count(out, "\n")
	}
	arrays, long := copies()
	assert.Equal(t, []string{"k$race$buf", "k$race$out", "k$divergence", "k$recycling$1", "k$recycling$2", "k$balance", "k$order"}, arrays)
	properties, short := copies("--copies", "property")
	assert.Equal(t, []string{"k$data_race", "k$divergence", "k$barrier_recycling", "k$deadlock"}, properties)
	assert.Less(t, short, long)
	code, _, stderr := gv2("", "translate", "--copies", "all", path)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "--copies all: choose one of array, property")
	needsBoogie(t)
	code, out, stderr := gv2("", "translate", "--copies", "property", "--run", path)
	assert.Equal(t, exitProved, code, stderr)
	assert.Contains(t, out, "4 verified, 0 errors")
	faulty := strings.Replace(path, "_ok", "_bug", 1)
	code, out, _ = gv2("", "translate", "--copies", "property", "--run", faulty)
	assert.Equal(t, 1, code, out)
}

// With --found a fault is told before the report, in any format; without, nobody but a terminal is told.
func TestFoundIsToldFirst(t *testing.T) {
	const file = "../../testdata/demo/racy.cu"
	code, out, stderr := gv2("", "verify", "--format", "json", "--found", file)
	assert.Equal(t, 1, code)
	assert.Contains(t, out, `"verdict": "refuted"`)
	assert.Regexp(t, `^\S+racy\.cu:8:3: found: write-read race on tile\[0\]: .*; the report follows\n$`, stderr)
	_, _, stderr = gv2("", "verify", "--format", "json", file)
	assert.Empty(t, stderr)
}
