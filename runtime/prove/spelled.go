package prove

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/inflight"
	"gv2/predicate/phases"
)

// spelled is a kernel whose barriers in memory are numbered ones, and whose copies and products are accesses of the thread that
// starts them: the one that proofs are about, and texts show. For the head of a text it says what was done, and what a proof
// needs besides. Where that is not possible, a diagnostic says why. Other kernels stay as they are.
func spelled(k *kernel.Kernel) (out *kernel.Kernel, header []string, diags diag.List) {
	refuse := func(at diag.Pos, text string) (*kernel.Kernel, []string, diag.List) {
		diags.Unsupportedf(at, "%s", text)
		return nil, nil, diags
	}
	if !fact.Phased(k) {
		for _, when := range inflight.Order(k) {
			plain, m := inflight.Plain(k, when)
			if m != nil {
				return refuse(m.At, m.Text)
			}
			if plain != nil {
				return plain, []string{"asynchronous copies and products are accesses of the thread that starts them, from there to its wait"}, diags
			}
		}
		return k, nil, diags
	}
	out = phases.Attended(k)
	beside := func(plain, claims *kernel.Kernel, need string) {
		if plain == nil {
			return
		}
		if out = plain; claims != nil && kernel.Assertion.In(claims) {
			header = append(header, "a proof needs "+need+", too, which this text does not state; gv2 verify decides it")
		}
	}
	apart, claims, m := phases.Apart(out)
	if m != nil {
		return refuse(m.At, m.Text)
	}
	beside(apart, claims, "that a thread's accesses to arrays with barriers in them are to no barrier")
	plain, claims, late := inflight.Beside(out, inflight.Late)
	if late != nil {
		return refuse(late.At, late.Text)
	}
	beside(plain, claims, "that a thread leaves alone what its copies and products access until it waits for them")
	numbered, m := phases.Numbered(out)
	if m != nil {
		return refuse(m.At, m.Text)
	}
	return numbered, append([]string{"barriers in memory are numbered, and their phases are generations"}, header...), diags
}
