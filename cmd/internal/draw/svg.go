package draw

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"gv2/runtime/lanes"
)

// Measures of the drawing, in pixels.
const (
	charWidth  = 7.3 // of a character of 12 pixels in a monospaced font
	rowHeight  = 34
	lanesTop   = 64
	minLane    = 110
	leftMargin = 16
)

// SVG draws the lanes from top to bottom as lines, and each generation as a box across those that
// are a part of it. Where everything is follows from the rows and lanes alone, so that pictures of
// two versions of a kernel can be compared.
func SVG(w io.Writer, d *Drawing) {
	s := newSVG(w, d)
	height := lanesTop + float64(len(d.Rows)+1)*rowHeight
	why := d.why()
	width := s.right
	for _, text := range append([]string{d.title()}, why...) {
		width = max(width, 2*leftMargin+charWidth*float64(len(text)))
	}
	total := height + float64(len(why))*18 + 16
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" font-family="monospace" font-size="12">`+"\n", width, total, width, total)
	fmt.Fprintf(w, "<title>%s</title>\n", html.EscapeString(d.title()))
	fmt.Fprint(w, svgStyle)
	s.text(leftMargin, 20, d.title())
	for l := range d.Lanes {
		s.text(s.x[l]-8, lanesTop-22, laneName(&d.Lanes[l]))
		fmt.Fprintf(w, `<line class="lane" x1="%.1f" y1="%d" x2="%.1f" y2="%.1f"/>`+"\n", s.x[l], lanesTop-14, s.x[l], height-rowHeight/2)
	}
	// What orders the pair lies above the boxes and below the words.
	for i := range d.Rows {
		if r := &d.Rows[i]; r.Generation >= 0 && !r.Alone {
			s.box(r, s.y(i))
		}
	}
	s.pair()
	for i := range d.Rows {
		s.row(i)
	}
	for i, text := range why {
		s.text(leftMargin, height+float64(i)*18, text)
	}
	fmt.Fprintln(w, "</svg>")
}

const svgStyle = `<style>
svg { background: #fff; color: #111 }
text { fill: currentColor }
.lane { stroke: #999 }
.box { fill: #e8eef7; stroke: #5577aa }
.open { fill: none; stroke: #c00; stroke-dasharray: 5 3 }
.sync { fill: #224488 }
.arrive { fill: #fff; stroke: #224488; stroke-width: 1.5 }
.edge { stroke: #224488; fill: none; stroke-dasharray: 4 3 }
.path { stroke: #0a58ca; stroke-width: 4; stroke-opacity: 0.5; fill: none }
.race { stroke: #c00; stroke-width: 2; stroke-dasharray: 6 4; fill: none }
.access { fill: #c00 } .ordered { fill: #0a58ca }
.bracket { stroke: #777; fill: none }
@media (prefers-color-scheme: dark) { svg { background: #1b1b1b; color: #eee } .box { fill: #24344d } .arrive { fill: #1b1b1b } .sync { fill: #9ab8ee } }
</style>
`

type svg struct {
	w     io.Writer
	d     *Drawing
	x     []float64 // of each lane
	wide  []float64 // from there to the end of what is written beside it
	names float64   // where names of rows begin
	right float64
	// at is where steps are drawn, and boxes where those of generations are.
	at    map[lanes.Hop]float64
	boxes map[int]float64
	sides [2]float64
}

func newSVG(w io.Writer, d *Drawing) *svg {
	s := &svg{w: w, d: d, at: map[lanes.Hop]float64{}, boxes: map[int]float64{}, names: leftMargin + 80}
	widest := 0
	for i := range d.Rows {
		widest = max(widest, runewidth.StringWidth(d.rowName(&d.Rows[i])))
	}
	x := s.names + charWidth*float64(widest) + 40
	for l := range d.Lanes {
		need := runewidth.StringWidth(laneName(&d.Lanes[l]))
		for _, r := range d.Rows {
			for _, m := range r.Marks {
				if m.Lane == l {
					need = max(need, len(d.markText(m)))
				}
			}
			if r.Side >= 0 && d.Pair.Sides[r.Side].Lane == l {
				need = max(need, len(d.accessText(r.Side)))
			}
		}
		s.x = append(s.x, x)
		s.wide = append(s.wide, charWidth*float64(need)+18)
		x += max(minLane, charWidth*float64(need)+44)
	}
	s.right = x + leftMargin
	for i := range d.Rows {
		y := s.y(i)
		for _, m := range d.Rows[i].Marks {
			s.at[m] = y
		}
		if r := &d.Rows[i]; r.Generation >= 0 && !r.Alone {
			s.boxes[r.Generation] = y
		}
		if side := d.Rows[i].Side; side >= 0 {
			s.sides[side] = y
		}
	}
	return s
}

func (s *svg) y(row int) float64 { return lanesTop + float64(row)*rowHeight + rowHeight/2 }

func (s *svg) text(x, y float64, text string) {
	fmt.Fprintf(s.w, `<text x="%.1f" y="%.1f">%s</text>`+"\n", x, y, html.EscapeString(text))
}

func (s *svg) row(i int) {
	r, y := &s.d.Rows[i], s.y(i)
	if r.Repeats > 0 {
		bottom := s.y(i+r.Period-1) + rowHeight/2 - 3
		fmt.Fprintf(s.w, `<path class="bracket" d="M %.1f %.1f h -6 V %.1f h 6"/>`+"\n", s.names-8, y-rowHeight/2+3, bottom)
		s.text(leftMargin, (y-rowHeight/2+bottom)/2+4, fmt.Sprintf("%d times", r.Repeats))
	}
	if r.Side >= 0 {
		x := s.x[s.d.Pair.Sides[r.Side].Lane]
		class := "access"
		if s.d.Pair.First >= 0 {
			class = "access ordered"
		}
		fmt.Fprintf(s.w, `<circle class="%s" cx="%.1f" cy="%.1f" r="5"/>`+"\n", class, x, y)
		below := 4.0
		if s.d.Pair.First < 0 { // the missing edge lies between the two
			below = -9
			if y > s.sides[1-r.Side] {
				below = 17
			}
		}
		s.text(x+9, y+below, s.d.accessText(r.Side))
		return
	}
	s.text(s.names, y+4, s.d.rowName(r))
	for _, m := range r.Marks {
		s.mark(m, r, y)
	}
}

// box is drawn across the lanes of a generation.
func (s *svg) box(r *lanes.Row, y float64) {
	first, last := s.right, 0.0
	for l := range s.d.Lanes {
		for _, step := range s.d.Lanes[l].Steps {
			if step.Generation == r.Generation {
				first, last = min(first, s.x[l]), max(last, s.x[l]+s.wide[l])
			}
		}
	}
	class := "box"
	if !s.d.Generations[r.Generation].Complete {
		class = "box open"
	}
	fmt.Fprintf(s.w, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="22" rx="4"><title>%s</title></rect>`+"\n",
		class, first-14, y-11, last-first+14, html.EscapeString(s.d.rowName(r)))
}

// mark is what a lane does: a full dot waits, an empty one does not.
func (s *svg) mark(m lanes.Hop, r *lanes.Row, y float64) {
	x, step := s.x[m.Lane], &s.d.Lanes[m.Lane].Steps[m.Step]
	if at := s.boxes[step.Generation]; r.Alone && at != y {
		// The edge between the lane's own time and that of the others.
		fmt.Fprintf(s.w, `<path class="edge" d="M %.1f %.1f q 26 %.1f 10 %.1f"/>`+"\n", x, y, (at-y)/2, at-y)
	}
	class := "sync"
	if step.Kind == lanes.Arrives {
		class = "arrive"
	}
	fmt.Fprintf(s.w, `<circle class="%s" cx="%.1f" cy="%.1f" r="5"><title>%s at line %d</title></circle>`+"\n", class, x, y, step.Kind, s.d.line(step.Site))
	s.text(x+9, y+4, s.d.markText(m))
}

// pair draws what orders the accesses, or the edge that is missing.
func (s *svg) pair() {
	p := s.d.Pair
	if p == nil {
		return
	}
	x := func(side int) float64 { return s.x[p.Sides[side].Lane] }
	if p.First < 0 {
		fmt.Fprintf(s.w, `<path class="race" d="M %.1f %.1f L %.1f %.1f"><title>nothing orders them</title></path>`+"\n", x(0), s.sides[0], x(1), s.sides[1])
		return
	}
	var d strings.Builder
	fmt.Fprintf(&d, "M %.1f %.1f", x(p.First), s.sides[p.First])
	for _, h := range p.Path {
		fmt.Fprintf(&d, " L %.1f %.1f", s.x[h.Lane], s.at[h])
	}
	fmt.Fprintf(&d, " L %.1f %.1f", x(1-p.First), s.sides[1-p.First])
	fmt.Fprintf(s.w, `<path class="path" d="%s"><title>happens before</title></path>`+"\n", d.String())
}
