package solver

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asParent is the variable that makes this test binary start a process and wait.
const asParent = "GV2_TEST_AS_PARENT"

// TestKilledParent kills a process that has started a solver, and demands that the solver
// ends, though it is busy and reads no input.
func TestKilledParent(t *testing.T) {
	if os.Getenv(asParent) != "" {
		p, err := startSMT([]string{"/bin/sleep", "600"})
		require.NoError(t, err)
		os.Stdout.WriteString("started " + strconv.Itoa(p.run.(ownProcess).cmd.Process.Pid) + "\n")
		select {}
	}
	parent := exec.Command(os.Args[0], "-test.run=^TestKilledParent$")
	parent.Env = append(os.Environ(), asParent+"=1")
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	pid := ""
	for said := bufio.NewScanner(out); pid == "" && said.Scan(); {
		if rest, ok := strings.CutPrefix(said.Text(), "started "); ok {
			pid = rest
		}
	}
	require.NotEmpty(t, pid)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	assert.Eventually(t, func() bool {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ")
	}, time.Minute, 10*time.Millisecond)
}
