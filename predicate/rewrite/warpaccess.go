package rewrite

import "gv2/frontend/kernel"

// WarpAccesses gives each element of what a warp accesses together (kernel.WarpAccess) to one lane: the access is
// that of the lane that an unknown function of the warp, of how it shares out elements and of where the line begins
// names. One function of all that is enough, although the elements of a line belong to different lanes: a race is between
// two threads on one element, and some function names the two that this element belongs to.
func WarpAccesses(k *kernel.Kernel) *kernel.Kernel {
	if !kernel.SharesOut(k) {
		return k
	}
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		how := kernel.WarpAccess(s)
		if how == "" {
			return []kernel.Stmt{s}
		}
		var own kernel.Stmt
		switch s := s.(type) {
		case *kernel.Load:
			l := *s
			l.Warp, own = "", &l
		case *kernel.Store:
			w := *s
			w.Warp, own = "", &w
		default: // kernel.WarpAccess knows no other
			panic("rewrite: another access of a warp")
		}
		id, size := k.Launch.LinearID(), kernel.Unsigned(kernel.WarpSize)
		owner := &kernel.Call{T: kernel.U32, Fn: "lane_of_" + how,
			Args: []kernel.Expr{kernel.Op(kernel.Div, id, size), kernel.Widened(kernel.Touched(s).Index)}}
		return []kernel.Stmt{&kernel.If{Src: s.Source(), Cond: kernel.Op(kernel.Eq, owner, kernel.Op(kernel.Rem, id, size)), Then: []kernel.Stmt{own}}}
	})
	return &c
}
