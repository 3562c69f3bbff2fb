package solver

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// stackKB is the stack that Boogie's main thread gets. It walks expressions by
// recursion, and with the usual 8 MB a conjunction of 10,000 terms overflows.
const stackKB = "262144"

// drain is how long a killed process may keep its output open.
const drain = 2 * time.Second

// command prepares argv, to be killed with all its children when ctx ends.
func command(ctx context.Context, argv []string) *exec.Cmd {
	args := append([]string{"-c", `ulimit -s "$0" 2>/dev/null; exec "$@"`, stackKB}, argv...)
	cmd := exec.CommandContext(ctx, "/bin/sh", args...)
	cmd.WaitDelay = drain
	ownGroup(cmd)
	return cmd
}

// stream runs cmd with the given input and hands its standard output to read,
// whole lines or not. It returns what the process said on standard error and how
// it ended; no process of its group is left behind.
func stream(cmd *exec.Cmd, input string, read func(io.Reader) error) (stderr string, err error) {
	errText := &head{limit: 16 << 10}
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), errText
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		w.Close()
		return "", err
	}
	w.Close()
	read1 := make(chan error, 1)
	go func() {
		err := read(r)
		if err != nil {
			killGroup(cmd) // nothing more is wanted of it
		}
		io.Copy(io.Discard, r)
		read1 <- err
	}()
	err = cmd.Wait()
	killGroup(cmd) // the prover may outlive Boogie
	r.SetReadDeadline(time.Now().Add(drain))
	if readErr := <-read1; readErr != nil && !errors.Is(readErr, os.ErrDeadlineExceeded) {
		err = readErr
	}
	return errText.String(), err
}

// head keeps the first bytes that are written to it.
type head struct {
	buf   strings.Builder
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.buf.Len(); room > 0 {
		h.buf.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (h *head) String() string { return h.buf.String() }
