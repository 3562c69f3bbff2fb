package layout

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Table returns the constants of an array's initialiser in element order; dims are the
// array's dimensions, none for a scalar. scalar gives the value of one item. ok is false
// if an item is not constant, or the initialiser is none that lists items in order.
func Table(init cuda.Expr, dims []int64, t kernel.Type, scalar func(cuda.Expr) (kernel.Const, bool)) (out []kernel.Const, ok bool) {
	f := &flattener{t: t, scalar: scalar, ok: true}
	f.fill(init, dims)
	return f.out, f.ok
}

type flattener struct {
	t      kernel.Type
	scalar func(cuda.Expr) (kernel.Const, bool)
	out    []kernel.Const
	ok     bool
}

func (f *flattener) item(e cuda.Expr) {
	c, ok := f.scalar(e)
	if f.ok = f.ok && ok; f.ok {
		f.out = append(f.out, c)
	}
}

func (f *flattener) fill(init cuda.Expr, dims []int64) {
	list, isList := init.(*cuda.InitList)
	switch {
	case !isList:
		f.item(init)
		return
	case list.Fields != nil || len(dims) == 0 && len(list.Items) != 1:
		f.ok = false
		return
	case len(dims) == 0:
		f.item(list.Items[0])
		return
	}
	start := len(f.out)
	nested := false
	for _, it := range list.Items {
		_, sub := it.(*cuda.InitList)
		nested = nested || sub
		f.fill(it, dims[1:])
		if !f.ok {
			return
		}
	}
	if nested || len(dims) == 1 {
		f.pad(start, dims)
	}
}

// pad adds the zeros that a nested list leaves out.
func (f *flattener) pad(start int, dims []int64) {
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	for len(f.out) < start+n {
		f.out = append(f.out, kernel.Const{T: f.t})
	}
}
