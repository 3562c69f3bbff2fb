package unit

import (
	"context"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/host/clusters"
	"gv2/frontend/kernel"
	"gv2/frontend/lower"
	"gv2/frontend/source"
)

// CUDA is CUDA C++.
var CUDA Language = cudaLanguage{}

type cudaLanguage struct{}

func (cudaLanguage) Name() string { return "cuda" }

func (cudaLanguage) Extensions() []string { return []string{".cu", ".cuh"} }

func (cudaLanguage) Terms() Terms {
	return Terms{Kernel: "__global__ function", Bounds: "__launch_bounds__", Requires: "__requires"}
}

func (cudaLanguage) Read(ctx context.Context, name string, text []byte, m Macros) Text {
	return cudaText{source.PreprocessContext(ctx, name, text, source.Options{Include: m.Include, Define: m.Define, CudaArch: m.Arch, ReadFile: m.ReadFile, Library: true})}
}

// cudaText is a preprocessed file.
type cudaText struct{ *source.Result }

func (t cudaText) Leading() []string { return t.Result.Leading }

func (t cudaText) Parse(ctx context.Context) ([]Entry, diag.List) {
	diags := t.Diags
	if diags.HasErrors() {
		return nil, diags // tokens that were saved are good for more faults, not for a verdict
	}
	file, more := cuda.ParseContext(ctx, t.Tokens)
	diags.Merge(more)
	if diags.HasErrors() {
		return nil, diags
	}
	code := host.Read(file).Within(ctx)
	if toks, ok := code.WithoutLambdas(t.Tokens); ok {
		if objects, more := cuda.ParseContext(ctx, toks); !more.HasErrors() {
			file, code = objects, host.Read(objects).Within(ctx)
		}
	}
	file.Missing, file.Headers = t.Missing, t.Headers
	var entries []Entry
	names := lower.NamesOf(file)
	for _, fn := range names.Kernels(ctx, code.Uses()) {
		entries = append(entries, cudaEntry{names, code, fn})
	}
	return entries, diags
}

// cudaEntry is a __global__ function, or an instance of a template of them.
type cudaEntry struct {
	names *lower.Names // of the file
	code  *host.Code
	fn    *cuda.FuncDecl
}

func (e cudaEntry) Name() string { return e.fn.Name }

func (e cudaEntry) Pos() diag.Pos { return e.fn.Pos }

// cooperative reports whether all launches of the kernel are.
func (e cudaEntry) cooperative(ctx context.Context) bool { return e.code.Within(ctx).Cooperative(e.fn) }

func (e cudaEntry) Faults() diag.List {
	_, diags := e.fn.Body()
	return diags
}

func (e cudaEntry) Bounds() (threads int, ok bool) { return e.names.LaunchBounds(e.fn) }

// clusterDims are the blocks of a cluster by __cluster_dims__; stated is set if the kernel has that, and ok if its
// arguments are constant.
func (e cudaEntry) clusterDims() (dims [3]int, stated, ok bool) {
	dims, ok = e.names.ClusterDims(e.fn)
	return dims, len(e.fn.Cluster) > 0, ok
}

// launchedClusters are the blocks of a cluster by the attribute of its launches, zero if they have none.
func (e cudaEntry) launchedClusters() (dims [3]int, known bool) {
	name, _, _ := strings.Cut(e.fn.Name, "<")
	return clusters.Of(e.code.Code, name)
}

func (e cudaEntry) Launches(ctx context.Context) ([]host.Size, []host.Unknown) {
	return e.code.Within(ctx).Sizes(e.fn, e.names)
}

// passedOn is where the file hands the kernel on to something that may launch it in a way that is not seen.
func (e cudaEntry) passedOn() (diag.Pos, bool) { return host.PassedOn(e.code, e.fn, e.names) }

func (e cudaEntry) Lower(ctx context.Context, s Setting) (*kernel.Kernel, diag.List) {
	k, diags := e.names.Lower(ctx, e.fn, lower.Options(s))
	if k != nil {
		for _, a := range k.Arrays {
			if a.First != nil && a.Space == kernel.Global && !a.Param {
				first := int64(0)
				if len(a.First) > 0 {
					first = a.First[0].Val
				}
				if a.Set = host.SetsFirst(e.code.Within(ctx), e.names, a.Label, first); a.Set != "" {
					a.First = nil
					continue
				}
				a.Again = host.Again(e.code.Within(ctx), e.fn, a.Label)
				a.Others = a.Again != "" && host.OthersChange(e.code.Within(ctx), e.fn, a.Label)
			}
		}
	}
	return k, diags
}
