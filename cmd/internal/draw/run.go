package draw

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/steps"
)

// Table is a run as a table: a row for each step, a column for each thread.
type Table struct {
	Heads []string
	Rows  []TableRow
}

// TableRow is a step. Line is the line of the source, 0 for none; Fault is set where the fault happens.
type TableRow struct {
	Cells []string
	Line  int
	Fault bool
}

// A run of more rows than mostSteps shows those at its start and its end.
const (
	mostSteps  = 40
	firstSteps = 8
	lastSteps  = 28
)

// RunTitle says whose run it is, and with which values.
func RunTitle(r *steps.Run) string {
	var who, with []string
	for i := range r.Threads {
		who = append(who, threadName(r, i))
	}
	text := "what " + strings.Join(who, " and ") + " do"
	if len(who) == 1 {
		text += "es"
	}
	for name, value := range r.Values.InProgram(r.Launch) {
		with = append(with, name+" = "+value)
	}
	sort.Strings(with)
	for _, c := range r.Contents {
		with = append(with, c.Element+" = "+c.Value)
	}
	if len(with) > 0 {
		text += ", with " + strings.Join(with, ", ")
	}
	if r.Unknown {
		text += "; barriers and elements as the exact engine knows them, whatever memory holds"
	}
	return text
}

func threadName(r *steps.Run, i int) string {
	at := placed(r, i)
	name := "thread " + kernel.IndexText(at.Thread)
	if len(r.Threads) > 1 && placed(r, 0).Block != placed(r, 1).Block || at.Block != [3]int64{} {
		name += " of block " + kernel.IndexText(at.Block)
	}
	return name
}

// placed is a thread of a run as the program has it.
func placed(r *steps.Run, i int) steps.Thread {
	t := r.Threads[i]
	block, thread := r.Launch.Place(&t.Block, t.Thread)
	return steps.Thread{Block: *block, Thread: thread}
}

// RunTable is the table of a run. lineOf is the line of the source that a step shows.
func RunTable(r *steps.Run, lineOf func(kernel.Src) int) *Table {
	race := r.Property == kernel.DataRace
	t := &Table{Heads: []string{"step", "generation"}}
	for i := range r.Threads {
		t.Heads = append(t.Heads, threadName(r, i))
	}
	if race {
		t.Heads = append(t.Heads, "log of "+threadName(r, 0)+" on "+r.Array)
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		if left := len(r.Rows) - firstSteps - lastSteps; len(r.Rows) > mostSteps && i >= firstSteps && i < firstSteps+left {
			if i == firstSteps {
				t.Rows = append(t.Rows, TableRow{Cells: []string{"…", fmt.Sprintf("%d steps", left)}})
			}
			continue
		}
		cells := []string{fmt.Sprint(i + 1), row.Generation}
		for n := range r.Threads {
			text := ""
			if n == row.Thread {
				text = row.Text
			}
			cells = append(cells, text)
		}
		if race {
			cells = append(cells, logCell(r, i))
		}
		t.Rows = append(t.Rows, TableRow{Cells: cells, Line: lineOf(row.Src), Fault: row.Fault})
	}
	return t
}

// mostLogged is how many entries of a log are shown, the latest ones.
const mostLogged = 3

// logCell is what a step does to the log, or finds in it; empty where it leaves it alone.
func logCell(r *steps.Run, i int) string {
	row := &r.Rows[i]
	switch {
	case row.Fault && row.Thread == 1:
		met := slices.IndexFunc(r.Rows, func(o steps.Row) bool { return o.Fault })
		return "has: " + r.Rows[met].Entry()
	case i == 0 || slices.Equal(r.Rows[i-1].Log, row.Log):
		return ""
	case len(row.Log) == 0:
		return "empty again"
	}
	shown := row.Log[max(0, len(row.Log)-mostLogged):]
	text := strings.Join(shown, "; ")
	if n := len(row.Log) - len(shown); n > 0 {
		text = fmt.Sprintf("%d more; %s", n, text)
	}
	return text
}

// text are the lines of the table, for a terminal.
func (t *Table) text() []StageLine {
	widths := make([]int, len(t.Heads))
	rows := append([]TableRow{{Cells: t.Heads}}, t.Rows...)
	for _, row := range rows {
		for i, cell := range row.Cells {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var out []StageLine
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row.Cells {
			b.WriteString(cell + strings.Repeat(" ", widths[i]-len([]rune(cell))+2))
		}
		text := strings.TrimRight(b.String(), " ")
		if row.Fault {
			text += "   <-- here"
		}
		out = append(out, StageLine{Text: text, Line: row.Line})
	}
	return out
}

// lines are what the stage has in text: its lines, and its table.
func (s *Stage) lines() []StageLine {
	if s.Table == nil {
		return s.Lines
	}
	return slices.Concat(s.Lines, s.Table.text())
}

// jsonRun is a run in JSON: all of its steps.
type jsonRun struct {
	Threads []jsonRunThread   `json:"threads"`
	Array   string            `json:"array,omitempty"`
	Values  map[string]string `json:"values,omitempty"`
	// Unknown is set if the values of memory are not known.
	Unknown bool      `json:"values_unknown,omitempty"`
	Steps   []jsonRow `json:"steps"`
}

type jsonRunThread struct {
	Thread [3]int64 `json:"thread"`
	Block  [3]int64 `json:"block"`
}

// jsonRow is a step of one of the threads, by its number in the list of threads.
type jsonRow struct {
	Thread     int      `json:"thread"`
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Text       string   `json:"text"`
	Generation string   `json:"generation,omitempty"`
	Log        []string `json:"log,omitempty"`
	Fault      bool     `json:"fault,omitempty"`
}

func jsonRunOf(r *steps.Run) *jsonRun {
	if r == nil {
		return nil
	}
	out := &jsonRun{Array: r.Array, Values: map[string]string{}, Unknown: r.Unknown}
	for i := range r.Threads {
		t := placed(r, i)
		out.Threads = append(out.Threads, jsonRunThread{t.Thread, t.Block})
	}
	for name, value := range r.Values.InProgram(r.Launch) {
		out.Values[name] = value
	}
	for _, c := range r.Contents {
		out.Values[c.Element] = c.Value
	}
	for _, row := range r.Rows {
		at := row.Src.Pos
		out.Steps = append(out.Steps, jsonRow{row.Thread, at.File, at.Line, row.Text, row.Generation, row.Log, row.Fault})
	}
	return out
}
