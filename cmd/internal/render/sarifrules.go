//go:build !exact

package render

import "gv2/frontend/kernel"

// aboutRule is what a code scanning service shows beside a rule: what a fault means and what to do,
// and the page that has the rule which the kernel breaks.
type aboutRule struct{ text, page string }

// pageFences is a page of NVIDIA's documentation.
const pageFences = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#memory-fence-functions"

// aboutRules are about rules that are no properties; what properties mean is in their registry.
var aboutRules = map[string]aboutRule{
	"missing-fence": {"Without a fence other threads may see what this one has written in another order. Insert the fence that the result names.",
		pageFences},
	"redundant-fence": {"The kernel is proved without this fence, too; it costs time.", pageFences},
	"undecided":       {"This is no fault: gv2 found neither a proof nor a fault. The message says why, and what would help.", ""},
	"unsupported":     {"gv2 looks at other kernels of the file. The message says what to write instead, if there is something.", ""},
	"input":           {"The message says what is wrong with the file, its options or the command line, or what gv2 took them to mean.", ""},
	"tool":            {"This says nothing about the kernel: gv2, a solver or a compiler failed, and the message says how.", ""},
}

// about is what is known of a rule; ok is false for one of which nothing is.
func about(id string) (what aboutRule, ok bool) {
	if p := kernel.Property(id).Info(); p != nil {
		return aboutRule{p.Advice, p.Page}, true
	}
	what, ok = aboutRules[id]
	return what, ok
}

// describe adds to a rule what is known about it.
func (r *sarifRule) describe() {
	about, known := about(r.ID)
	if !known {
		return
	}
	r.Full, r.Help, r.HelpURI = &sarifText{r.Short.Text + ". " + about.text}, &sarifText{about.text}, about.page
}
