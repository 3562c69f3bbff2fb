// Package draw writes the happens-before graph of a block (package lanes) as a picture: text for
// a terminal, SVG, and the languages of Graphviz and Mermaid.
package draw

import (
	"fmt"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/lanes"
)

// Drawing is what gv2 graph draws of one kernel.
type Drawing struct {
	File   string
	Kernel string
	Pos    diag.Pos
	Launch kernel.Launch
	// Values are those of parameters for which it is drawn, as in n = 4.
	Values []string
	// Src is the origin of a step that is shown for its own.
	Src func(kernel.Src) kernel.Src
	*lanes.Chart
}

// line is the line in the source of what happens at a site.
func (d *Drawing) line(at *emulate.Site) int {
	src := at.Src()
	if d.Src != nil {
		src = d.Src(src)
	}
	return src.Pos.Line
}

// title is a sentence about what is drawn.
func (d *Drawing) title() string {
	what := "a block"
	if l := d.Launch; l.Joined && l.Ranks() > 1 {
		what = fmt.Sprintf("a cluster of %d blocks, by thread_rank() in it,", l.Ranks())
	}
	text := fmt.Sprintf("kernel %s, %s of %s in %s", d.Kernel, what, diag.Count(d.Launch.Threads(), "thread"), diag.Count(len(d.Lanes), "lane"))
	if len(d.Values) > 0 {
		text += ", for " + strings.Join(d.Values, ", ")
	}
	if !d.Ended {
		text += ", which does not end"
	}
	return text
}

// laneName names the threads of a lane.
func laneName(l *lanes.Lane) string {
	var parts []string
	for _, r := range l.Threads {
		if r.From == r.To {
			parts = append(parts, fmt.Sprint(r.From))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", r.From, r.To))
		}
	}
	const most = 3
	if len(parts) > most {
		parts = append(parts[:most], "...")
	}
	if len(l.Threads) == 1 && l.Threads[0].From == l.Threads[0].To {
		return "thread " + parts[0]
	}
	return "threads " + strings.Join(parts, ", ")
}

// rowName names the generations that a row stands for.
func (d *Drawing) rowName(r *lanes.Row) string {
	if r.Generation < 0 {
		return ""
	}
	gen := &d.Generations[r.Generation]
	name := gen.Label()
	if !gen.Warp && r.Until != r.Generation {
		first := strings.TrimSuffix(name, fmt.Sprint(gen.Number))
		name = fmt.Sprintf("%ss %d to %d", strings.TrimSuffix(first, " "), gen.Number, d.Generations[r.Until].Number)
	}
	switch {
	case !r.Alone && !gen.Complete:
		return name + ", never complete"
	case !r.Alone:
		return name
	case d.Lanes[r.Marks[0].Lane].Steps[r.Marks[0].Step].Kind == lanes.Arrives:
		return name + " (early)"
	}
	return name + " (late)"
}

// markText is what a lane does there: "syncs (12)".
func (d *Drawing) markText(m lanes.Hop) string {
	s := &d.Lanes[m.Lane].Steps[m.Step]
	if d.Generations[s.Generation].Warp {
		return fmt.Sprintf("meet (%d)", d.line(s.Site))
	}
	return fmt.Sprintf("%s (%d)", s.Kind, d.line(s.Site))
}

// laneDoes is the same as a sentence: "threads 0-31 sync (12)".
func (d *Drawing) laneDoes(m lanes.Hop) string {
	text := d.markText(m)
	if n := d.Lanes[m.Lane].Threads; len(n) > 1 || n[0].From != n[0].To {
		verb, line, _ := strings.Cut(text, " ")
		text = strings.TrimSuffix(verb, "s") + " " + line
	}
	return laneName(&d.Lanes[m.Lane]) + " " + text
}

// accessText is what a side of the pair does: "reads s[4] (12)".
func (d *Drawing) accessText(side int) string {
	s := &d.Pair.Sides[side]
	return fmt.Sprintf("%s %s (%d)", verb(s), d.element(), d.line(s.Site))
}

// verb is the word for an access of that kind.
func verb(s *lanes.Side) string { return verbs[s.Site.Kind] }

// element is the element of the pair, as the program names it.
func (d *Drawing) element() string {
	p := d.Pair
	switch {
	case p.Array == nil:
		return "memory"
	case p.Relative:
		return p.Array.Name + "[...]"
	}
	return claim.ElementName(p.Array, p.Index)
}

// why says in sentences what orders the pair, or that nothing does.
func (d *Drawing) why() []string {
	p := d.Pair
	if p == nil {
		return nil
	}
	if p.First < 0 {
		return []string{fmt.Sprintf("nothing orders thread %d, which %s at line %d, and thread %d, which %s there at line %d: a race",
			p.Sides[0].Thread, verb(&p.Sides[0])+" "+d.element(), d.line(p.Sides[0].Site),
			p.Sides[1].Thread, verb(&p.Sides[1]), d.line(p.Sides[1].Site))}
	}
	a, b := &p.Sides[p.First], &p.Sides[1-p.First]
	out := []string{fmt.Sprintf("thread %d %s %s at line %d before thread %d %s it at line %d:", a.Thread, verb(a), d.element(), d.line(a.Site), b.Thread, verb(b), d.line(b.Site))}
	for _, h := range p.Path {
		s := &d.Lanes[h.Lane].Steps[h.Step]
		does, by := s.Kind.String(), d.Generations[s.Generation].Label()
		if n := d.Lanes[h.Lane].Threads; len(n) > 1 || n[0].From != n[0].To {
			does = strings.TrimSuffix(does, "s")
		}
		if d.Generations[s.Generation].Warp {
			out = append(out, fmt.Sprintf("  %s: the lanes of the warp meet at line %d", laneName(&d.Lanes[h.Lane]), d.line(s.Site)))
			continue
		}
		out = append(out, fmt.Sprintf("  %s %s at %s, line %d", laneName(&d.Lanes[h.Lane]), does, by, d.line(s.Site)))
	}
	return out
}
