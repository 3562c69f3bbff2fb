package source

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"gv2/frontend/diag"
)

// Code that gv2 supplies in place of a header: what of it kernels use, written in the C++
// that the later stages read. The places of its tokens are in files such as <utility>,
// which no user can open; diag.Pos.Supplied tells them.
//
// A file of folder supplied may include others of the folder by the same names.

//go:embed supplied
var supplied embed.FS

// suppliedBy are the headers that a file of the folder stands for: names, and with a /
// at the end all headers of a folder.
var suppliedBy = map[string][]string{
	"traits":    standardHeaders,
	"std":       standardHeaders,
	"tensormap": {"cuda.h", "cudaTypedefs.h", "cuda/barrier", "cuda/ptx"},
	"thrust":    {"thrust/"},
	"libcu":     {"cuda/std/", "cuda/functional"},
	"async": {"cuda/barrier", "cuda/pipeline", "cuda/ptx", "cuda_pipeline.h", "cuda_pipeline_primitives.h", "cuda_awbarrier.h", "cuda_awbarrier_primitives.h",
		"cooperative_groups/memcpy_async.h"},
	"atomic": {"cuda/atomic", "cuda/std/atomic", "cuda/barrier", "cuda/pipeline", "cuda/semaphore", "cuda/latch", "cuda/std/semaphore", "cuda/std/latch", "cooperative_groups/memcpy_async.h", "cuda_pipeline.h", "cuda_pipeline_primitives.h",
		"cuda_awbarrier.h", "cuda_awbarrier_primitives.h", "cuda/ptx"},
	"libcuatomic": {"cuda/std/atomic", "cuda/std/semaphore", "cuda/std/latch"},
	"ptx":         {"cuda/ptx", "cuda/barrier", "cuda/pipeline"},
	"mma":         {"mma.h", "crt/mma.h"},
	"toolkit":     {"cufft.h", "cufftXt.h", "cublas.h", "cublas_v2.h", "cublasXt.h", "cublasLt.h", "cusparse.h", "cusparse_v2.h", "cusolverDn.h", "cusolverSp.h", "cusolver_common.h", "curand.h"},
	"cub":         {"cub/"},
	"torch":       {"ATen/", "c10/", "torch/"},
	"half":        {"cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h", "cuda_bf16.hpp", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "ATen/", "c10/", "torch/"},
	"fp8":         {"cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "ATen/", "c10/", "torch/"},
}

// standardHeaders are those behind which programs expect names of std.
var standardHeaders = strings.Fields(`algorithm array bit cassert cfloat climits cmath complex cstddef cstdint cstdio cstdlib
	cstring cuda_runtime.h functional initializer_list iostream limits memory numeric optional string tuple
	type_traits utility variant vector cuda/std/ thrust/ cub/ ATen/ c10/ torch/`)

// suppliedOrder is the order in which the files are read.
var suppliedOrder = []string{"traits", "std", "tensormap", "thrust", "libcu", "atomic", "libcuatomic", "async", "ptx", "mma", "toolkit", "cub", "half", "fp8", "torch"}

// standardName is the namespace of all that the first two files declare: std.names lists it. Nothing of them is needed where
// nobody names any of it, and to read them takes longer than most kernels.
const standardName = "std"

var standardNames = sync.OnceValue(func() map[string]bool {
	text, err := supplied.ReadFile("supplied/std.names")
	if err != nil {
		panic("source: " + err.Error())
	}
	out := map[string]bool{}
	for _, name := range strings.Fields(string(text)) {
		out[name] = true
	}
	return out
})

// standardUse is what a file has that decides whether it needs what gv2 supplies of std.
type standardUse struct {
	read    bool // it is read
	leftOut bool // a header has it, and it is not read
	scope   bool // the word std is there
	name    bool // so is a name that is declared in it
}

func (u *standardUse) see(t *Token) {
	if t.Kind == Ident {
		u.scope = u.scope || t.Text == standardName
		u.name = u.name || standardNames()[t.Text]
	}
}

// lacking reports whether it was needed and left out.
func (u *standardUse) lacking() bool { return u.leftOut && u.scope && u.name }

// supply opens the files that stand for header name, which the next tokens come from.
func (p *preprocessor) supply(name string) {
	if !p.opts.Library {
		return
	}
	for i := len(suppliedOrder) - 1; i >= 0; i-- {
		file := suppliedOrder[i]
		switch {
		case !standsFor(file, name):
		case !p.standard.read && (file == "traits" || file == "std"):
			p.standard.leftOut = true
		default:
			p.openSupplied(file)
		}
	}
}

// replacedDirs are the libraries whose own headers are not read even where -I leads to them:
// their code is beyond what the later stages can follow, and takes longer to read than the
// kernels.
var replacedDirs = []string{"cub/", "thrust/", "cuda/std/"}

// replaced reports whether gv2's own text stands for a header in any case.
func (p *preprocessor) replaced(name string) bool {
	return p.opts.Library && slices.ContainsFunc(replacedDirs, func(dir string) bool { return strings.HasPrefix(name, dir) })
}

func standsFor(file, name string) bool {
	for _, h := range suppliedBy[file] {
		if h == name || strings.HasSuffix(h, "/") && strings.HasPrefix(name, h) {
			return true
		}
	}
	return false
}

// openSupplied opens a file of the folder, once.
func (p *preprocessor) openSupplied(file string) {
	name := diag.SuppliedFile(file)
	if p.once[name] {
		return
	}
	p.once[name] = true
	text, err := supplied.ReadFile("supplied/" + file + ".cuh")
	if err != nil {
		panic("source: " + err.Error())
	}
	p.open(name, string(text), true)
}
