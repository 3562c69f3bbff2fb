// Package host reads the host functions of a CUDA file to find which kernels they
// launch, with which template arguments and sizes.
//
// Host code may use all of C++ and libraries whose headers are not here, so it is never
// parsed as a whole. Questions about types read only the tokens that they need, from a
// place back to a declaration; values are what package flow computes from the statements
// of the function around a launch, with the parameters replaced by what the calls of the
// function pass. What is not understood is unknown, with a reason; nothing is guessed.
//
// In: a cuda.File. Out: the uses of kernel templates (Uses), the launches with the
// expressions of their grid, block and shared memory (Launches), and, with the front
// end to evaluate constants (Names), their sizes with what holds at them (Sizes).
package host

import (
	"context"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/apart"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// Code answers questions about the unparsed functions of a file. Like the syntax
// tree it is for one goroutine at a time.
type Code struct {
	*cuda.Code
	decls []cuda.Decl
	// hostAt are the function templates that are no kernels, by the { of their bodies;
	// classes are the class templates by where their names stand; functions are all
	// functions by name; records are the names of classes.
	hostAt    map[int]*cuda.FuncDecl
	classes   map[diag.Pos]*cuda.RecordDecl
	functions map[string][]*cuda.FuncDecl
	records   map[string]bool
	// variables are the names of variables at file level.
	variables map[string]bool
	// methodAt are where functions are declared in classes, fields what variables they have, by name.
	methodAt map[diag.Pos]bool
	fields   map[string][]*cuda.VarDecl
	// special are the arguments for which class templates have specialisations, by name;
	// partial is set where some of them have parameters.
	special map[string][][]cuda.TemplateArg
	partial map[string]bool
	// bound are the binders by the { of their bodies, blocks the { around each token; ways
	// counts what was looked at.
	bound  map[int]*binder
	blocks []int32
	ways   int
	// kernels are the names of the kernels.
	kernels map[string]bool
	// references maps arguments to the functions of the file that may change them.
	references map[argument][]*cuda.FuncDecl
	// index has the places of every identifier, pointers those of launches
	// through pointer variables; both are made on first use.
	index    map[string][]int
	pointers []int
	ctx      context.Context // of Within; nil for one that is never done
	flow     *flow.Program
	apart    *apart.Program
	// called are the calls of functions, as pointerCalls finds them.
	called map[*cuda.FuncDecl]calls
}

// Within makes the searches that follow end when ctx is done. What they find then is
// incomplete, and must not be used: callers look at ctx.Err().
func (h *Code) Within(ctx context.Context) *Code {
	h.ctx = ctx
	return h
}

// late reports whether nobody waits for the answer any longer.
func (h *Code) late() bool { return h.ctx != nil && h.ctx.Err() != nil }

// Read prepares for questions about a file.
func Read(f *cuda.File) *Code {
	c := &Code{Code: f.Code(), decls: f.Decls, kernels: map[string]bool{}, references: map[argument][]*cuda.FuncDecl{},
		hostAt: map[int]*cuda.FuncDecl{}, classes: map[diag.Pos]*cuda.RecordDecl{}, functions: map[string][]*cuda.FuncDecl{}, bound: map[int]*binder{}, records: map[string]bool{}, variables: map[string]bool{}, special: map[string][][]cuda.TemplateArg{}, partial: map[string]bool{},
		methodAt: map[diag.Pos]bool{}, fields: map[string][]*cuda.VarDecl{}}
	if c.Code == nil {
		return c
	}
	for _, fn := range c.templates(f.Decls) {
		open, _ := c.Body(fn)
		c.hostAt[open] = fn
	}
	c.classTemplates(f.Decls)
	noteMethods(c, f.Decls)
	c.noteReferences(f.Decls)
	for _, d := range f.Decls {
		if v, ok := d.(*cuda.VarDecl); ok {
			c.variables[v.Name] = true
		}
		if fn, ok := d.(*cuda.FuncDecl); ok {
			c.functions[fn.Name] = append(c.functions[fn.Name], fn)
			if fn.Global {
				c.kernels[fn.Name] = true
			}
		}
	}
	return c
}

// indexed returns the places of name in the file, in order.
func (h *Code) indexed(name string) []int {
	if h.index == nil {
		h.index = map[string][]int{}
		for i := range h.Len() {
			if t := h.Token(i); t.Kind == source.Ident {
				h.index[t.Text] = append(h.index[t.Text], i)
			}
		}
	}
	return h.index[name]
}
