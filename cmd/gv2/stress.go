//go:build !exact

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/outline"
	"gv2/frontend/unit"
	"gv2/runtime/memory/litmus"
	"gv2/runtime/stress"
)

// stressOptions are the flags of gv2 stress.
type stressOptions struct {
	settings settings
	files    []string
	litmus   []string
	output   string
	elements []string
	initial  []string
	values   []string
	ensures  []string
}

func newStressCommand(io streams) *cobra.Command {
	opts := &stressOptions{}
	cmd := &cobra.Command{
		Use:   "stress FILE | stress --litmus TESTS",
		Short: "Write a program that runs a kernel under stress and counts the runs that go wrong",
		Long: "Write a self-contained CUDA program (one .cu file, on standard output) that runs a kernel again and again, with blocks beside\n" +
			"it that stress the memory system and with threads and blocks in random order, and counts the runs after which a\n" +
			"condition does not hold: __ensures(CONDITION) in the kernel, --ensures CONDITION, which may call a function\n" +
			"__device__ bool f(...) of the file, and assertions. Of a condition // exists: it counts the runs in which it holds.\n\n" +
			"Blocks, parameters and sizes are those of the launches in the file, else of flags. Every run starts with the same\n" +
			"memory: 0, or what --initial says, and variables of the file with their first values.\n\n" +
			"With --litmus, write the program that finds how to stress a chip, by litmus tests: " + strings.Join(stress.Tests(), ", ") + ", or all.\n\n" +
			"gv2 has no GPU: it writes programs and never runs them. Runs that go well prove nothing; gv2 verify and gv2 fences\n" +
			"decide by the memory model.\n" + exitHelp,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(opts.litmus) > 0 && len(args) > 0 {
				return usagef("--litmus takes no file: the program has its own kernels")
			}
			if len(opts.litmus) > 0 {
				return nil
			}
			if len(args) > 1 {
				return usagef("one file at a time: the output is one program")
			}
			return needs("which file? try: gv2 stress kernel.cu, or gv2 stress --litmus MP,LB,SB")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.files = args
			if err := opts.settings.validate(); err != nil {
				return err
			}
			if opts.settings.frontend == ptxFrontend {
				return usagef("gv2 stress writes a program around CUDA C++, and cannot use what a compiler makes of it; leave out --frontend ptx")
			}
			return runStress(cmd.Context(), io, opts)
		},
	}
	f := cmd.Flags()
	opts.settings.registerInput(f)
	opts.settings.registerLimit(f)
	f.StringSliceVar(&opts.litmus, "litmus", nil, "write the tuning program, with these litmus tests: "+strings.Join(stress.Tests(), ", ")+", or all")
	f.StringVarP(&opts.output, "output", "o", "", "write to a file instead of standard output")
	f.StringArrayVar(&opts.elements, "elements", nil, "how many elements a pointer parameter points to, out=64; may repeat")
	f.StringArrayVar(&opts.initial, "initial", nil, "what they are at first: a number, index or random, in=index; may repeat (default 0)")
	f.StringArrayVar(&opts.values, "value", nil, "a parameter that --param cannot fix, as C++ writes it: scale=1.5f; may repeat")
	f.StringArrayVar(&opts.ensures, "ensures", nil, "a condition for after the kernel, over its parameters, variables of the file and threadIdx: 'out[0] == 64'; may repeat")
	return cmd
}

func runStress(ctx context.Context, io streams, opts *stressOptions) error {
	ctx = background(ctx)
	var b bytes.Buffer
	if len(opts.litmus) > 0 {
		names := opts.litmus
		if slices.Equal(names, []string{"all"}) {
			names = stress.Tests()
		}
		if err := stress.WriteTuning(&b, names); err != nil {
			return usagef("%v", err)
		}
		return opts.write(io, b.Bytes())
	}
	codes, err := eachFile(ctx, io, opts.files, &opts.settings, func(u *unit.Unit) []int {
		p, err := opts.program(ctx, u)
		if err == nil {
			err = stress.Write(&b, p)
		}
		if err != nil {
			fmt.Fprintf(io.err, "%s\n", worded(err))
			return []int{codeOf(err)}
		}
		return nil
	})
	if err == nil && worstCode(codes) == exitProved {
		err = opts.write(io, b.Bytes())
	}
	if err != nil {
		return err
	}
	return ended(worstCode(codes))
}

func (o *stressOptions) write(io streams, text []byte) error {
	if o.output == "" {
		_, err := io.out.Write(text)
		return err
	}
	return os.WriteFile(o.output, text, 0o644)
}

// laneWords begin names of operations between the lanes of a warp, and of what tells lanes.
var laneWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(__shfl|__ballot|__any|__all|__activemask|__syncwarp|__match|__reduce|tiled_partition|coalesced_threads|thread_block_tile|nvcuda$|wmma$|cub$)|laneid|lanemask`)
})

// Operations that the environment would break, in names and in the text of assembly.
var (
	wholeGrid = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(this_grid|grid_group|multi_grid_group|this_multi_grid|this_cluster|cluster_group|__cluster_dims__)$`)
	})
	ownRegister = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^".*%(n?tid|n?ctaid|gridid|smid|warpid|cluster)`) })
	noHook      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b__(distinct|old|return_val|uniform|all|exclusive|accessed|read|write|no_read|no_write|ptr)\w*`)
	})
)

// unwritable is a construct of which no program can be made.
func unwritable(at diag.Pos, format string, args ...any) error {
	return unsupportedf("%s: unsupported: %s", at, fmt.Sprintf(format, args...))
}

// program is the program for the one kernel that is chosen.
func (o *stressOptions) program(ctx context.Context, u *unit.Unit) (*stress.Program, error) {
	ctx, end := context.WithTimeout(ctx, cmp.Or(o.settings.timeout, 1<<62))
	defer end()
	if names := u.Names(); len(names) > 1 {
		return nil, usagef("%s has several kernels; choose one with --kernel: %s", u.Name, strings.Join(names, ", "))
	}
	set, err := u.Setting(0)
	if err != nil {
		return nil, err
	}
	if set.Launch.Threads() < 1 || set.Launch.Blocks() < 1 {
		return nil, usagef("%s: the launch is not known (%s); give --block-dim and --grid-dim", u.Kernels[0].Pos(), set.Launch.Text())
	}
	text, headers, err := u.Outline(ctx)
	if err != nil {
		return nil, unsupportedf("%v: gv2 stress runs CUDA C++", err)
	}
	i := slices.IndexFunc(text.Functions, func(f *outline.Function) bool { return f.Kernel && f.Pos == u.Kernels[0].Pos() })
	if i < 0 {
		return nil, unwritable(u.Kernels[0].Pos(), "a kernel whose declaration a macro makes")
	}
	f := text.Functions[i]
	for _, word := range []struct {
		of   *regexp.Regexp
		what string
	}{{wholeGrid(), "a group of the whole grid or of a cluster, which the blocks that stress do not belong to"},
		{ownRegister(), "assembly that reads which thread or block it is, of which the program changes the numbers"}} {
		if at, found := text.Find(word.of.MatchString); found {
			return nil, unwritable(at, "%s", word.what)
		}
	}
	_, lanes := text.Find(laneWords().MatchString)
	arguments := ""
	if _, list, is := strings.Cut(u.Kernels[0].Name(), "<"); is {
		arguments = "<" + list
	}
	p := &stress.Program{
		Source: u.Name, Name: u.Kernels[0].Name(), Template: f.Template, Arguments: arguments,
		Called: strings.Join(append(slices.Clone(f.Scope), f.Name), "::") + ownArguments(f.Template),
		Block:  set.Launch.BlockDim, Grid: set.Launch.GridDim, SharedBytes: max(set.SharedBytes, 0),
		Headers: headers, Device: text.Text(stressWords()), Lanes: !lanes,
	}
	if threads, bounded := u.Kernels[0].Bounds(); bounded {
		p.Bounds = fmt.Sprintf("__launch_bounds__(%d) ", threads)
	}
	for _, v := range text.Variables {
		p.Variables = append(p.Variables, v.Name)
	}
	if p.Params, err = o.parameters(f, set.Params); err != nil {
		return nil, err
	}
	p.Conditions, err = o.conditions(u, f)
	return p, err
}

// ownArguments is the argument list of a template whose arguments are its own parameters.
func ownArguments(head string) string {
	if head == "" {
		return ""
	}
	var names []string
	for _, part := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(head), "template"), ">"), ",") {
		words := regexp.MustCompile(`\w+`).FindAllString(part, -1)
		if len(words) > 0 {
			names = append(names, words[len(words)-1]+map[bool]string{true: "..."}[strings.Contains(part, "...")])
		}
	}
	return "<" + strings.Join(names, ", ") + ">"
}

// stressWords say what becomes of words in device code.
func stressWords() outline.Words {
	w := outline.Words{
		Replaced:   map[string]string{"threadIdx": "gv2_thread_idx()", "blockIdx": "gv2_block_idx()", "gridDim": "gv2_grid_dim()", "__global__": "__device__"},
		Calls:      map[string]string{},
		Attributes: []string{"__launch_bounds__", "__maxnreg__", "__block_size__"},
	}
	for _, name := range []string{"assert", "__assert", "__global_assert"} {
		w.Calls[name] = "gv2_assert"
	}
	for _, name := range []string{"__requires", "__global_requires", "__ensures", "__global_ensures", "__assume", "__invariant", "__global_invariant",
		"__candidate_invariant", "__function_wide_invariant", "__requires_fresh_array", "__reads_from", "__writes_to", "__candidate_assert"} {
		w.Calls[name] = ""
	}
	return w
}

var restricted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(__restrict__|__restrict|__grid_constant__)\b`) })

// parameters are those of the kernel, with what launches and flags say of them.
func (o *stressOptions) parameters(f *outline.Function, known map[string]string) ([]stress.Param, error) {
	elements, err := pairsOf("elements", o.elements)
	if err != nil {
		return nil, err
	}
	initial, err := pairsOf("initial", o.initial)
	if err != nil {
		return nil, err
	}
	values, err := pairsOf("value", o.values)
	if err != nil {
		return nil, err
	}
	var out []stress.Param
	for i, a := range f.Params {
		if a.Name == "" {
			a.Name = fmt.Sprintf("gv2_unnamed_%d", i)
		}
		a.Type = strings.TrimSpace(restricted().ReplaceAllString(a.Type, ""))
		p := stress.Param{Type: a.Type, Name: a.Name, Pointer: strings.Contains(a.Type, "*")}
		switch {
		case strings.Contains(a.Type, "...") || strings.Contains(a.Type, "&"):
			return nil, unwritable(a.Pos, "parameter %s of type %s", a.Name, a.Type)
		case strings.Count(a.Type, "*") > 1 || strings.Contains(a.Type, "("):
			return nil, unwritable(a.Pos, "parameter %s of type %s: gv2 makes memory for pointers to numbers and structs, not to pointers", a.Name, a.Type)
		case p.Pointer:
			p.Elements, p.Initial = elements[a.Name], cmp.Or(initial[a.Name], "0")
			if n, err := strconv.ParseInt(p.Elements, 0, 64); err != nil || n < 1 {
				return nil, usagef("%s: how many elements does %s point to? say --elements %s=N", a.Pos, a.Name, a.Name)
			}
			if _, err := strconv.ParseFloat(p.Initial, 64); err != nil && p.Initial != "index" && p.Initial != "random" {
				return nil, usagef("--initial %s=%s: neither a number, nor index or random", a.Name, p.Initial)
			}
		default:
			p.Value = cmp.Or(values[a.Name], known[a.Name])
			if p.Value == "" {
				return nil, usagef("%s: what is %s? say --param %s=N, or --value %s=EXPRESSION where it is no integer", a.Pos, a.Name, a.Name, a.Name)
			}
		}
		delete(elements, a.Name)
		delete(initial, a.Name)
		delete(values, a.Name)
		out = append(out, p)
	}
	for flag, left := range map[string]map[string]string{"elements": elements, "initial": initial, "value": values} {
		for _, name := range slices.Sorted(maps.Keys(left)) {
			return nil, usagef("--%s %s: kernel %s has no such parameter", flag, name, f.Name)
		}
	}
	return out, nil
}

// pairsOf reads NAME=TEXT pairs.
func pairsOf(flag string, pairs []string) (map[string]string, error) {
	out := map[string]string{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || !kernel.IsIdentifier(name) || text == "" {
			return nil, usagef("--%s %s: write it as name=value", flag, pair)
		}
		out[name] = text
	}
	return out, nil
}

// conditions are those of --ensures, of the kernel, and of a comment // exists: above it.
func (o *stressOptions) conditions(u *unit.Unit, f *outline.Function) ([]stress.Condition, error) {
	var out []stress.Condition
	add := func(text string, outcome bool) {
		out = append(out, stress.Condition{Text: inKernel(text), Written: text, Outcome: outcome})
	}
	for _, text := range o.ensures {
		add(text, false)
	}
	for _, call := range f.Calls("__ensures", "__global_ensures") {
		if word := noHook().FindString(call.Arguments); word != "" {
			return nil, unwritable(call.Pos, "%s in a condition for after the kernel", word)
		}
		add(call.Arguments, false)
	}
	if c, is := litmus.For(litmus.Comments(u.Text), f.Pos.Line, 0); is {
		add(c.Text, true)
	}
	if len(out) == 0 && len(f.Calls("assert", "__assert", "__global_assert")) == 0 {
		return nil, usagef("%s: kernel %s has no condition for after it: write __ensures(CONDITION) into it, or give --ensures CONDITION", f.Pos, f.Name)
	}
	return out, nil
}

// inKernel is a condition as device code has it.
func inKernel(text string) string {
	return regexp.MustCompile(`\b(threadIdx|blockIdx|gridDim)\b`).ReplaceAllStringFunc(text, func(word string) string { return stressWords().Replaced[word] })
}
