package solver

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
)

var (
	boogieVersion = pattern(`(?i)boogie program verifier version ([0-9][^,\s]*)`)
	cvc5Version   = pattern(`cvc5 version ([0-9]\S*)`)
	z3Version     = pattern(`Z3 version ([0-9]\S*)`)
)

// Tools are the programs that solvers need, the necessary ones first.
var Tools = []string{Z3Name, CVC5Name, BoogieName}

// Version returns the version of one of the Tools on PATH. The error is a *MissingError
// if there is none.
func Version(ctx context.Context, tool string) (string, error) {
	switch tool {
	case BoogieName:
		// Old ones tell it with every answer, new ones only if asked.
		found, err := version(ctx, tool, boogieVersion(), "stdin.bpl", "/noVerify")
		var silent *ToolError
		if errors.As(err, &silent) {
			return version(ctx, tool, boogieVersion(), "-version")
		}
		return found, err
	case CVC5Name:
		return version(ctx, tool, cvc5Version(), "--version")
	}
	return version(ctx, tool, z3Version(), "--version")
}

// Versions returns the versions of Boogie and Z3 on PATH. If one is missing the
// error is a *MissingError for the first missing one, and the other version is
// still returned.
func Versions(ctx context.Context) (boogie, z3 string, err error) {
	boogie, err = Version(ctx, BoogieName)
	z3, other := Version(ctx, Z3Name)
	if err == nil {
		err = other
	}
	return boogie, z3, err
}

func version(ctx context.Context, tool string, said *regexp.Regexp, args ...string) (string, error) {
	if known, has := hosted(tool); has {
		return known, nil
	}
	path, err := lookPath(tool, tool)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	_, err = stream(command(ctx, append([]string{path}, args...)), "", func(in io.Reader) error {
		_, err := io.Copy(&out, io.LimitReader(in, 64<<10))
		return err
	})
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if m := said.FindStringSubmatch(out.String()); m != nil {
		return m[1], nil
	}
	reason := "it does not say its version"
	if err != nil {
		reason = err.Error()
	}
	return "", &ToolError{tool, reason, firstLines(out.String())}
}
