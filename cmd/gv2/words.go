package main

import (
	"gv2/frontend/kernel"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// wordedFor says in a result what the language of the unit calls it, how parameters of the kernel are written, and what of clusters is of blocks in the program. A repair of what was compiled from
// a source that is known is one of the source, and keeps its words.
func wordedFor(u *unit.Unit, k *kernel.Kernel, r *verdict.Result) {
	for i := range r.Properties {
		r.Properties[i].Why.Text = u.Worded(r.Properties[i].Why.Text)
	}
	for i := range r.Findings {
		r.Findings[i] = r.Findings[i].InProgram(r.Launch)
		f := &r.Findings[i]
		f.Values = f.Values.Written(k.Params)
		f.Message = u.Worded(f.Message)
		if len(f.Accesses) > 0 && !f.Accesses[0].Src.Compiled.Valid() {
			f.Repair = u.Worded(f.Repair)
		}
	}
	r.Launch = r.Launch.Program()
	for i := range r.Assumptions {
		r.Assumptions[i] = u.Worded(r.Assumptions[i])
	}
	for i := range r.Notes {
		r.Notes[i].Message = u.Worded(r.Notes[i].Message)
	}
}
