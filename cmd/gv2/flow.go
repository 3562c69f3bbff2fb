package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	stdio "io"
	"os/exec"
	"strings"

	"gv2/cmd/internal/draw"
	"gv2/frontend/unit"
	"gv2/predicate/flow"
)

// The kinds of graphs.
const (
	barriersKind = "barriers"
	controlKind  = "control"
)

var graphKinds = []string{barriersKind, controlKind}

// graphviz lays a control flow out as SVG by Graphviz's dot, an error of a tool if there is none.
func graphviz(ctx context.Context, io streams, f *draw.Flow) error {
	path, err := exec.LookPath("dot")
	if err != nil {
		return &exitError{code: exitTool, err: errors.New("Graphviz, which lays the control flow out, is not found: apt-get install graphviz, dnf install graphviz or brew install graphviz; --format mermaid needs none")}
	}
	var text, said bytes.Buffer
	draw.FlowDOT(&text, f)
	cmd := exec.CommandContext(ctx, path, "-Tsvg")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &text, io.out, &said
	if err := cmd.Run(); err != nil {
		return &exitError{code: exitTool, err: fmt.Errorf("%s -Tsvg: %w: %s", path, err, bytes.TrimSpace(said.Bytes()))}
	}
	return nil
}

// runFlow draws the control flow of each kernel.
func runFlow(ctx context.Context, io streams, opts *graphOptions, u *unit.Unit) error {
	var codes []int
	var all []*draw.Flow
	text := strings.Split(string(u.Text), "\n")
	for i := range u.Kernels {
		code := exitTool
		name, pos := u.Kernels[i].Name(), u.Kernels[i].Pos()
		err := guarded(name, pos, func() {
			k, read := kernelToDraw(ctx, io, opts, u, i)
			if code = read; k != nil {
				all = append(all, &draw.Flow{Graph: flow.Of(k), Place: pos.String(), Text: text})
			}
		})
		if err != nil {
			fmt.Fprintf(io.err, "gv2: %v\n", err)
		}
		codes = append(codes, code)
	}
	if opts.format == "json" {
		if err := draw.FlowJSON(io.out, all, version()); err != nil {
			return &exitError{code: exitTool, err: err}
		}
		return ended(worstCode(codes))
	}
	if opts.format == "svg" {
		for _, f := range all {
			if err := graphviz(ctx, io, f); err != nil {
				return err
			}
		}
		return ended(worstCode(codes))
	}
	write := map[string]func(stdio.Writer, *draw.Flow){"text": draw.FlowText, "dot": draw.FlowDOT, "mermaid": draw.FlowMermaid}[opts.format]
	for i, f := range all {
		if i > 0 {
			fmt.Fprintln(io.out)
		}
		write(io.out, f)
	}
	return ended(worstCode(codes))
}
