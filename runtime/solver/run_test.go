package solver

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

var small = boogie.Printed{Text: "procedure p()\n{\n}\n\nprocedure q()\n{\n}\n"}

const done = "Boogie program verifier finished with 2 verified, 0 errors"

func TestMissingBoogie(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, path := range []string{"", "/nowhere/boogie"} {
		_, err := RunBoogie(context.Background(), small, Options{Boogie: path})
		var missing *MissingError
		require.ErrorAs(t, err, &missing)
		assert.ErrorContains(t, err, "boogie not found: apt-get install boogie z3")
	}
	_, _, err := Versions(context.Background())
	assert.ErrorContains(t, err, "boogie not found: apt-get install boogie z3")
}

func TestMissingZ3(t *testing.T) {
	path := fake(t, `echo "[ERROR] FATAL UNHANDLED EXCEPTION: Microsoft.Boogie.ProverException: Cannot find prover specified with z3exe: /usr/bin/z3" >&2; exit 1`)
	_, err := RunBoogie(context.Background(), small, Options{Boogie: path})
	assert.ErrorContains(t, err, "z3 not found: apt-get install z3")
}

func TestBadTools(t *testing.T) {
	tests := map[string]struct{ script, want string }{
		"crash":       {"echo partial; echo 'stack overflow' >&2; kill -SEGV $$", "boogie failed: signal: segmentation fault"},
		"exit status": {"echo " + done + "; exit 3", "boogie failed: exit status 3"},
		"garbage":     {"head -c 100000 /dev/urandom", "its answer has no summary"},
		"silence":     {"exit 0", "its answer has no summary"},
		"half":        {"echo Boogie program verifier finished with 1 verified, 0 errors", "it verified 1 procedures of 2"},
		"early":       {"echo " + done + "; echo Fatal Error: ProverException: dead", "Fatal Error: ProverException: dead"},
	}
	for name, tt := range tests {
		_, err := RunBoogie(context.Background(), small, Options{Boogie: fake(t, tt.script)})
		var fault *ToolError
		require.ErrorAs(t, err, &fault, name)
		assert.Contains(t, err.Error(), tt.want, name)
		assert.Less(t, len(err.Error()), 10_000)
	}
}

func TestHugeOutputIsFine(t *testing.T) {
	script := "head -c 50000000 /dev/zero | tr '\\0' x; echo; yes noise | head -n 200000; echo " + done
	a, err := RunBoogie(context.Background(), small, Options{Boogie: fake(t, script)})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)
	assert.LessOrEqual(t, len(a.Output), maxText+maxLine)
}

// hanging are scripts that do not end by themselves, and ignore polite signals. Each starts a child, as Boogie starts Z3, and writes its
// process number to a file.
func hanging(child string) map[string]string {
	return map[string]string{
		"waits for its child": "trap '' TERM INT HUP\nsleep 1000000 &\necho $! > " + child + "\nwait\n",
		"leaves its child":    "(trap '' TERM HUP; sleep 1000000) &\necho $! > " + child + "\ncat > /dev/null\nsleep 1000000\n",
		"never reads":         "sleep 1000000 &\necho $! > " + child + "\nsleep 1000000\n",
	}
}

// patiently tries with longer and longer limits of time, until one has been enough for a
// script to do what it does before it hangs: that depends on the machine.
func patiently(try func(limit time.Duration) (enough bool)) {
	for limit := time.Second; !try(limit); limit *= 2 {
	}
}

func TestTimeoutKillsTheWholeGroup(t *testing.T) {
	for name := range hanging("") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			child := filepath.Join(t.TempDir(), "child")
			big := boogie.Printed{Text: small.Text + strings.Repeat("// filler\n", 100_000)}
			patiently(func(limit time.Duration) bool {
				a, err := RunBoogie(context.Background(), big, Options{Boogie: fake(t, hanging(child)[name]), Timeout: limit})
				require.NoError(t, err)
				assert.Equal(t, TimedOut, a.Outcome)
				assert.Equal(t, []string{"p", "q"}, a.Open)
				text, err := os.ReadFile(child)
				return err == nil && strings.HasSuffix(string(text), "\n")
			})
			assertGone(t, child)
		})
	}
}

func TestCancelKillsTheWholeGroup(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if text, err := os.ReadFile(child); err == nil && len(text) > 0 {
				cancel()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	_, err := RunBoogie(ctx, small, Options{Boogie: fake(t, hanging(child)["waits for its child"])})
	assert.ErrorIs(t, err, context.Canceled)
	assertGone(t, child)
}

func TestProverLeftBehindIsKilled(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	a, err := RunBoogie(context.Background(), small, Options{Boogie: fake(t, "sleep 1000000 &\necho $! > "+child+"\necho "+done)})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)
	assertGone(t, child)
}

func TestHangAfterTheSummaryIsNoTimeout(t *testing.T) {
	t.Parallel()
	a, err := RunBoogie(context.Background(), small, Options{Boogie: fake(t, "echo "+done+"; sleep 1000000")})
	require.NoError(t, err)
	assert.Equal(t, Verified, a.Outcome)
}

// assertGone waits until the process whose number is in file has ended.
func assertGone(t *testing.T, file string) {
	t.Helper()
	pid, err := os.ReadFile(file)
	require.NoError(t, err)
	stat := filepath.Join("/proc", strings.TrimSpace(string(pid)), "stat")
	assert.Eventually(t, func() bool {
		text, err := os.ReadFile(stat)
		return err != nil || strings.Contains(string(text), ") Z ") // ended, not yet reaped
	}, time.Minute, 20*time.Millisecond, "process %s is left behind", pid)
}

func TestAnswerBeforeTheTimeoutIsKept(t *testing.T) {
	t.Parallel()
	script := `cat > /dev/null
echo "Verifying p ..."
echo "  [0.1 s, 1 proof obligation]  verified"
echo "Verifying q ..."
sleep 1000000`
	patiently(func(limit time.Duration) bool {
		a, err := RunBoogie(context.Background(), small, Options{Boogie: fake(t, script), Timeout: limit})
		require.NoError(t, err)
		assert.Equal(t, TimedOut, a.Outcome)
		return len(a.Open) == 1 && a.Open[0] == "q"
	})
}

func TestArguments(t *testing.T) {
	assert.Equal(t, []string{"stdin.bpl", "/nologo", "/useArrayTheory", "/errorLimit:5", "/noinfer", "/trace", "/mv:-",
		"/z3opt:model.compact=false", "/proverOpt:VERBOSITY=2", "/liveVariableAnalysis:0"}, args(Options{}))
	got := strings.Join(args(Options{Timeout: 20 * time.Second, Resources: 5000, Infer: true, LoopUnroll: 4, Cores: 2, ErrorLimit: 9, Intervals: true}), " ")
	assert.Equal(t, "stdin.bpl /nologo /useArrayTheory /errorLimit:9 /contractInfer /printAssignment /alwaysAssumeFreeLoopInvariants /loopUnroll:4 /timeLimit:17 /rlimit:5000 /z3opt:smt.arith.nl.nra=false", got)
}

// A program that Boogie does not end with is left open, and the others are asked about.
func TestSeveralWithOneThatHangs(t *testing.T) {
	t.Parallel()
	script := `for f in "$@"; do
  case "$f" in
  *.bpl) if grep -q hang "$f"; then sleep 1000000; fi; echo ` + done + `;;
  esac
done`
	hangs := boogie.Printed{Text: small.Text + "// hang\n"}
	programs := []boogie.Printed{small, hangs, small, small, hangs}
	patiently(func(limit time.Duration) bool {
		answers, err := RunSeveral(context.Background(), programs, Options{Boogie: fake(t, script), Timeout: limit})
		require.NoError(t, err)
		var outcomes []Outcome
		for _, a := range answers {
			outcomes = append(outcomes, a.Outcome)
		}
		return slices.Equal(outcomes, []Outcome{Verified, TimedOut, Verified, Verified, TimedOut})
	})
}
