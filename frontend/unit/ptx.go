package unit

import (
	"context"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/module"
	"gv2/frontend/ptx/translate"
)

// PTX is the assembly language that compilers make of kernels.
var PTX Language = ptxLanguage{}

type ptxLanguage struct{}

func (ptxLanguage) Name() string { return "ptx" }

func (ptxLanguage) Extensions() []string { return []string{".ptx"} }

func (ptxLanguage) Terms() Terms {
	return Terms{Kernel: ".entry function", Bounds: ".maxntid", Requires: "precondition", Words: []string{
		"the same __syncthreads() statement", "the same bar.sync 0",
		"__syncthreads()", "bar.sync 0", "__syncthreads", "bar.sync 0", "__syncwarp()", "bar.warp.sync", "__syncwarp", "bar.warp.sync",
		"__threadfence_block()", "membar.cta", "__threadfence()", "membar.gl",
		"; an __assume() about it may help", "", "an __assume() about the value, or --param, may help", "--param may help",
		"; an __assume() about the value may help", "",
		"; write one with __invariant, or fix parameters", "; fix parameters", "; write one with __invariant", "",
	}}
}

func (ptxLanguage) Read(_ context.Context, name string, text []byte, _ Macros) Text {
	return ptxText{name, string(text)}
}

type ptxText struct{ name, text string }

// Leading are the comment lines at the beginning.
func (t ptxText) Leading() (lines []string) {
	for rest := t.text; ; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "//") {
			return lines
		}
		lines = append(lines, strings.TrimPrefix(line, "//"))
	}
}

func (t ptxText) Parse(context.Context) ([]Entry, diag.List) {
	m, diags := module.Parse(t.name, t.text)
	if diags.HasErrors() {
		return nil, diags
	}
	var entries []Entry
	shorts := map[string]int{}
	for _, f := range m.Functions {
		if f.Entry && f.HasBody {
			short, _ := translate.NameOf(f.Name)
			shorts[short]++
			entries = append(entries, ptxEntry{f, short})
		}
	}
	for i, e := range entries {
		// Overloads are told apart by their parameters.
		if e := e.(ptxEntry); shorts[e.name] > 1 {
			_, e.name = translate.NameOf(e.f.Name)
			entries[i] = e
		}
	}
	return entries, diags
}

// ptxEntry is an .entry function.
type ptxEntry struct {
	f    *module.Function
	name string
}

func (e ptxEntry) Name() string { return e.name }

func (e ptxEntry) Pos() diag.Pos { return e.f.Pos() }

func (e ptxEntry) Faults() diag.List {
	_, diags := e.f.Body()
	return diags
}

// Bounds is .maxntid, which is what __launch_bounds__ becomes.
func (e ptxEntry) Bounds() (threads int, ok bool) {
	n := e.f.Most[0] * e.f.Most[1] * e.f.Most[2]
	return n, n > 0
}

// Launches is the block that .reqntid asks for.
func (e ptxEntry) Launches(context.Context) ([]host.Size, []host.Unknown) {
	if e.f.Required == [3]int{} {
		return nil, nil
	}
	return []host.Size{{Block: e.f.Required, SharedBytes: -1, Pos: e.f.Pos()}}, nil
}

func (e ptxEntry) Lower(ctx context.Context, s Setting) (*kernel.Kernel, diag.List) {
	return translate.Kernel(ctx, e.f, translate.Options{Name: e.name, Launch: s.Launch, Params: s.Params, SharedBytes: s.SharedBytes, UnknownConstants: s.UnknownConstants})
}
