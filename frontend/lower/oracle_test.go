package lower

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// machine runs a kernel for one thread by the meaning of its statements. A value
// that the IR leaves open is nil; it may be stored, but not decide anything.
type machine struct {
	vars   map[*kernel.Var]*kernel.Const
	memory map[*kernel.Array]map[int64]*kernel.Const
	fuel   int
}

// The ways a run ends early.
var (
	errOpen     = errors.New("an open value decides")
	errFuel     = errors.New("too many steps")
	errReturn   = errors.New("return")
	errBreak    = errors.New("break")
	errContinue = errors.New("continue")
)

// errLeave carries the label that is left.
type errLeave string

func (e errLeave) Error() string { return "leave " + string(e) }

func newMachine(k *kernel.Kernel) *machine {
	m := &machine{vars: map[*kernel.Var]*kernel.Const{}, memory: map[*kernel.Array]map[int64]*kernel.Const{}, fuel: 200_000}
	for _, a := range k.Arrays {
		cells := map[int64]*kernel.Const{}
		if a.Init != nil {
			for i := range a.Len {
				cells[i] = kernel.NewConst(a.Elem, 0)
				if i < int64(len(a.Init)) {
					c := a.Init[i]
					cells[i] = &c
				}
			}
		}
		m.memory[a] = cells
	}
	return m
}

func (m *machine) eval(e kernel.Expr) *kernel.Const {
	switch e := e.(type) {
	case *kernel.Const:
		return e
	case *kernel.FloatConst:
		return bitsOf(e.T, e.Text)
	case *kernel.VarRef:
		return m.vars[e.Var]
	case *kernel.Builtin:
		if e.Kind == kernel.ThreadIdx || e.Kind == kernel.BlockIdx {
			return kernel.NewConst(kernel.U32, 0)
		}
		return kernel.NewConst(kernel.U32, 1)
	case *kernel.Unary:
		switch x := m.eval(e.X); {
		case x != nil && x.T.Kind == kernel.Float:
			return ofNumber(x.T, -numberOf(x))
		case x != nil:
			return known(kernel.EvalUnary(e.Op, x))
		}
	case *kernel.Binary:
		x, y := m.eval(e.X), m.eval(e.Y)
		switch {
		case x != nil && y != nil && x.T.Kind == kernel.Float:
			return floatOperation(e.Op, x.T, numberOf(x), numberOf(y))
		case x != nil && y != nil:
			return known(kernel.EvalBinary(e.Op, x, y))
		}
	case *kernel.Cond:
		switch c := m.eval(e.C); {
		case c == nil:
		case c.Val != 0:
			return m.eval(e.X)
		default:
			return m.eval(e.Y)
		}
	case *kernel.Convert:
		switch x := m.eval(e.X); {
		case x != nil && x.T.Kind == kernel.Float && e.T.Kind == kernel.Float:
			return ofNumber(e.T, numberOf(x))
		case x != nil && x.T.Kind == kernel.Float && e.T.Kind == kernel.Bool:
			return kernel.BoolConst(numberOf(x) != 0)
		case x != nil && x.T.Kind == kernel.Float:
			return kernel.NewConst(e.T, int64(numberOf(x)))
		case x != nil && e.T.Kind == kernel.Float && (x.T.Bits < 64 || x.T.Signed):
			return ofNumber(e.T, float64(x.Val)) // which is exact for the numbers of these programs
		case x != nil && e.T.Kind != kernel.Float:
			return known(kernel.EvalConvert(e.T, x))
		}
	case *kernel.Call:
		return m.call(e)
	}
	return nil
}

// bitsOf is a floating constant as its bits, as initialisers have it.
func bitsOf(t kernel.Type, text string) *kernel.Const {
	x, err := strconv.ParseFloat(text, t.Bits)
	switch {
	case err != nil:
		return nil
	case t == kernel.F32:
		return &kernel.Const{T: t, Val: int64(math.Float32bits(float32(x)))}
	}
	return &kernel.Const{T: t, Val: int64(math.Float64bits(x))}
}

// numberOf is the number whose bits c has, ofNumber the bits of a number.
func numberOf(c *kernel.Const) float64 {
	if c.T == kernel.F32 {
		return float64(math.Float32frombits(uint32(c.Val)))
	}
	return math.Float64frombits(uint64(c.Val))
}

func ofNumber(t kernel.Type, x float64) *kernel.Const {
	return bitsOf(t, strconv.FormatFloat(x, 'g', -1, 64))
}

// floatOperation rounds what double computes, which is what float computes: it has more than twice the bits.
func floatOperation(op kernel.BinaryOp, t kernel.Type, x, y float64) *kernel.Const {
	switch op {
	case kernel.Add:
		return ofNumber(t, x+y)
	case kernel.Sub:
		return ofNumber(t, x-y)
	case kernel.Mul:
		return ofNumber(t, x*y)
	case kernel.Div:
		return ofNumber(t, x/y)
	case kernel.Lt:
		return kernel.BoolConst(x < y)
	case kernel.Gt:
		return kernel.BoolConst(x > y)
	case kernel.Ne:
		return kernel.BoolConst(x != y)
	case kernel.Eq:
		return kernel.BoolConst(x == y)
	}
	return nil
}

func (m *machine) call(e *kernel.Call) *kernel.Const {
	args := make([]*kernel.Const, len(e.Args))
	for i, a := range e.Args {
		if args[i] = m.eval(a); args[i] == nil {
			return nil
		}
	}
	if len(args) == 1 && args[0].T.Kind == kernel.Float && strings.HasPrefix(e.Fn, "bits_") {
		return kernel.NewConst(e.T, args[0].Val)
	}
	return known(kernel.EvalCall(e.T, e.Fn, args))
}

func known(c *kernel.Const, ok bool) *kernel.Const {
	if !ok {
		return nil
	}
	return c
}

// truth evaluates a condition.
func (m *machine) truth(e kernel.Expr) (bool, error) {
	c := m.eval(e)
	if c == nil {
		return false, errOpen
	}
	return c.Val != 0, nil
}

func (m *machine) run(stmts []kernel.Stmt) error {
	for _, s := range stmts {
		if m.fuel--; m.fuel < 0 {
			return errFuel
		}
		if err := m.stmt(s); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) stmt(s kernel.Stmt) error {
	switch s := s.(type) {
	case *kernel.Assign:
		m.vars[s.Dst] = m.eval(s.X)
	case *kernel.Havoc:
		m.vars[s.Dst] = nil
	case *kernel.Load:
		return m.load(s)
	case *kernel.Store:
		return m.store(&s.Acc, s.X)
	case *kernel.If:
		yes, err := m.truth(s.Cond)
		if err != nil {
			return err
		}
		if yes {
			return m.run(s.Then)
		}
		return m.run(s.Else)
	case *kernel.Region:
		if err := m.run(s.Body); err != errLeave(s.Label) {
			return err
		}
	case *kernel.Loop:
		return m.loop(s)
	case *kernel.Leave:
		return errLeave(s.Label)
	case *kernel.Return:
		return errReturn
	case *kernel.Break:
		return errBreak
	case *kernel.Continue:
		return errContinue
	case *kernel.Assert:
		holds, err := m.truth(s.Cond)
		if err == nil && !holds {
			err = fmt.Errorf("assertion fails: %s", s.Text)
		}
		return err
	case *kernel.Barrier, *kernel.Fence, *kernel.WarpSync:
	default:
		return fmt.Errorf("the oracle does not run %T", s)
	}
	return nil
}

func (m *machine) index(a *kernel.Access) (int64, error) {
	i := m.eval(a.Index)
	if i == nil {
		return 0, errOpen
	}
	if i.Val < 0 || a.Array.Len >= 0 && i.Val+int64(a.Width) > a.Array.Len {
		return 0, fmt.Errorf("%s[%d] is out of bounds", a.Array.Name, i.Val)
	}
	return i.Val, nil
}

func (m *machine) load(s *kernel.Load) error {
	i, err := m.index(&s.Acc)
	if err != nil {
		return err
	}
	if s.Dst != nil {
		m.vars[s.Dst] = nil
		if s.Acc.Width == 1 {
			m.vars[s.Dst] = m.memory[s.Acc.Array][i]
		} else {
			m.vars[s.Dst] = m.joined(&s.Acc, i, s.Dst.T)
		}
	}
	return nil
}

// joined is the integer of several units, of which the first is the lowest.
func (m *machine) joined(a *kernel.Access, i int64, t kernel.Type) *kernel.Const {
	x, bits := uint64(0), a.Array.Elem.Bits
	for n := range int64(a.Width) {
		c := m.memory[a.Array][i+n]
		if c == nil {
			return nil
		}
		x |= uint64(c.Val) & (1<<bits - 1) << (n * int64(bits))
	}
	if t.Kind == kernel.Float {
		return &kernel.Const{T: t, Val: int64(x)}
	}
	return kernel.NewConst(t, int64(x))
}

func (m *machine) store(a *kernel.Access, x kernel.Expr) error {
	i, err := m.index(a)
	if err != nil {
		return err
	}
	var c *kernel.Const
	if x != nil {
		c = m.eval(x)
	}
	for n := range int64(a.Width) {
		part := c
		if unit := a.Array.Elem; a.Width > 1 && c != nil {
			part = kernel.NewConst(unit, c.Val>>(n*int64(unit.Bits)))
		}
		m.memory[a.Array][i+n] = part
	}
	return nil
}

func (m *machine) loop(l *kernel.Loop) error {
	again := true
	var err error
	for first := true; ; first = false {
		if !first || !l.DoWhile {
			if err = m.run(l.Head); err != nil {
				return err
			}
			if again, err = m.truth(l.Cond); err != nil {
				return err
			}
		}
		if m.fuel--; m.fuel < 0 {
			return errFuel
		}
		if !again {
			return nil
		}
		if err = m.run(l.Body); err == errBreak {
			return nil
		}
		if err != nil && err != errContinue {
			return err
		}
		if err = m.run(l.Post); err != nil {
			return err
		}
	}
}
