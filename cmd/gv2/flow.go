//go:build !exact

package main

import (
	"bytes"
	"context"
	"fmt"
	stdio "io"
	"strings"

	"gv2/cmd/internal/draw"
	"gv2/cmd/internal/graphviz"
	"gv2/frontend/unit"
	"gv2/predicate/flow"
)

// The kinds of graphs.
const (
	barriersKind = "barriers"
	controlKind  = "control"
)

var graphKinds = []string{barriersKind, controlKind}

// layOut writes a control flow as the picture that Graphviz makes of it.
func layOut(ctx context.Context, io streams, f *draw.Flow) error {
	var dot bytes.Buffer
	draw.FlowDOT(&dot, f)
	if err := graphviz.SVG(ctx, io.out, &dot); err != nil {
		return &exitError{code: exitTool, err: err}
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
			if err := layOut(ctx, io, f); err != nil {
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
