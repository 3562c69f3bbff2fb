package lanes

import (
	"fmt"
	"slices"
	"strings"
)

// Chart is a graph as rows below each other, one for a generation. What a lane does at another
// time than the others has a row of its own: an arrive long before the generation is complete, a
// wait after it, an access of the pair.
type Chart struct {
	*Graph
	Rows []Row
}

// Row is what is drawn on one line.
type Row struct {
	// Generation is what the row is about, -1 for an access. Until is the last of those for which
	// the row stands, where it is repeated.
	Generation, Until int
	// Alone is set where one lane does something at a time of its own.
	Alone bool
	// Marks are the steps of lanes on this line.
	Marks []Hop
	// Side is the access of the pair on this line, -1 for none.
	Side int
	// Repeats is how often this row and those after it, Period in all, happen one after the other;
	// 0 where no such part begins.
	Repeats, Period int
}

// NewChart puts a graph into rows. Rows that happen at least three times one after the other are
// there once; none of them is on the way from one access of the pair to the other.
func NewChart(g *Graph) *Chart {
	b := chartMaker{g: g, at: make([]int, len(g.Lanes)), on: map[Hop]bool{}}
	if g.Pair != nil {
		for _, h := range g.Pair.Path {
			b.on[h] = true
		}
	}
	for i := range g.Generations {
		b.generation(i)
	}
	for l := range g.Lanes {
		b.alone(l, len(g.Lanes[l].Steps))
	}
	return &Chart{Graph: g, Rows: b.collapsed()}
}

type chartMaker struct {
	g    *Graph
	at   []int // the next step of each lane
	told [2]bool
	on   map[Hop]bool
	rows []Row
}

// generation adds the row of a generation, with the steps of all lanes that come then.
func (b *chartMaker) generation(gen int) {
	row := Row{Generation: gen, Until: gen, Side: -1}
	for l := range b.g.Lanes {
		steps := b.g.Lanes[l].Steps
		first := slices.IndexFunc(steps[b.at[l]:], func(s Step) bool { return s.Generation == gen })
		if first < 0 {
			continue
		}
		b.alone(l, b.at[l]+first)
		for b.at[l] < len(steps) && steps[b.at[l]].Generation == gen {
			row.Marks = append(row.Marks, Hop{l, b.at[l]})
			b.at[l]++
			if b.due(l) {
				break
			}
		}
	}
	b.rows = append(b.rows, row)
}

// due reports whether an access of the lane comes now.
func (b *chartMaker) due(lane int) bool {
	if b.g.Pair != nil {
		for i, s := range b.g.Pair.Sides {
			if s.Lane == lane && s.After == b.at[lane] && !b.told[i] {
				return true
			}
		}
	}
	return false
}

// alone adds rows for the accesses and steps of a lane up to one.
func (b *chartMaker) alone(lane, end int) {
	b.access(lane)
	for b.at[lane] < end {
		gen := b.g.Lanes[lane].Steps[b.at[lane]].Generation
		b.rows = append(b.rows, Row{Generation: gen, Until: gen, Alone: true, Side: -1, Marks: []Hop{{lane, b.at[lane]}}})
		b.at[lane]++
		b.access(lane)
	}
}

// access adds the rows of accesses of the pair that come now.
func (b *chartMaker) access(lane int) {
	if b.g.Pair == nil {
		return
	}
	for i, s := range b.g.Pair.Sides {
		if s.Lane == lane && s.After == b.at[lane] && !b.told[i] {
			b.told[i] = true
			b.rows = append(b.rows, Row{Generation: -1, Until: -1, Alone: true, Side: i})
		}
	}
}

// Rows that repeat are found for periods up to mostRows; below fewest repetitions all are drawn.
const (
	mostRows = 64
	fewest   = 3
)

// collapsed leaves out repetitions.
func (b *chartMaker) collapsed() []Row {
	same := make([]string, len(b.rows))
	for i := range b.rows {
		same[i] = b.signature(i)
	}
	var out []Row
	for i := 0; i < len(b.rows); {
		period, times := longest(same[i:])
		if times < fewest {
			out = append(out, b.rows[i])
			i++
			continue
		}
		for j := range period {
			row := b.rows[i+j]
			row.Until = b.rows[i+(times-1)*period+j].Generation
			if j == 0 {
				row.Repeats, row.Period = times, period
			}
			out = append(out, row)
		}
		i += period * times
	}
	return out
}

// signature is what a row has in common with its repetitions.
func (b *chartMaker) signature(i int) string {
	row := &b.rows[i]
	if row.Side >= 0 {
		return fmt.Sprint("access ", i)
	}
	gen := &b.g.Generations[row.Generation]
	var text strings.Builder
	fmt.Fprint(&text, gen.Barrier, gen.Name, gen.Complete, gen.Warp, row.Alone)
	for _, m := range row.Marks {
		step := b.g.Lanes[m.Lane].Steps[m.Step]
		fmt.Fprint(&text, " ", m.Lane, step.Kind, step.Site.ID)
		if b.on[m] {
			fmt.Fprint(&text, " of the pair ", m.Step)
		}
	}
	return text.String()
}

// longest is how a list begins: with period elements, times times, as many elements as possible.
func longest(list []string) (period, times int) {
	for p := 1; p <= min(mostRows, len(list)/fewest); p++ {
		n := 1
		for (n+1)*p <= len(list) && slices.Equal(list[:p], list[n*p:(n+1)*p]) {
			n++
		}
		if n >= fewest && n*p > period*times {
			period, times = p, n
		}
	}
	return period, times
}
