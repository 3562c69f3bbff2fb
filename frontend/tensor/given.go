package tensor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// What the user says about the sizes of boxes: --param box_a=512, or __requires(__box_bytes(&a) == 512), which is an equation of
// a variable (kernel.BoxSize).

// user reads what is given. No condition of its result speaks of boxes.
func (s *sizes) user(k *kernel.Kernel, params map[string]string) (*kernel.Kernel, *diag.Diagnostic) {
	s.given = map[string]int64{}
	for _, b := range kernel.Boxes(k.Body) {
		text, given := params[b.Name]
		if !given || b.Name == "" {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimRight(text, "uUlL"), 0, 64)
		if err != nil || n <= 0 {
			return nil, &diag.Diagnostic{Pos: k.Pos, Severity: diag.Error, Message: fmt.Sprintf("value %q of %s is not a number of bytes", text, b.Name)}
		}
		s.given[b.Name] = n
	}
	out := *k
	out.Requires, out.RequiresAt = slices.Clone(k.Requires[:k.FromLaunch]), nil
	for i, r := range k.Requires[k.FromLaunch:] {
		at := k.Pos
		if i < len(k.RequiresAt) {
			at = k.RequiresAt[i]
		}
		if !speaksOfBoxes(r) {
			out.Requires, out.RequiresAt = append(out.Requires, r), append(out.RequiresAt, at)
			continue
		}
		name, n, ok := equation(r)
		if !ok {
			return nil, &diag.Diagnostic{Pos: at, Severity: diag.Unsupported, Message: "a condition on __box_bytes that is not its equality with a positive constant; write __requires(__box_bytes(&map) == 512)"}
		}
		if before, given := s.given[name]; !given {
			s.given[name] = n
		} else if before != n {
			return nil, &diag.Diagnostic{Pos: at, Severity: diag.Error, Message: fmt.Sprintf("boxes of %d bytes here, and of %d before or by --param %s", n, before, name)}
		}
	}
	return &out, nil
}

func speaksOfBoxes(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		v, is := e.(*kernel.VarRef)
		found = found || is && kernel.IsBoxSize(v.Var)
		return !found
	})
	return found
}

// equation takes box_a == 512 apart.
func equation(e kernel.Expr) (name string, bytes int64, ok bool) {
	eq, is := kernel.StripIntegerCasts(kernel.Fold(e)).(*kernel.Binary)
	if !is || eq.Op != kernel.Eq {
		return "", 0, false
	}
	x, y := kernel.StripIntegerCasts(eq.X), kernel.StripIntegerCasts(eq.Y)
	if _, constant := x.(*kernel.Const); constant {
		x, y = y, x
	}
	v, is := x.(*kernel.VarRef)
	c, constant := y.(*kernel.Const)
	if !is || !constant || !kernel.IsBoxSize(v.Var) || c.Val <= 0 {
		return "", 0, false
	}
	return v.Var.Name, c.Val, true
}
