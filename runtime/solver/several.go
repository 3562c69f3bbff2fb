package solver

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gv2/boogie"
)

// RunSeveral gives programs to one Boogie, which verifies each by itself, and returns
// their answers in order. Of a small program Boogie's start takes four fifths of the time,
// so that many are answered in a fraction of what Run takes. opts.Timeout limits the
// prover for each procedure, and not the whole. The error is as of Run; it may be due to any of the programs.
func RunSeveral(ctx context.Context, programs []boogie.Printed, opts Options) ([]*Answer, error) {
	path, err := find(opts.Boogie)
	if err != nil {
		return nil, err
	}
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
				}
			}
		}
	}
	stderr, err := stream(command(ctx, argv), "", read)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && at < len(programs) {
		err = fmt.Errorf("it answers %d programs of %d: %s", at, len(programs), strings.TrimSpace(stderr))
	}
	if err != nil {
		return nil, &ToolError{Tool: BoogieName, Reason: err.Error()}
	}
	answers := make([]*Answer, len(programs))
	for i, r := range readers {
		if answers[i], err = r.finish("", nil); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
