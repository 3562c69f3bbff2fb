// Package graphviz has Graphviz lay out what is written in its language.
package graphviz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// ErrMissing says that there is no dot in PATH, and how to get one.
var ErrMissing = errors.New("dot of Graphviz, which lays the control flow out, is not found: apt-get install graphviz, dnf install graphviz or brew install graphviz; --format mermaid needs none")

// SVG writes the picture of a graph in the language of dot. The error is ErrMissing, or that of the program.
func SVG(ctx context.Context, out io.Writer, dot io.Reader) error {
	path, err := exec.LookPath("dot")
	if err != nil {
		return ErrMissing
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, path, "-Tsvg")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = dot, out, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s -Tsvg: %w: %s", path, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
