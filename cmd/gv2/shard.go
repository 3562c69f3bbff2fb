//go:build !exact

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gv2/cmd/internal/cache"
	"gv2/cmd/internal/render"
	"gv2/cmd/internal/suite"
)

// taskShard is the part of a suite for this task: of an array of Slurm, whose tasks count from any number on, or from 1
// if the total is given; or of an indexed job of Kubernetes, which counts from 0 and does not say how many there are.
func taskShard(flag, total string) (part, of int, err error) {
	given := 0
	if strings.Contains(flag, "/") {
		if given, err = strconv.Atoi(total); err != nil || given < 1 {
			return 0, 0, usagef("--shard %s: write it as auto or auto/8", flag)
		}
	}
	number := func(name string, otherwise int) int {
		n, err := strconv.Atoi(os.Getenv(name))
		if err != nil {
			return otherwise
		}
		return n
	}
	switch slurm, kubernetes := number("SLURM_ARRAY_TASK_ID", -1), number("JOB_COMPLETION_INDEX", -1); {
	case slurm >= 0 && given > 0:
		part, of = slurm, given
	case slurm >= 0:
		part = (slurm-number("SLURM_ARRAY_TASK_MIN", 1))/max(1, number("SLURM_ARRAY_TASK_STEP", 1)) + 1
		of = number("SLURM_ARRAY_TASK_COUNT", 0)
	case kubernetes >= 0 && given == 0:
		return 0, 0, usagef("--shard auto: a job of Kubernetes does not know how many completions there are; write auto/8")
	case kubernetes >= 0:
		part, of = kubernetes+1, given
	default:
		return 0, 0, usagef("--shard %s: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; write it as 2/8", flag)
	}
	if part < 1 || part > of {
		return 0, 0, usagef("--shard %s: this is task %d of %d; number the array 1-%d", flag, part, of, max(of, 1))
	}
	return part, of, nil
}

// registerOutput declares -o.
func (o *suiteOptions) registerOutput(f *pflag.FlagSet) {
	f.StringVarP(&o.output, "output", "o", "", "write the report to a file, once it is whole; in a folder (DIR/) it gets a name of its own")
}

// outputFile is the file that the report goes to.
func (o *suiteOptions) outputFile(part, of int) string {
	info, err := os.Stat(o.output)
	if !strings.HasSuffix(o.output, "/") && (err != nil || !info.IsDir()) {
		return o.output
	}
	ending := map[string]string{"table": "txt", "junit": "xml"}[o.format]
	if ending == "" {
		ending = o.format
	}
	return filepath.Join(o.output, fmt.Sprintf("shard-%d-of-%d.%s", part, of, ending))
}

// write writes the report to where --output says.
func (o *suiteOptions) write(io streams, rendered render.Options, outcomes []render.Outcome, part, of int) error {
	var text bytes.Buffer
	if o.output != "" {
		rendered.Out, rendered.Color = &text, false
	}
	out, err := openWith(render.Suites, o.format, rendered)
	if err != nil {
		return err
	}
	for i := range outcomes {
		out.Add(&outcomes[i])
	}
	if err := out.End(); err != nil {
		return &exitError{code: exitTool, err: err}
	}
	if o.output != "" {
		if err := cache.Write(o.outputFile(part, of), text.Bytes()); err != nil {
			return usagef("--output %s", worded(err))
		}
	}
	return nil
}

// cacheOpens reports what is wrong with the directory of --cache before anything starts.
func cacheOpens(dir string) error {
	if _, err := cache.Open(dir); err != nil {
		return usagef("--cache %s", worded(err))
	}
	return nil
}

// newMergeCommand joins the parts of a suite.
func newMergeCommand(io streams) *cobra.Command {
	opts := &suiteOptions{}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Join the reports of the parts of a suite",
		Long: `Join what gv2 suite --shard K/N --format json has written on several machines to one report. A FILE may also be the
folder that holds them. All parts must be there, of one version of gv2 and with the same flags; if some are missing, the
message says which to run.

Exit codes are those of gv2 suite; 4 also if a part is missing or does not fit.`,
		Args: needs("which files? try: gv2 suite merge results/"),
		RunE: func(cmd *cobra.Command, args []string) error { return runMerge(io, opts, args) },
	}
	f := cmd.Flags()
	f.StringVar(&opts.format, "format", "table", "report as "+strings.Join(render.Suites.Names(), ", "))
	f.StringVar(&opts.baseline, "baseline", "", "compare with an earlier CSV, or with GPUVerify's (kernel,expected,got,seconds)")
	f.StringVar(&opts.points, "points", "", "grade by a CSV that says how many points each kernel is worth (kernel,points,expected,options)")
	opts.registerOutput(f)
	return cmd
}

func runMerge(io streams, opts *suiteOptions, args []string) error {
	if err := knownFormat(render.Suites, opts.format); err != nil {
		return err
	}
	var before suite.Baseline
	var points suite.Points
	var err error
	if opts.baseline != "" {
		if before, err = suite.ReadBaseline(opts.baseline); err != nil {
			return err
		}
	}
	if opts.points != "" {
		if points, err = suite.ReadPoints(opts.points); err != nil {
			return err
		}
	}
	parts, err := readParts(args)
	if err != nil {
		return err
	}
	outcomes, about, err := joinParts(parts)
	if err != nil {
		return err
	}
	points.Regrade(outcomes)
	outcomes = points.Grade(outcomes)
	rendered := rendering(io)
	rendered.Solver, rendered.Version = about.Solver, about.Version
	if err := opts.write(io, rendered, outcomes, 1, 1); err != nil {
		return err
	}
	render.SumUp(io.err, outcomes)
	if before != nil {
		before.Compare(io.err, outcomes)
	}
	return ended(suiteCode(outcomes))
}

// part is a document of a part of a suite.
type suitePart struct {
	file     string
	about    render.Options
	outcomes []render.Outcome
}

// readParts reads the files, and those in folders.
func readParts(args []string) ([]suitePart, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, err
		case !info.IsDir():
			files = append(files, arg)
			continue
		}
		found, err := filepath.Glob(filepath.Join(arg, "*.json"))
		if err != nil || len(found) == 0 {
			return nil, usagef("%s: no part of a suite (*.json) in this folder", arg)
		}
		files = append(files, found...)
	}
	var out []suitePart
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		about, outcomes, err := render.ReadSuite(text)
		if err != nil {
			return nil, usagef("%s: %w", file, err)
		}
		if about.Shard == nil {
			about.Shard = &render.Shard{Part: 1, Of: 1, Cases: len(outcomes)}
		}
		out = append(out, suitePart{file, about, outcomes})
	}
	return out, nil
}

// joinParts joins the outcomes of all parts, in the order of their names. The error says what is missing, or
// what does not fit.
func joinParts(parts []suitePart) ([]render.Outcome, render.Options, error) {
	first := parts[0]
	of := first.about.Shard.Of
	by := map[int]string{}
	var all []render.Outcome
	for _, p := range parts {
		s := p.about.Shard
		switch other, twice := by[s.Part]; {
		case s.Of != of || s.Cases != first.about.Shard.Cases:
			return nil, first.about, usagef("%s is part %d of %d of %d kernels, and %s one of %d of %d: they are of different suites", p.file, s.Part, s.Of, s.Cases,
				first.file, of, first.about.Shard.Cases)
		case p.about.Version != first.about.Version || p.about.Solver != first.about.Solver:
			return nil, first.about, usagef("%s is by gv2 %s and %s, and %s by gv2 %s and %s; run one of them again", p.file, p.about.Version, p.about.Solver,
				first.file, first.about.Version, first.about.Solver)
		case !slices.Equal(s.Flags, first.about.Shard.Flags):
			return nil, first.about, usagef("%s was made with %s, and %s with %s", p.file, strings.Join(s.Flags, " "), first.file, strings.Join(first.about.Shard.Flags, " "))
		case twice:
			return nil, first.about, usagef("%s and %s are both part %d", other, p.file, s.Part)
		}
		by[s.Part] = p.file
		all = append(all, p.outcomes...)
	}
	var missing []string
	for n := 1; n <= of; n++ {
		if by[n] == "" {
			missing = append(missing, fmt.Sprintf("--shard %d/%d", n, of))
		}
	}
	if len(missing) > 0 {
		return nil, first.about, usagef("%d of %d parts are missing: run gv2 suite again with %s", len(missing), of, strings.Join(missing, ", "))
	}
	slices.SortStableFunc(all, func(a, b render.Outcome) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(all); i++ {
		if all[i].Name == all[i-1].Name {
			return nil, first.about, usagef("%s is in two parts", all[i].Name)
		}
	}
	if len(all) != first.about.Shard.Cases {
		return nil, first.about, usagef("the parts have %d kernels, and the suite %d", len(all), first.about.Shard.Cases)
	}
	return all, first.about, nil
}
