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

// drain is how long a killed process may keep its output open.
const drain = 2 * time.Second

// command prepares argv such that it dies with all its children when ctx ends.
func command(ctx context.Context, argv []string) *exec.Cmd {
	argv = withStack(argv)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = drain
	ownGroup(cmd)
	return cmd
}

// lookPath finds the executable of a tool; path is its name or where it is.
func lookPath(tool, path string) (string, error) {
	if _, has := hosted(tool); has {
		return tool, nil
	}
	if err := noProcesses(tool); err != nil {
		return "", err
	}
	found, err := exec.LookPath(path)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", &MissingError{tool}
	}
	return found, nil
}

// stream runs cmd with the given input and passes its standard output to read. It
// returns the process's standard error and the error of its end, and leaves no
// process of its group behind.
func stream(cmd *exec.Cmd, input string, read func(io.Reader) error) (stderr string, err error) {
	said := &head{limit: 16 << 10}
	out, err := openPipe()
	if err != nil {
		return "", err
	}
	defer out.r.Close()
	fail, err := openPipe()
	if err != nil {
		return "", err
	}
	defer fail.r.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), out.w, fail.w
	err = cmd.Start()
	out.w.Close()
	fail.w.Close()
	if err != nil {
		return "", err
	}
	started(cmd)
	out.consume(func(in io.Reader) error {
		err := read(in)
		if err != nil {
			killGroup(cmd) // read has finished, and its output is not needed any more
		}
		return err
	})
	fail.consume(func(in io.Reader) error {
		_, err := io.Copy(said, in)
		return err
	})
	err = cmd.Wait()
	killGroup(cmd) // the prover may outlive Boogie, and keep the pipes open
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // a process that is dead by now kept standard input open
	}
	if readErr := out.wait(); readErr != nil {
		err = readErr
	}
	fail.wait()
	return said.String(), err
}

// pipe carries one output of a process. The process gets the file itself, so that
// waiting for it does not wait for children that hold the other end.
type pipe struct {
	r, w *os.File
	done chan error
}

func openPipe() (*pipe, error) {
	r, w, err := os.Pipe()
	return &pipe{r, w, make(chan error, 1)}, err
}

// consume reads in the background, and drains the pipe when read has stopped.
func (p *pipe) consume(read func(io.Reader) error) {
	go func() {
		err := read(p.r)
		io.Copy(io.Discard, p.r)
		p.done <- err
	}()
}

// wait returns the result of read at the end of the output, or after the grace
// period if a process that has left the group keeps the pipe open.
func (p *pipe) wait() error {
	_ = p.r.SetReadDeadline(time.Now().Add(drain))
	if err := <-p.done; err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
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

// Path is where a program is that gv2 runs; empty if it is not found.
func Path(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}
