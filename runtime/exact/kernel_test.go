package exact

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

func src(line int) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
}

func threadIdx() kernel.Expr { return &kernel.Builtin{Kind: kernel.ThreadIdx} }

func wide(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: x} }

// testKernel is __global__ void k(u32 *p, i32 n) with that body, 64 threads, one
// block.
func testKernel(body func(p *kernel.Array, n *kernel.Var) []kernel.Stmt) *kernel.Kernel {
	p := &kernel.Array{Name: "p", Label: "p", Space: kernel.Global, Elem: kernel.U32, Len: -1, Scale: 1, Param: true}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	return &kernel.Kernel{
		Name: "k", Pos: src(1).Pos, Params: []*kernel.Var{n}, Arrays: []*kernel.Array{p}, Body: body(p, n),
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
	}
}

func store(line int, a *kernel.Array, index, x kernel.Expr) kernel.Stmt {
	return &kernel.Store{Src: src(line), Acc: kernel.Access{Array: a, Index: index, Width: 1}, X: x}
}

// quiet has no fault: p[threadIdx.x] = threadIdx.x.
func quiet() *kernel.Kernel {
	return testKernel(func(p *kernel.Array, n *kernel.Var) []kernel.Stmt {
		return []kernel.Stmt{store(2, p, wide(threadIdx()), threadIdx())}
	})
}

// saying is a report in which everything is proved but what is named.
func saying(but map[kernel.Property]weft.Verdict) *weft.Report {
	r := &weft.Report{Verdicts: map[kernel.Property]weft.Verdict{}, Ran: 1}
	for _, name := range weft.Properties {
		r.Verdicts[name] = weft.Verdict{Status: claim.Proved}
	}
	for name, v := range but {
		r.Verdicts[name] = v
		if v.Status == claim.Refuted {
			r.Faults = append(r.Faults, weft.Fault{
				Property: name, Message: string(name) + " happens", Array: -1, At: []weft.Party{{Site: barrierAt(8, 1, 64), Kind: "sync"}},
			})
		}
	}
	r.Evidence = evidenceOf(r.Verdicts)
	return r
}

// evidenceOf is what the verdicts follow from.
func evidenceOf(verdicts map[kernel.Property]weft.Verdict) []claim.Evidence {
	var out []claim.Evidence
	by := claim.Method{Engine: claim.Weft}
	for name, v := range verdicts {
		within, why := claim.Claim{Property: name}, claim.Because(v.Reason)
		switch {
		case v.Status == claim.Proved:
			out = append(out, claim.Proof{Claims: claim.Of(name), By: by})
		case v.Status == claim.Refuted:
			out = append(out, claim.Suspect(claim.Finding{Property: name, Seen: claim.Executed}, claim.Executed, claim.Reason{}))
		case v.Blocks:
			out = append(out, claim.Proof{Claims: []claim.Claim{within}, By: by}, claim.Open{Claims: []claim.Claim{claim.RacesAcross}, By: by, Why: why})
		default:
			out = append(out, claim.Open{Claims: claim.Of(name), By: by, Why: why})
		}
	}
	return out
}

// notStatic is a report in which everything is open for want of a parameter.
func notStatic(cause, param string) *weft.Report {
	n := &emulate.NotStatic{Src: src(7), What: "the condition of a loop with a barrier in it", Cause: cause, Param: param}
	but := map[kernel.Property]weft.Verdict{}
	for _, name := range weft.Properties {
		but[name] = weft.Verdict{Status: claim.Unknown, Reason: "not static: " + n.Error()}
	}
	r := saying(but)
	r.NotStatic = n
	return r
}

func openVerdict(reason string) weft.Verdict {
	return weft.Verdict{Status: claim.Unknown, Reason: reason}
}

var refutedVerdict = weft.Verdict{Status: claim.Refuted}

// barrierAt is a site of bar.sync id, count.
func barrierAt(line int, id, count int64) *emulate.Site {
	return &emulate.Site{Kind: emulate.BarrierSite, Array: -1, Stmt: &kernel.Barrier{
		Src: src(line), ID: &kernel.Const{T: kernel.U32, Val: id}, Count: &kernel.Const{T: kernel.U32, Val: count}, Aligned: true,
	}}
}
