package verdict

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/inflight"
	"gv2/predicate/phases"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/prove"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Phases of barriers in memory are proved for any number of rounds by generations. Here kernels that are proved are changed in one
// place each, and what is still proved of them is held against executions for small numbers of rounds, which know nothing
// of it.

// phaseChange is a kernel with one change.
type phaseChange struct {
	what string
	k    *kernel.Kernel
}

// changes are kernels that differ from k in one statement or one number.
func changes(k *kernel.Kernel) []phaseChange {
	var out []phaseChange
	var all []kernel.Stmt
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		all = append(all, s)
		return true
	})
	add := func(s kernel.Stmt, what string, with func(s, inner kernel.Stmt) []kernel.Stmt) {
		c := *k
		c.Body = kernel.Rewrite(k.Body, with)
		if kernel.Check(&c) == nil {
			out = append(out, phaseChange{fmt.Sprintf("line %d, %s: %s", s.Source().Pos.Line, what, strings.TrimSpace(strings.SplitN(kernel.PrintStmts([]kernel.Stmt{s}), "\n", 2)[0])), &c})
		}
	}
	for _, at := range all {
		by := func(list ...kernel.Stmt) func(s, inner kernel.Stmt) []kernel.Stmt {
			return func(s, inner kernel.Stmt) []kernel.Stmt {
				if s == at {
					return list
				}
				return []kernel.Stmt{inner}
			}
		}
		switch s := at.(type) {
		case *kernel.Phase:
			add(s, "gone", by())
			add(s, "twice", by(s, s))
			if s.Parity != nil {
				c := *s
				c.Parity = kernel.Op(kernel.Xor, s.Parity, kernel.NewConst(kernel.U32, 1))
				add(s, "other parity", by(&c))
			}
		case *kernel.Barrier, *kernel.Async:
			add(s, "gone", by())
			add(s, "twice", by(s, s))
		case *kernel.Assign:
			if !slices.Contains(kernel.Reads(s), s.Dst) { // a loop without its step never ends
				add(s, "gone", by())
			}
		case *kernel.If:
			add(s, "always", by(s.Then...))
		default:
			// Their numbers are changed below.
		}
		if a, ok := at.(*kernel.Assign); ok && slices.Contains(kernel.Reads(a), a.Dst) {
			continue
		}
		for n := range numbers(at) {
			for _, d := range []int64{1, -1} {
				add(at, fmt.Sprintf("number %d %+d", n, d), func(s, inner kernel.Stmt) []kernel.Stmt {
					if s == at {
						return []kernel.Stmt{shifted(inner, n, d)}
					}
					return []kernel.Stmt{inner}
				})
			}
		}
	}
	return append(out, swaps(k)...)
}

// swaps are the kernels in which two neighbours of a list have changed places.
func swaps(k *kernel.Kernel) []phaseChange {
	var out []phaseChange
	count := 0
	var swapped func(list []kernel.Stmt, at int, n *int) []kernel.Stmt
	swapped = func(list []kernel.Stmt, at int, n *int) []kernel.Stmt {
		c := make([]kernel.Stmt, len(list))
		for i, s := range list {
			c[i] = kernel.MapBlocks(s, func(l []kernel.Stmt) []kernel.Stmt { return swapped(l, at, n) })
		}
		for i := range len(c) - 1 {
			if _, quiet := c[i].(*kernel.Havoc); !quiet {
				if *n == at {
					c[i], c[i+1] = c[i+1], c[i]
				}
				*n++
			}
		}
		return c
	}
	swapped(k.Body, -1, &count)
	for at := range count {
		c, n := *k, 0
		c.Body = swapped(k.Body, at, &n)
		if kernel.Check(&c) == nil {
			out = append(out, phaseChange{fmt.Sprintf("swap %d", at), &c})
		}
	}
	return out
}

// numbers are the integer constants of a statement.
func numbers(s kernel.Stmt) []*kernel.Const {
	var out []*kernel.Const
	kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if c, ok := e.(*kernel.Const); ok && c.T.Kind == kernel.Int {
				out = append(out, c)
			}
			return true
		})
		return e
	})
	return out
}

// shifted is s with its n-th number changed.
func shifted(s kernel.Stmt, n int, by int64) kernel.Stmt {
	at := 0
	return kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr {
		return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
			c, ok := e.(*kernel.Const)
			if !ok || c.T.Kind != kernel.Int {
				return e
			}
			at++
			if at-1 != n {
				return e
			}
			return kernel.NewConst(c.T, c.Val+by)
		})
	})
}

// ofPhases are the properties that are proved together.
var ofPhases = []kernel.Property{kernel.DataRace, kernel.Deadlock, kernel.Recycling, kernel.Count, kernel.Divergence}

// byPhases are the properties that are proved for any n, by phases alone, with so much effort.
func byPhases(k *kernel.Kernel, effort int64) map[kernel.Property]bool {
	return shownBy(k, effort, (*prove.Prover).Phases)
}

// byCopies are those that are proved by following copies and products that end with groups.
func byCopies(k *kernel.Kernel, effort int64) map[kernel.Property]bool {
	return shownBy(k, effort, (*prove.Prover).Asynchronous)
}

func shownBy(k *kernel.Kernel, effort int64, step func(*prove.Prover)) map[kernel.Property]bool {
	c := decision.CaseOf(context.Background(), k, Options{Effort: effort}.Limited())
	x := begin(c, Engines{Solve: solver.Run, Check: DefaultEngines().Check})
	x.open()
	x.prover = prove.New(x.d, solver.Run, confirm.Confirm{Check: DefaultEngines().Check}, shares())
	step(x.prover)
	x.d.Settle()
	out := map[kernel.Property]bool{}
	for _, name := range ofPhases {
		p := x.d.By[name]
		out[name] = p != nil && p.Status == claim.Proved
	}
	return out
}

// refutedFor are the properties that executions of a block refute, with the number of rounds.
func refutedFor(t *testing.T, k *kernel.Kernel) map[kernel.Property]int {
	out := map[kernel.Property]int{}
	for n := range 8 {
		r, err := weft.Check(context.Background(), k, weft.Options{Params: map[string]int64{"n": int64(n), "tiles": int64(n)}})
		require.NoError(t, err)
		for _, name := range ofPhases {
			if _, seen := out[name]; !seen && r.Verdicts[name].Status == claim.Refuted {
				out[name] = n
			}
		}
	}
	return out
}

// phaseKernels are the kernels of testdata whose phases are proved for any n.
func phaseKernels(t *testing.T) []string {
	dir := os.Getenv("PHASES_DIR")
	if dir == "" {
		dir = "../../testdata/kernels/async"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_ok.cu"))
	require.NoError(t, err)
	return files
}

// numbered reports whether the phases of k are proved as generations.
func numbered(k *kernel.Kernel) bool {
	if apart, _, _ := phases.Apart(k); apart != nil {
		k = apart
	}
	if plain, _, _ := inflight.Beside(k, inflight.Late); plain != nil {
		k = plain
	}
	out, _ := phases.Numbered(k)
	return out != nil
}

// followed reports whether copies and products of k are followed until the wait that ends them.
func followed(k *kernel.Kernel) bool {
	out, _ := inflight.Plain(k, inflight.Early)
	return out != nil
}

// openKernels are the kernels of testdata with an unknown number of rounds, n or tiles.
func openKernels(t *testing.T) map[string]*kernel.Kernel {
	unknown := regexp.MustCompile(`\bint (n|tiles)\)`)
	out := map[string]*kernel.Kernel{}
	for _, file := range phaseKernels(t) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if unknown.MatchString(string(text)) && strings.Contains(string(text), "blockDim") {
			out[file] = kerneltest.Lower(t, string(text), launchOf(t, string(text)))
		}
	}
	return out
}

// judged is what has become of a changed kernel.
type judged struct {
	// wrong are the properties that executions of a small number of rounds refute, with that number.
	wrong map[kernel.Property]int
	// shown are those of them that are proved all the same, which nothing may be.
	shown []kernel.Property
}

// String is the judgement as a field of the notes of an earlier run.
func (j judged) String() string {
	var wrong []string
	for _, name := range ofPhases {
		if n, is := j.wrong[name]; is {
			wrong = append(wrong, fmt.Sprintf("%s=%d", name, n))
		}
	}
	if len(wrong) == 0 {
		return "holds"
	}
	if len(j.shown) > 0 {
		return fmt.Sprintf("WRONG %v %v", j.shown, wrong)
	}
	return "refuted " + strings.Join(wrong, ",")
}

// judgeChange executes k for small numbers of rounds and asks the prover only about what these refute: whatever it
// says of the rest, no execution contradicts it.
func judgeChange(t *testing.T, k *kernel.Kernel, proof func(*kernel.Kernel, int64) map[kernel.Property]bool) judged {
	j := judged{wrong: refutedFor(t, k)}
	if len(j.wrong) == 0 {
		return j
	}
	for name, shown := range proof(k, phaseEffort) {
		if _, is := j.wrong[name]; is && shown {
			j.shown = append(j.shown, name)
		}
	}
	return j
}

// phaseEffort limits the prover for each changed kernel: half a million is enough for the proofs of those of testdata, unchanged.
const phaseEffort = 1_000_000

// proofFor is the step that proves k for any number of rounds, nil if none does.
func proofFor(k *kernel.Kernel) func(*kernel.Kernel, int64) map[kernel.Property]bool {
	switch {
	case numbered(k):
		return byPhases
	case followed(k):
		return byCopies
	}
	return nil
}

// phaseLog holds what earlier runs have judged, a line for each changed kernel, and takes further lines. Without
// PHASES_LOG there is none.
type phaseLog struct {
	known map[string]string
	file  *os.File
}

func openPhaseLog(t *testing.T) *phaseLog {
	l := &phaseLog{known: map[string]string{}}
	name := os.Getenv("PHASES_LOG")
	if name == "" {
		return l
	}
	text, err := os.ReadFile(name)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	for line := range strings.Lines(string(text)) {
		if field := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(field) == 4 && strings.HasSuffix(line, "\n") {
			l.known[field[0]+"\t"+field[1]+"\t"+field[2]] = field[3]
		}
	}
	l.file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.file.Close()) })
	return l
}

// judge is what is known of a changed kernel, or found out.
func (l *phaseLog) judge(t *testing.T, file string, at int, c phaseChange, proof func(*kernel.Kernel, int64) map[kernel.Property]bool) string {
	key := fmt.Sprintf("%s\t%d\t%s", filepath.Base(file), at, strings.ReplaceAll(c.what, "\t", " "))
	if told, is := l.known[key]; is {
		return told
	}
	told := judgeChange(t, c.k, proof).String()
	if l.file != nil {
		_, err := fmt.Fprintf(l.file, "%s\t%s\n", key, told)
		require.NoError(t, err)
	}
	return told
}

// TestPhaseMutants proves nothing that an execution refutes. PHASES sets how many of the changes are looked at: every one, or every
// so many-th; PHASES_DIR where the kernels are; PHASES_LOG names a file of what is judged already, from which a run that was ended goes on.
func TestPhaseMutants(t *testing.T) {
	every := 240
	if text := os.Getenv("PHASES"); text != "" {
		var err error
		every, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	log := openPhaseLog(t)
	at, looked, refuted := 0, 0, 0
	kernels := openKernels(t)
	for _, file := range slices.Sorted(maps.Keys(kernels)) {
		k := kernels[file]
		proof := proofFor(k)
		if proof == nil {
			continue
		}
		began, wrong := looked, refuted
		for i, c := range changes(k) {
			if at++; at%every != 0 {
				continue
			}
			looked++
			told := log.judge(t, file, i, c, proof)
			if told != "holds" {
				refuted++
			}
			assert.NotContains(t, told, "WRONG", "%s: %s", file, c.what)
		}
		t.Logf("%s: %d changes looked at, %d are refuted for small n", filepath.Base(file), looked-began, refuted-wrong)
	}
	t.Logf("%d changes, every %d looked at: %d, of which %d are refuted for small n", at, every, looked, refuted)
}

func launchOf(t *testing.T, text string) kernel.Launch {
	found := regexp.MustCompile(`--blockDim=\[?(\d+)(?:,(\d+))?`).FindStringSubmatch(text)
	require.NotNil(t, found)
	l := kernel.Launch{BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{1, 1, 1}}
	for i, number := range found[1:] {
		if number != "" {
			n, err := strconv.Atoi(number)
			require.NoError(t, err)
			l.BlockDim[i] = n
		}
	}
	return l
}

// TestCopiesGoOnBehindBarriers: a barrier of the block says nothing of copies that end with a phase, also where no phase orders
// the accesses to an array at all.
func TestCopiesGoOnBehindBarriers(t *testing.T) {
	const text = `#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
__device__ bool done(void *b, unsigned parity) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
  return ok;
}
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x, x = 0;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(SMEM(&bar)) : "memory");
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(SMEM(&s[t])), "l"(in + i * 64 + t) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" :: "r"(SMEM(&bar)) : "memory");
    __syncthreads();
    x += s[63 - t];
    while (!done(&bar, i & 1)) { }
    __syncthreads();
  }
  out[t] = x;
}
`
	k := kerneltest.Lower(t, text, kerneltest.Block(64))
	shown := byPhases(k, phaseEffort)
	assert.True(t, shown[kernel.Deadlock])
	assert.False(t, shown[kernel.DataRace])
}
