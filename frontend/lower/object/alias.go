package object

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// AssumeNoAliases states that pointer parameters do not overlap, where that matters. unlike has parameters that may lead into the
// array of another one, although each has an array of its own in the kernel: a reason says that of them.
func (m *Model) AssumeNoAliases(unlike map[string]string) {
	var params, globals, rows []string
	written := len(m.compared) > 0 // the answers of comparisons rest on it
	for _, mem := range union(memoriesUsed(m.an, m.out.Kernel), m.compared) {
		if mem == nil || mem.Space != kernel.Global {
			continue
		}
		written = written || mem.Written
		switch {
		case mem.rowsOf != nil:
			rows = append(rows, mem.rowsOf.Label)
		case mem.Param:
			params = append(params, mem.Label)
		case !mem.ReadOnly:
			globals = append(globals, mem.Label)
		}
	}
	if !written {
		return
	}
	m.assumeRows(rows)
	if but := overlapping(params, params, unlike); len(params) > 2 || len(params) == 2 && but == "" {
		m.out.Assume("pointer parameters " + diag.Names(params) + " do not alias" + but)
	}
	if but := overlapping(params, globals, unlike); len(params) > 0 && len(globals) > 0 && (but == "" || len(params)+len(globals) > 2) {
		noun := "variable "
		if len(globals) > 1 {
			noun = "variables "
		}
		m.out.Assume("pointer parameters do not point into the __device__ " + noun + diag.Names(globals) + but)
	}
}

// overlapping are the pairs of parameters and others that may overlap, as the end of a sentence; empty for none.
func overlapping(params, others []string, unlike map[string]string) string {
	var pairs []string
	for _, p := range params {
		if of, is := unlike[p]; is && slices.Contains(others, of) {
			pairs = append(pairs, of+" with "+p)
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return ", but for " + diag.Names(pairs)
}

// memoriesUsed returns the memories behind the kernel's arrays, in order.
func memoriesUsed(an *Analysis, k *kernel.Kernel) []*Memory {
	of := map[*kernel.Array]*Memory{}
	for _, m := range an.Memories {
		if m.Array != nil {
			of[m.Array] = m
		}
	}
	var out []*Memory
	for _, a := range k.Arrays {
		out = append(out, of[a])
	}
	return out
}

// told notes the memories that the answer to p == q takes for separate ones.
func (m *Model) told(p, q *Pointer) {
	if p.OnlyNull() || q.OnlyNull() {
		return
	}
	for _, t := range p.Targets {
		for _, u := range q.Targets {
			if t.Mem == nil || u.Mem == nil || t.Mem == u.Mem && t.Mem.rowsOf == nil || t.Mem.Space != kernel.Global || u.Mem.Space != kernel.Global {
				continue
			}
			if t.Mem.Param || u.Mem.Param {
				m.compared = union(m.compared, []*Memory{t.Mem, u.Mem})
			}
		}
	}
}

// union has what a and b hold, once each.
func union(a, b []*Memory) []*Memory {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}
