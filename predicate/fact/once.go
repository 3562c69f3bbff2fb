package fact

import (
	"slices"
	"sync"

	"gv2/frontend/kernel"
)

// Many stages need the same fact of the same kernel: the decision, each of its questions
// to a solver, and the encoder of each question. So Once caches answers, for the few
// kernels used last: a decision is about one kernel at a time and a handful made from it.

// mostRemembered is the number of kernels with cached answers.
const mostRemembered = 16

// Once is the result of find for k. It calls find once for each kernel and question, as
// long as the kernel is among those used last; other callers wait for it meanwhile.
// Callers must not change the answer. A question is a comparable value of a type of the
// caller's own, find is a pure function of k.
//
// Two kernels with the same parts are the same kernel here: a copy of a kernel keeps its
// answers, and one with other statements, preconditions or sizes has none. That works
// because trees are immutable.
func Once[T any](k *kernel.Kernel, question any, find func() T) T {
	a := remembered.answer(k, question)
	a.once.Do(func() {
		found := find()
		a.found = &found
	})
	return *a.found.(*T)
}

// snapshot is k as it is now, even if the owner of k changes its lists later.
func snapshot(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Params, c.Vars, c.Arrays = slices.Clone(k.Params), slices.Clone(k.Vars), slices.Clone(k.Arrays)
	c.Requires, c.Body, c.Assumptions = slices.Clone(k.Requires), slices.Clone(k.Body), slices.Clone(k.Assumptions)
	return &c
}

// sameParts reports whether two kernels have the same parts.
func sameParts(a, b *kernel.Kernel) bool {
	return a.Name == b.Name && a.Pos == b.Pos && a.Launch == b.Launch && slices.Equal(a.Body, b.Body) &&
		slices.Equal(a.Requires, b.Requires) && slices.Equal(a.Params, b.Params) && slices.Equal(a.Vars, b.Vars) &&
		slices.Equal(a.Arrays, b.Arrays) && slices.Equal(a.Assumptions, b.Assumptions)
}

// memory holds the answers about kernels, those used last at the end.
type memory struct {
	mu      sync.Mutex
	kernels []*answers
}

var remembered memory

// answers are those about one kernel, by question.
type answers struct {
	about *kernel.Kernel
	given map[any]*answer
}

type answer struct {
	once sync.Once
	// found points to the answer, which may be a nil interface.
	found any
}

// answer is the entry for a question, which may not be filled yet.
func (m *memory) answer(k *kernel.Kernel, question any) *answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.kernels, func(a *answers) bool { return sameParts(a.about, k) })
	var of *answers
	if i < 0 {
		of = &answers{snapshot(k), map[any]*answer{}}
		if len(m.kernels) == mostRemembered {
			m.kernels = slices.Delete(m.kernels, 0, 1)
		}
	} else {
		of = m.kernels[i]
		m.kernels = slices.Delete(m.kernels, i, i+1)
	}
	m.kernels = append(m.kernels, of)
	if of.given[question] == nil {
		of.given[question] = &answer{}
	}
	return of.given[question]
}
