// Package wefttest has reports of the exact engine for the tests of what reads them.
package wefttest

import (
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/smallkernel"
	"gv2/runtime/weft"
)

// Saying is a report in which everything is proved but what is named.
func Saying(but map[kernel.Property]weft.Verdict) *weft.Report {
	r := &weft.Report{Verdicts: map[kernel.Property]weft.Verdict{}, Ran: 1}
	for _, name := range weft.Properties {
		r.Verdicts[name] = weft.Verdict{Status: claim.Proved}
	}
	for name, v := range but {
		r.Verdicts[name] = v
		if v.Status == claim.Refuted {
			r.Faults = append(r.Faults, weft.Fault{
				Property: name, Message: string(name) + " happens", Array: -1, At: []weft.Party{{Site: smallkernel.BarrierAt(8, 1, 64), Kind: "sync"}},
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

// NotStatic is a report in which everything is open for want of a parameter.
func NotStatic(cause, param string) *weft.Report {
	n := &emulate.NotStatic{Src: smallkernel.Src(7), What: "the condition of a loop with a barrier in it", Cause: cause, Param: param}
	but := map[kernel.Property]weft.Verdict{}
	for _, name := range weft.Properties {
		but[name] = weft.Verdict{Status: claim.Unknown, Reason: "not static: " + n.Error()}
	}
	r := Saying(but)
	r.NotStatic = n
	return r
}

// Open is the verdict of what is open for that reason.
func Open(reason string) weft.Verdict {
	return weft.Verdict{Status: claim.Unknown, Reason: reason}
}

// Refuted is the verdict of what does not hold.
var Refuted = weft.Verdict{Status: claim.Refuted}
