package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"gv2/cmd/internal/render"
	"gv2/frontend/kernel"
	"gv2/runtime/verdict"
)

// runExact executes the command line gv2 weft --format json FLAGS - and returns its exit code. It is all that a program
// built with -tags exact has (main_exact.go). The playground loads that first: without provers and other commands a browser has
// it compiled in half the time.
func runExact(ctx context.Context, args []string, io streams) int {
	opts := &verifyOptions{stats: true}
	opts.settings.engine = verdict.WeftEngine
	opts.decide = func(ctx context.Context, k *kernel.Kernel, o verdict.Options, _ verdict.Engines) verdict.Result {
		return verdict.Exactly(ctx, k, o)
	}
	f := pflag.NewFlagSet("weft", pflag.ContinueOnError)
	format := f.String("format", "", "")
	f.SetNormalizeFunc(normalizeFlag)
	opts.settings.registerInput(f)
	opts.settings.registerCheck(f)
	opts.settings.registerExact(f)
	opts.settings.registerLimit(f)
	err := f.Parse(args)
	if err == nil && (*format != "json" || !slices.Equal(f.Args(), []string{"weft", "-"})) {
		err = usagef("this gv2 has gv2 weft --format json - alone")
	}
	if err == nil {
		err = opts.settings.validate()
	}
	if err != nil {
		fmt.Fprintf(io.err, "gv2: %s\n", err)
		return exitUsage
	}
	opts.settings.frontend = cudaFrontend // there is no compiler
	thrifty.Store(true)
	out := render.JSON(render.Options{Out: io.out, Version: release})
	var codes []int
	verifyFile(ctx, io, opts, "-", func(r *report) {
		codes = append(codes, r.code)
		io.diagnostics(r.File, r.Text, &r.Diags)
		out.Add(&r.Report)
	})
	if err := out.End(); err != nil {
		return exitTool
	}
	return worstCode(codes)
}
