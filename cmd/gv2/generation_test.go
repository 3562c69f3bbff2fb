package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// generationKernels is the folder of kernels with named barriers in loops of any
// length. Those that end in _open.cu are correct, and the generation encoding
// cannot show all of it: their leading comment has lines like
//
//	//proved barrier-divergence deadlock
//	//open data-race "third thread"
//
// the second one with a regexp on the reason.
const (
	generationKernels = "../../testdata/kernels/generations/"
	openSuffix        = "_open.cu"
)

// openVerdicts are the verdicts that an open kernel's comment names.
var openVerdicts = regexp.MustCompile(`(?m)^//(?:proved (.*)|open (\S+) "(.*)")$`)

// TestOpenGenerations demands of correct kernels that are out of the generation
// encoding's reach: the translation says unknown and why, small values of n are what
// users get instead, and for a given n the exact engine proves everything.
func TestOpenGenerations(t *testing.T) {
	files, err := filepath.Glob(generationKernels + "*" + openSuffix)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			reports, stderr := verifyPath(t, path, "--self-check")
			require.Len(t, reports, 1, stderr)
			checkOpen(t, reports[0], readFile(t, path))
			reports, stderr = verifyPath(t, path, "--param", "n=8")
			require.Len(t, reports, 1, stderr)
			assert.Equal(t, verdict.KernelProved, reports[0].Outcome, explain(reports[0]))
			for _, p := range reports[0].Properties {
				assert.Equal(t, verdict.WeftEngine, p.Engine, p.Name)
			}
		})
	}
}

// checkOpen compares a report for every n with the comment.
func checkOpen(t *testing.T, r *report, text string) {
	assert.Equal(t, verdict.KernelUnknown, r.Outcome, explain(r))
	assert.Empty(t, r.Findings)
	checkComment(t, r, text, claim.Bounded, `^nothing wrong for n = 0\.\.8, .*; for all values: .*`)
}

// checkComment compares a report with the comment: which properties are proved, and why
// others have the status open. A reason begins with what lead matches.
func checkComment(t *testing.T, r *report, text string, open claim.Status, lead string) {
	said := 0
	for _, m := range openVerdicts.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Fields(m[1]) {
			said++
			require.NotNil(t, r.Property(kernel.Property(name)), name)
			assert.Equal(t, claim.Proved, r.Property(kernel.Property(name)).Status, "%s\n%s", name, explain(r))
		}
		if m[2] != "" {
			said++
			p := r.Property(kernel.Property(m[2]))
			require.NotNil(t, p, m[2])
			assert.Equal(t, open, p.Status, "%s\n%s", m[2], explain(r))
			assert.Regexp(t, lead+m[3], p.Reason(), m[2])
		}
	}
	assert.Equal(t, len(r.Properties), said, "the comment tells of every property\n%s", explain(r))
}

// TestGenerationTranslationVerifies pipes a translation into Boogie as the text at its
// head says: gv2 translate kernel.cu | boogie /contractInfer stdin.bpl.
func TestGenerationTranslationVerifies(t *testing.T) {
	needsBoogie(t)
	text := translation(t, generationKernels+"01_single_buffer_ok.cu")
	require.Contains(t, text, "// run: boogie /contractInfer stdin.bpl\n")
	assert.Contains(t, runBoogie(t, text, "/contractInfer"), "finished with 7 verified, 0 errors")
	text = translation(t, generationKernels+"14_pipeline_ok.cu")
	assert.Contains(t, text, "procedure k$relay$1$2$role2()")
	assert.Contains(t, runBoogie(t, text, "/contractInfer"), " 0 errors")
	text = translation(t, generationKernels+"01_single_buffer_bug.cu")
	assert.NotContains(t, runBoogie(t, text, "/contractInfer"), " 0 errors")
}

// TestTranslateChecksOfNamedBarriers: a check brings its procedures; what a proof of it needs besides, the text says.
func TestTranslateChecksOfNamedBarriers(t *testing.T) {
	for check, procedures := range map[string][]string{
		"data-race": {"k$race$buf", "k$race$out"}, "barrier-divergence": {"k$divergence"}, "barrier-recycling": {"k$recycling$1", "k$recycling$2"},
		"barrier-count": {"k$divergence", "k$recycling$1", "k$recycling$2"},
		"deadlock":      {"k$balance", "k$order"},
	} {
		code, out, stderr := gv2("", "translate", "--self-check", "--check", check, generationKernels+"01_single_buffer_ok.cu")
		require.Equal(t, exitProved, code, stderr)
		assert.ElementsMatch(t, procedures, proceduresOf(out), check)
		assert.Equal(t, check == "data-race" || check == "deadlock", strings.Contains(out, "// a proof needs barrier-divergence and barrier-recycling, too"), check)
	}
}

var procedureText = regexp.MustCompile(`(?m)^procedure (\S+)\(\)`)

// proceduresOf are the procedures of a kernel that stand for themselves.
func proceduresOf(text string) []string {
	var out []string
	for _, m := range procedureText.FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(m[1], "k$") {
			out = append(out, m[1])
		}
	}
	return out
}

// TestTranslateWithoutRanks: where no order of generations is found, the program does
// not verify as if there were nothing to show.
func TestTranslateWithoutRanks(t *testing.T) {
	code, out, stderr := gv2("", "translate", "--self-check", "--check", "deadlock", generationKernels+"13_borrowed_twice_open.cu")
	require.Equal(t, exitProved, code, stderr)
	assert.Contains(t, proceduresOf(out), "k$order")
	assert.Regexp(t, `procedure k\$order\(\)\n\{\n  assert false;\n\}`, out)
}

// mostCandidates is how many guesses at invariants a procedure may take.
const mostCandidates = 400

// TestGenerationCandidates bounds the candidates of each procedure, with the barriers
// that it seems to need and with all.
func TestGenerationCandidates(t *testing.T) {
	files, err := filepath.Glob(generationKernels + "*.cu")
	require.NoError(t, err)
	most := 0
	for i, path := range files {
		out, diags := instrument.Encode(loweredKernel(t, path), ask.Request{Model: ask.Model{AllBarriers: i%2 == 1}})
		if diags.HasErrors() {
			continue
		}
		for name, n := range candidatesOf(out.Program) {
			assert.LessOrEqual(t, n, mostCandidates, "%s: %s", path, name)
			most = max(most, n)
		}
	}
	assert.Greater(t, most, 10, "candidates are counted")
}

// candidatesOf counts the candidates of each procedure.
func candidatesOf(p *boogie.Program) map[string]int {
	out := map[string]int{}
	for _, d := range p.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok {
			continue
		}
		boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
			if loop, ok := s.(*boogie.While); ok {
				for _, inv := range loop.Invs {
					if inv.Candidate != "" {
						out[proc.Name]++
					}
				}
			}
		})
	}
	return out
}

// TestVerifyStats: the numbers of the translation are in the text and in JSON.
func TestVerifyStats(t *testing.T) {
	code, out, stderr := gv2("", "verify", "--stats", generationKernels+"11_two_counts_ok.cu")
	require.Equal(t, exitProved, code, stderr)
	for _, row := range []string{`candidates +\d+`, `in one procedure +\d+`, `runs of the solver +1\n`, `time in the solver +(0\.0*)?[1-9]\S* s`, `lines of Boogie +[\d,]+`} {
		assert.Regexp(t, row, out)
	}
	_, out, _ = gv2("", "verify", "--format", "json", generationKernels+"11_two_counts_ok.cu")
	for _, field := range []string{"candidates", "candidates_in_one_procedure", "solver_seconds", "solver_runs", "surviving"} {
		assert.Regexp(t, `"`+field+`": (0\.0*)?[1-9]`, out)
	}
}

// TestEndlessLoopsAreNotTranslated: what generations show is shown where loops end, so
// nothing is to be proved of a loop that plainly does not.
func TestEndlessLoopsAreNotTranslated(t *testing.T) {
	for loop, endless := range map[string]bool{
		"for (;;) { BODY }": true,
		"while (true) { if (n == 7 && n == 8) break; BODY }":                            true,
		"while (true) { bool stop = n == 7; if (stop) return; BODY }":                   true,
		"while (in[0] > 0) { BODY }":                                                    true,
		"for (int i = 0; i < n; --i) { BODY }":                                          true,
		"for (int i = 0; n > i; i -= 2) { BODY }":                                       true,
		"int i = 0; while (i >= 0) { BODY ++i; }":                                       true,
		"while (n > 0) { while (true) { if (n < 5) break; BODY } BODY }":                true,
		"while (n > 0) { for (int j = 0; j < 4; ++j) { BODY } }":                        true,
		"for (int i = 0; i < n; ++i) { BODY }":                                          false,
		"for (int i = n; i > 0; i -= 3) { BODY }":                                       false,
		"for (int i = 1; i < n; i *= 2) { BODY }":                                       false,
		"int i = 0; while (true) { if (i == n) break; BODY ++i; }":                      false,
		"int i = 0; do { BODY } while (++i < n);":                                       false,
		"while (true) { int w = s[0]; if (w < 0) break; BODY }":                         false,
		"bool done = false; while (!done) { BODY if (s[1] > 3) done = true; }":          false,
		"bool once = true; while (once) { BODY once = false; }":                         false,
		"while (true) { BODY break; }":                                                  false,
		"for (int i = 0; in[i] > 0; ++i) { BODY }":                                      false,
		"int i = 0; while (true) { switch (i++) { case 3: return; } BODY }":             false,
		"int a = 0, b = 1; while (a < n) { int c = a + b; a = b; b = c; BODY }":         false,
		"while (n > 0) { for (int j = 0; j < 4; ++j) { if (s[j]) return; BODY } BODY }": false,
	} {
		body := `asm volatile("bar.sync 1, 32;" ::: "memory");`
		text := "__global__ void k(const int *in, int n) {\n  __shared__ int s[64];\n  s[threadIdx.x] = n;\n  if (threadIdx.x < 32) {\n" +
			strings.ReplaceAll(loop, "BODY", body) + "\n  }\n}\n"
		code, _, stderr := gv2(text, "translate", "--block-dim", "64", "--grid-dim", "1", "-")
		if endless {
			assert.Equal(t, exitUnsupported, code, loop)
			assert.Regexp(t, `<stdin>:5:\d+: unsupported: a loop that never ends once it is entered`, stderr, loop)
		} else {
			assert.Equal(t, exitProved, code, "%s\n%s", loop, stderr)
		}
	}
}

// turnsKernel ends its loops at values that its warps read at different times: warp 0
// waits in vain. Its accesses themselves do not race.
const turnsKernel = `__global__ void k(int *out) {
  __shared__ int slot;
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 1 && lane == 0) slot = 1;
  __syncwarp();
  if (warp == 0) asm volatile("bar.sync 2, 64;" ::: "memory");
  if (warp == 0 && lane == 0) slot = 2;
  __syncwarp();
  int v = slot;
  if (warp == 1) asm volatile("bar.arrive 2, 64;" ::: "memory");
  for (int i = 0; i < v; ++i) {
    if (warp == 0) asm volatile("bar.sync 3, 64;" ::: "memory");
    else asm volatile("bar.arrive 3, 64;" ::: "memory");
    if (warp == 1) asm volatile("bar.sync 4, 64;" ::: "memory");
    else asm volatile("bar.arrive 4, 64;" ::: "memory");
  }
}
`

// TestGenerationsRestOnWhatIsProved: a property whose own procedures were verified is
// open as long as one that it rests on is, also where a second try has other
// procedures than the first.
func TestGenerationsRestOnWhatIsProved(t *testing.T) {
	code, out, stderr := gv2(turnsKernel, "verify", "--engine", "boogie", "--check", "data-race", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, exitUndecided, code, out+stderr)
	assert.Regexp(t, `data-race +unknown`, out)
}

// pairedBlocksKernel has a race of blocks 3000 and 3001, which write different values to
// one row. The translation finds a race of two blocks, which counts where an execution
// shows different values; none of those that are tried does.
const pairedBlocksKernel = `__global__ void k(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = blockIdx.x == 3000;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x / 2 * 64 + threadIdx.x] = s[threadIdx.x - 32];
  }
}
`

// TestRacesBetweenBlocksStayOpen: that no threads of a block race, by both engines, says
// nothing about blocks.
func TestRacesBetweenBlocksStayOpen(t *testing.T) {
	code, out, stderr := gv2(pairedBlocksKernel, "verify", "--block-dim", "64", "--grid-dim", "4096", "-")
	assert.Equal(t, exitUndecided, code, out+stderr)
	assert.Regexp(t, `data-race +unknown`, out)
	assert.Contains(t, out, "races between blocks are undecided: the translation finds a write-write race on out")
}

// TestBarrierForms: every form of bar and barrier that PTX has for a part of the block
// is translated, or refused with the reason.
func TestBarrierForms(t *testing.T) {
	for asm, want := range map[string]string{
		`"bar.sync 1, 64;" ::: "memory"`:                     `call SYNC_1\(`,
		`"bar.sync 1;" ::: "memory"`:                         `call SYNC_1\(`,
		`"bar.arrive 1, 64;" ::: "memory"`:                   `call ARRIVE_1\(`,
		`"barrier.sync 1, 64;" ::: "memory"`:                 `call SYNC_1\(`,
		`"barrier.sync 1;" ::: "memory"`:                     `call SYNC_1\(`,
		`"barrier.sync.aligned 1, 64;" ::: "memory"`:         `call SYNC_1\(`,
		`"barrier.arrive 1, 64;" ::: "memory"`:               `call ARRIVE_1\(`,
		`"barrier.arrive.aligned 1, 64;" ::: "memory"`:       `call ARRIVE_1\(`,
		`"barrier.cta.sync 1, 64;" ::: "memory"`:             `call SYNC_1\(`,
		`"bar.sync %0, 64;" :: "r"(15) : "memory"`:           `call SYNC_15\(`,
		`"bar.sync %0, 64;" :: "r"(1 + (n & 1)) : "memory"`:  `call SYNC_2\(`,
		`"bar.sync 16, 64;" ::: "memory"`:                    `unsupported: barrier 16; it is not known to lie in 0\.\.15|barrier ids`,
		`"bar.sync %0, 64;" :: "r"(in[0]) : "memory"`:        `unsupported: a barrier whose id depends on more than the thread; it is not known to lie in 0\.\.15`,
		`"bar.sync %0, 64;" :: "r"(1 + (n & 15)) : "memory"`: `unsupported: a barrier whose id depends on more than the thread`,
		`"bar.sync 1, %0;" :: "r"(n) : "memory"`:             `unsupported: a barrier whose number of threads is not constant`,
		`"bar.sync 1, 48;" ::: "memory"`:                     `multiple of the warp size`,
		`"bar.sync 1, 96;" ::: "memory"`:                     `unsupported: barrier 1 expects 96 threads, and 64 threads of the block may take part`,
	} {
		text := "__global__ void k(const int *in, int n) {\n  if (in[threadIdx.x / 32] > 0)\n    asm volatile(" + asm + ");\n}\n"
		code, out, stderr := gv2(text, "translate", "--self-check", "--encoding", "generation", "--block-dim", "64", "--grid-dim", "1", "-")
		assert.Regexp(t, want, out+stderr, asm)
		assert.Equal(t, strings.HasPrefix(want, "call"), code == exitProved, "%s: %s", asm, stderr)
	}
}

// TestUnalignedBarriersNeedNoWholeWarps: that a warp comes together is checked at
// aligned forms only.
func TestUnalignedBarriersNeedNoWholeWarps(t *testing.T) {
	for form, checks := range map[string]bool{"bar.sync": true, "barrier.sync.aligned": true, "barrier.sync": false} {
		text := "__global__ void k(const int *in) {\n  if (in[threadIdx.x] > 0)\n    asm volatile(\"" + form + " 1, 64;\" ::: \"memory\");\n}\n"
		code, out, stderr := gv2(text, "translate", "--check", "barrier-divergence", "--block-dim", "64", "--grid-dim", "1", "-")
		require.Equal(t, exitProved, code, stderr)
		_, divergence, found := strings.Cut(out, "procedure k$divergence()")
		require.True(t, found)
		divergence, _, _ = strings.Cut(divergence, "\nprocedure ")
		assert.Equal(t, checks, strings.Contains(divergence, "assert"), form)
	}
}

// computedCountKernel has a barrier of 128 and of 160 threads in turn, but in the third
// generation threads 0 to 127 name 128 and the others 160. One 128 is computed.
const computedCountKernel = `__global__ void k() {
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    if (t < 128) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      asm volatile("bar.arrive 2, 160;" ::: "memory");
    } else {
      asm volatile("bar.sync 2, 160;" ::: "memory");
    }
    if (i & 1) asm volatile("bar.sync 1, 160;" ::: "memory");
    else if (t < 128) asm volatile("bar.sync 1, %0;" :: "r"(COUNT) : "memory");
    else asm volatile("bar.sync 1, 160;" ::: "memory");
  }
}
`

// TestComputedCounts: an operation belongs to the generations of the number of threads
// that it names, also where that number is computed.
func TestComputedCounts(t *testing.T) {
	for count, status := range map[string]string{"t / 1024 + 128": "unknown", "t / 1024 + 160": "proved"} {
		text := strings.Replace(computedCountKernel, "COUNT", count, 1)
		_, out, stderr := gv2(text, "verify", "--engine", "boogie", "--check", "barrier-recycling", "--block-dim", "160", "--grid-dim", "1", "-")
		assert.Regexp(t, "barrier-recycling +"+status, out+stderr, count)
	}
}

// untilKernel has two groups of 64 threads, each with a barrier, that go on until none
// of their own threads wants to.
const untilKernel = `__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[128];
  int t = threadIdx.x, g = t / 64, i = 0, more = 1;
  while (MORE) {
    buf[t] = in[i * 128 + t];
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %2, 0; bar.red.or.pred q, %1, 64, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(more) : "r"(g + 1), "r"(in[i * 128 + t] > 3) : "memory");
    out[i * 128 + t] = buf[g * 64 + 63 - t % 64];
    asm volatile("WAIT" :: "r"(g + 1) : "memory");
    i++;
  }
}
`

// TestLoopsUntilAVote: the threads that vote at a barrier leave a loop together; those
// of another barrier do not.
func TestLoopsUntilAVote(t *testing.T) {
	for _, tt := range []struct{ more, wait, divergence, race string }{
		{"more", "bar.sync %0, 64;", "proved", "proved"},
		{"more", "bar.sync %0, 64; barrier.sync.aligned 0;", "unknown", "unknown"},
	} {
		text := strings.NewReplacer("MORE", tt.more, "WAIT", tt.wait).Replace(untilKernel)
		_, out, stderr := gv2(text, "verify", "--check", "data-race,barrier-divergence", "--block-dim", "128", "--grid-dim", "1", "-")
		assert.Regexp(t, "data-race +"+tt.race, out+stderr, "%+v", tt)
		assert.Regexp(t, "barrier-divergence +"+tt.divergence, out+stderr, "%+v", tt)
	}
}
