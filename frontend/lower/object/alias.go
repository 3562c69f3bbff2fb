package object

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// AssumeNoAliases states that pointer parameters do not overlap, where that matters.
func (m *Model) AssumeNoAliases() {
	var params, globals, rows []string
	written := false
	for _, mem := range memoriesUsed(m.an, m.out.Kernel) {
		if mem.Space != kernel.Global {
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
	if len(params) > 1 {
		m.out.Assume("pointer parameters " + diag.Names(params) + " do not alias")
	}
	if len(params) > 0 && len(globals) > 0 {
		noun := "variable "
		if len(globals) > 1 {
			noun = "variables "
		}
		m.out.Assume("pointer parameters do not point into the __device__ " + noun + diag.Names(globals))
	}
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
