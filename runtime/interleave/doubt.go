package interleave

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// An execution shows a fault only if each device can execute it so. Of floating point a device computes
// now these bits and now others, and of some functions gv2 knows no result. Registers with such values
// are in doubt: the thread goes on with one value, and knows where the others lie. Where it would
// have to decide on something in doubt (a branch, an index, a mask), and not all values decide alike,
// it executes no more: what has happened till then, and what the others do, is the beginning of an
// execution on each device.

// doubt is where the values of a register or an element may lie.
type doubt struct {
	span eval.Span
	// bits is set for an integer that has the bits of the float; of other integers in doubt
	// nothing is known.
	bits bool
}

var unknownInteger = &doubt{span: eval.Anything}

// rounding is why an execution is void.
const rounding = "something depends on how floating-point numbers are rounded"

// about notes the doubt about a register, nil for none.
func (t *thread) about(r int32, d *doubt) {
	switch {
	case r == flat.None:
	case d != nil:
		if t.doubts == nil {
			t.doubts = map[int32]*doubt{}
		}
		t.doubts[r] = d
	case len(t.doubts) > 0:
		delete(t.doubts, r)
	}
}

// span is where the float in a register may lie.
func (t *thread) span(ty eval.Type, r int32) eval.Span {
	if d := t.doubts[r]; d != nil {
		return d.span
	}
	return eval.Point(eval.Decode(ty, t.regs[r]))
}

// within is the doubt about a float, nil where it is one number for certain.
func within(s eval.Span) *doubt { return &doubt{span: s} }

// stall has a thread execute nothing more.
func (m *machine) stall(t *thread, in *flat.Instr) {
	if _, assumes := in.Stmt.(*kernel.Assume); assumes {
		m.spoil(rounding)
		return
	}
	t.pc--
	t.state = stalled
	t.block.ready--
	t.block.stalled, m.stalled = true, true
}

// settled reports whether what an instruction decides on is without doubt. Values that it only
// passes on may be in doubt.
func (t *thread) settled(in *flat.Instr) bool {
	if t.doubts[in.Index] != nil || in.Op == flat.Branch && t.doubts[in.Cond] != nil {
		return false
	}
	args := in.Args
	switch s := in.Stmt.(type) {
	case *kernel.Assign, *kernel.Store:
		args = nil
	case *kernel.Atomic:
		if args = nil; s.Op == "cas" && len(in.Args) > 0 {
			args = in.Args[:1]
		}
	case *kernel.Shuffle:
		return t.doubts[in.Args[0]] == nil && t.doubts[in.Args[2]] == nil && t.doubts[in.Args[3]] == nil
	default:
		// Others decide on all that they read.
	}
	for _, r := range args {
		if t.doubts[r] != nil {
			return false
		}
	}
	return true
}

// touchesFloats reports whether an instruction reads or yields floating-point numbers.
func touchesFloats(x *eval.Instr) bool {
	if x.Op != eval.OpCall {
		return x.T.Float() || x.Result.Float()
	}
	for _, of := range x.Call.Of {
		if of.Float() {
			return true
		}
	}
	return x.Result.Float()
}

// doubted is result for an instruction that touches floats or reads what is in doubt.
func (t *thread) doubted(x *eval.Instr) (v int64, why string) {
	var d *doubt
	switch x.Op {
	case eval.OpUnary:
		v, d = t.unary(x)
	case eval.OpBinary:
		v, d, why = t.binary(x)
	case eval.OpChoose:
		v, d = t.chosen(x)
	case eval.OpConvert:
		v, d = t.converted(x)
	case eval.OpCall:
		v, d = t.called(x)
	}
	t.about(x.Dst, d)
	return v, why
}

func (t *thread) unary(x *eval.Instr) (int64, *doubt) {
	v, sure := eval.Unary(kernel.UnaryOp(x.Fn), x.T, t.regs[x.A])
	switch d := t.doubts[x.A]; {
	case !x.T.Float() && d != nil:
		return v, unknownInteger
	case d != nil || sure != eval.Certain:
		return v, within(t.span(x.T, x.A).Negated().Rounded(x.T))
	}
	return v, nil
}

func (t *thread) binary(x *eval.Instr) (int64, *doubt, string) {
	op, a, b := kernel.BinaryOp(x.Fn), t.doubts[x.A], t.doubts[x.B]
	switch {
	case a == nil && b == nil:
		v, why := flat.Result(x, t.regs, t.m.Wrap)
		if why != "" || !x.T.Float() {
			return v, nil, why
		}
		if _, sure := eval.Binary(op, x.T, t.regs[x.A], t.regs[x.B]); sure == eval.Certain {
			return v, nil, ""
		}
	case !x.T.Float():
		v, known := t.decided(op, x, a, b)
		if !known {
			return v, unknownInteger, ""
		}
		return v, nil, ""
	}
	one, two := t.span(x.T, x.A), t.span(x.T, x.B)
	if op.IsComparison() {
		truth, known := eval.SpanHolds(op, one, two)
		if !known {
			return eval.Truth(truth), unknownInteger, ""
		}
		return eval.Truth(truth), nil, ""
	}
	s := eval.SpanBinary(op, x.T, one, two)
	v, _ := eval.Binary(op, x.T, t.regs[x.A], t.regs[x.B])
	return v, within(s), ""
}

// decided is the result of an operation on integers of which one or both are in doubt, if the
// other one alone decides it.
func (t *thread) decided(op kernel.BinaryOp, x *eval.Instr, a, b *doubt) (int64, bool) {
	for _, known := range []struct {
		d *doubt
		r int32
	}{{a, x.A}, {b, x.B}} {
		if known.d != nil {
			continue
		}
		switch v := t.regs[known.r]; {
		case v == 0 && (op == kernel.LAnd || op == kernel.And || op == kernel.Mul):
			return 0, true
		case v != 0 && op == kernel.LOr:
			return 1, true
		}
	}
	return 0, false
}

func (t *thread) chosen(x *eval.Instr) (int64, *doubt) {
	yes, no := t.doubts[x.B], t.doubts[x.C]
	if t.doubts[x.A] == nil {
		if t.regs[x.A] != 0 {
			return t.regs[x.B], yes
		}
		return t.regs[x.C], no
	}
	switch {
	case yes == nil && no == nil && t.regs[x.B] == t.regs[x.C]:
		return t.regs[x.B], nil
	case !x.Result.Float():
		return t.regs[x.B], unknownInteger
	}
	one, two := t.span(x.Result, x.B), t.span(x.Result, x.C)
	return t.regs[x.B], within(eval.Span{Lo: min(one.Lo, two.Lo), Hi: max(one.Hi, two.Hi)})
}

func (t *thread) converted(x *eval.Instr) (int64, *doubt) {
	v, sure := eval.Convert(x.T, x.Result, t.regs[x.A])
	d := t.doubts[x.A]
	switch {
	case !x.T.Float() && d != nil && x.Result.Float():
		return v, within(eval.Anything)
	case !x.T.Float() && d != nil:
		return v, unknownInteger
	case d == nil && (sure == eval.Certain || x.T == eval.F16): // bits of a half are some number
		return v, nil
	case x.Result.Float() && x.T.Float():
		return v, within(t.span(x.T, x.A).Rounded(x.Result))
	case x.Result.Float():
		return v, within(eval.Anything)
	}
	s := t.span(x.T, x.A)
	if x.Result == eval.Bool {
		truth, known := eval.SpanHolds(kernel.Ne, s, eval.Point(0))
		return eval.Truth(truth), unless(known)
	}
	n, known := eval.SpanTruncated(x.Result, s)
	if !known {
		n = v
	}
	return n, unless(known)
}

func unless(known bool) *doubt {
	if known {
		return nil
	}
	return unknownInteger
}

func (t *thread) called(x *eval.Instr) (int64, *doubt) {
	v, exact := t.call(x)
	doubtful := false
	of := eval.F64
	var spans []eval.Span
	for i, r := range x.Call.Args {
		doubtful = doubtful || t.doubts[r] != nil
		if ty := x.Call.Of[i]; ty.Float() {
			of = ty
			spans = append(spans, t.span(ty, r))
		}
	}
	switch {
	case exact && !doubtful:
		return v, nil
	case x.Call.Reads() && x.Result.Float():
		return v, within(t.doubts[x.Call.Args[0]].span)
	case x.Call.Reads():
		return v, &doubt{span: t.doubts[x.Call.Args[0]].span, bits: true}
	case len(spans) == 0 && !x.Result.Float() && !doubtful:
		return v, nil // some function of integers, which may be any
	case x.Result.Float() && len(spans) == len(x.Call.Args):
		s := eval.SpanCall(x.Call.Name, of, spans)
		if s.Single() {
			return eval.Encode(x.Result, s.Lo), within(s)
		}
		if s.Unknown() {
			return v, within(s)
		}
		return eval.Encode(x.Result, s.Middle()), within(s)
	case x.Result.Float():
		return v, within(eval.Anything)
	case len(spans) == 1 && len(x.Call.Args) == 1:
		if n, known := eval.SpanCallInteger(x.Call.Name, x.Result, spans[0]); known {
			return n, nil
		}
	}
	return v, unknownInteger
}

// updated is the doubt about an element after an atomic operation.
func (t *thread) updated(op eval.Atomic, elem eval.Type, in *flat.Instr, old int64, held *doubt) *doubt {
	if len(in.Args) == 0 || op == eval.LoadOnly {
		return held
	}
	arg := t.doubts[in.Args[0]]
	switch {
	case op == eval.Exchange || op == eval.StoreOnly:
		return arg
	case op == eval.CAS:
		if len(in.Args) > 1 && old == t.regs[in.Args[0]] {
			return t.doubts[in.Args[1]]
		}
		return held
	case !elem.Float():
		if arg != nil || held != nil {
			return unknownInteger
		}
		return nil
	}
	one, two := eval.Point(eval.Decode(elem, old)), t.span(elem, in.Args[0])
	if held != nil {
		one = held.span
	}
	switch op {
	case eval.Add, eval.Sub:
		binary := kernel.Add
		if op == eval.Sub {
			binary = kernel.Sub
		}
		if arg == nil && held == nil {
			if _, sure := eval.Binary(binary, elem, old, t.regs[in.Args[0]]); sure == eval.Certain {
				return nil
			}
		}
		return within(eval.SpanBinary(binary, elem, one, two))
	case eval.Min, eval.Max:
		if arg == nil && held == nil {
			return nil
		}
		return within(eval.Span{Lo: min(one.Lo, two.Lo), Hi: max(one.Hi, two.Hi)})
	}
	return within(eval.Anything)
}

// differ reports whether two values of an element certainly differ.
func differ(elem kernel.Type, p, r *record) bool {
	if p.doubt == nil && r.doubt == nil {
		return p.value != r.value
	}
	ty := eval.TypeOf(elem)
	span := func(x *record) (eval.Span, bool) {
		switch {
		case x.doubt != nil:
			return x.doubt.span, ty.Float() || x.doubt.bits
		case ty.Float():
			return eval.Point(eval.Decode(ty, x.value)), true
		}
		return eval.Anything, false
	}
	one, ok := span(p)
	two, too := span(r)
	if !ok || !too {
		return false
	}
	apart, known := eval.SpanHolds(kernel.Ne, one, two)
	return apart && known
}
