package solver

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gv2/boogie"
)

// RunSeveral gives programs to one Boogie, which verifies each by itself, and returns
// their answers in order. Of a small program Boogie's start takes four fifths of the time,
// so that many are answered in a fraction of what Run takes. opts.Timeout limits the
// prover for each procedure, and not the whole: a program that takes twice as long without an answer
// is left open, and another Boogie gets the rest, for Z3 does not always notice its
// limits. The error is as of Run; it may be due to any of the programs.
func RunSeveral(ctx context.Context, programs []boogie.Printed, opts Options) ([]*Answer, error) {
	path, err := find(opts.Boogie)
	if err != nil {
		return nil, err
	}
	var answers []*Answer
	for len(answers) < len(programs) {
		more, err := runSome(ctx, path, programs[len(answers):], opts)
		if err != nil {
			return nil, err
		}
		answers = append(answers, more...)
	}
	return answers, nil
}

// runSome answers the first of the programs: all, or those up to one that takes too long.
func runSome(ctx context.Context, path string, programs []boogie.Printed, opts Options) ([]*Answer, error) {
	dir, err := os.MkdirTemp("", "gv2-programs-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	readers := make([]*reader, len(programs))
	argv := []string{path}
	for i, p := range programs {
		name := filepath.Join(dir, fmt.Sprintf("p%d.bpl", i))
		if err := os.WriteFile(name, []byte(p.Text), 0o600); err != nil {
			return nil, err
		}
		argv = append(argv, name)
		readers[i] = newReader(procedures(p.Text), opts)
	}
	argv = append(append(argv, "/verifySeparately"), understood(path, args(opts))[1:]...)
	limited, stop := context.WithCancel(ctx)
	defer stop()
	wait := 2 * opts.Timeout
	if wait <= 0 {
		wait = math.MaxInt64
	}
	patience := time.AfterFunc(wait, stop)
	defer patience.Stop()
	at := 0
	read := func(in io.Reader) error {
		lines := newLines(in)
		for {
			line, err := lines.next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if at < len(readers) {
				readers[at].line(line)
				if readers[at].answer.Counted {
					at++
					patience.Reset(wait)
				}
			}
		}
	}
	stderr, err := stream(command(limited, argv), "", read)
	late := limited.Err() != nil && at < len(programs)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case late:
	case err == nil && at < len(programs):
		err = fmt.Errorf("it answers %d programs of %d: %s", at, len(programs), strings.TrimSpace(stderr))
		fallthrough
	case err != nil:
		return nil, &ToolError{Tool: BoogieName, Reason: err.Error()}
	}
	var answers []*Answer
	for _, r := range readers[:at] {
		a, err := r.finish("", nil)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	if late {
		answers = append(answers, readers[at].stopped())
	}
	return answers, nil
}
