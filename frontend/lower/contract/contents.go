package contract

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// tells notes what a precondition of the kernel says that an array holds; false if it says something else.
func (a *Annotations) tells(e cuda.Expr) bool {
	call, is := e.(*cuda.CallExpr)
	if !is || len(call.Args) != 1 {
		return false
	}
	name, is := call.Fun.(*cuda.Ident)
	if !is || len(name.Path) > 0 || kernel.HoldsNamed(name.Name) == 0 {
		return false
	}
	outer := a.spec
	a.spec = &spec{ghost: true}
	v := a.core.Eval(call.Args[0])
	a.spec = outer
	switch {
	case v.Bad():
		return true
	case v.Ptr == nil:
		a.core.Out.Errorf(call.Pos, "%s takes a pointer, not a %s", name.Name, v.T)
		return true
	}
	at, constant := kernel.Fold(v.Ptr.Off).(*kernel.Const)
	if len(v.Ptr.Targets) != 1 || v.Ptr.Targets[0].Mem == nil || !constant || at.Val != 0 {
		a.core.Out.Unsupported(call.Pos, "%s of a pointer that is no parameter", name.Name)
		return true
	}
	out := &a.core.Out.Kernel.Stated
	*out = append(*out, kernel.Stated{Array: a.core.Model.Array(v.Ptr.Targets[0].Mem), Holds: kernel.HoldsNamed(name.Name), Pos: call.Pos})
	return true
}

// Settle reports what is said of the contents of arrays that the kernel changes, or of which it cannot be said,
// once its body is known.
func (a *Annotations) Settle() {
	k := a.core.Out.Kernel
	for _, s := range k.Stated {
		if s.Holds == kernel.UniqueOrNone && !s.Array.Elem.Signed {
			a.core.Out.Unsupported(s.Pos, "what %s holds: no value of it is -1, because its type is unsigned; __unique says that none is twice", s.Array.Label)
			continue
		}
		if !k.MayHold(s.Array) {
			a.core.Out.Unsupported(s.Pos, "what %s holds: it can be said of integers of 32 bits or more behind a parameter, which the kernel only loads, one by one", s.Array.Label)
		}
	}
}
