package draw

import (
	"encoding/json"
	"io"
)

type (
	jsonDrawing struct {
		File        string           `json:"file"`
		Kernel      string           `json:"kernel"`
		Line        int              `json:"line"`
		BlockDim    [3]int           `json:"block_dim"`
		ClusterDim  *[3]int          `json:"cluster_dim,omitempty"`
		Lanes       []jsonLane       `json:"lanes"`
		Generations []jsonGeneration `json:"generations"`
		Pair        *jsonPair        `json:"pair,omitempty"`
	}
	jsonLane struct {
		Threads [][2]int   `json:"threads"` // first and last of each range
		Steps   []jsonStep `json:"steps"`
	}
	jsonStep struct {
		Generation int    `json:"generation"` // into generations
		Does       string `json:"does"`       // syncs, arrives, waits
		Line       int    `json:"line"`
	}
	jsonGeneration struct {
		Name     string `json:"name"`
		Complete bool   `json:"complete"`
	}
	jsonPair struct {
		Element string     `json:"element"`
		Order   string     `json:"order"` // before: the first access is before the second; none: a race
		Access  []jsonSide `json:"accesses"`
		Path    []jsonHop  `json:"path,omitempty"`
	}
	jsonSide struct {
		Lane   int    `json:"lane"`
		Thread int    `json:"thread"`
		Does   string `json:"does"`
		Line   int    `json:"line"`
		After  int    `json:"after"` // steps of the lane before it
	}
	jsonHop struct {
		Lane int `json:"lane"`
		Step int `json:"step"`
	}
)

// JSON writes the graph itself, every generation of it.
func JSON(w io.Writer, drawings []*Drawing, version string) error {
	out := struct {
		Tool    string        `json:"tool"`
		Version string        `json:"version"`
		Graphs  []jsonDrawing `json:"graphs"`
	}{"gv2", version, []jsonDrawing{}}
	for _, d := range drawings {
		out.Graphs = append(out.Graphs, jsonOf(d))
	}
	return writeJSON(w, out)
}

// writeJSON writes a document for programs, and for people who look at it: indented, with < and & as they are.
func writeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func jsonOf(d *Drawing) jsonDrawing {
	out := jsonDrawing{File: d.File, Kernel: d.Kernel, Line: d.Pos.Line, BlockDim: d.Launch.Program().BlockDim, Lanes: []jsonLane{}, Generations: []jsonGeneration{}}
	if p := d.Launch.Program(); p.Ranks() > 1 {
		out.ClusterDim = &p.Cluster
	}
	for i := range d.Lanes {
		l := jsonLane{Steps: []jsonStep{}}
		for _, r := range d.Lanes[i].Threads {
			l.Threads = append(l.Threads, [2]int{r.From, r.To})
		}
		for j := range d.Lanes[i].Steps {
			s := &d.Lanes[i].Steps[j]
			l.Steps = append(l.Steps, jsonStep{s.Generation, s.Kind.String(), d.line(s.Site)})
		}
		out.Lanes = append(out.Lanes, l)
	}
	for i := range d.Generations {
		g := &d.Generations[i]
		out.Generations = append(out.Generations, jsonGeneration{g.Label(), g.Complete})
	}
	if p := d.Pair; p != nil {
		pair := &jsonPair{Element: d.element(), Order: "none"}
		order := [2]int{0, 1}
		if p.First >= 0 {
			pair.Order = "before"
			order = [2]int{p.First, 1 - p.First}
		}
		for _, i := range order {
			s := &p.Sides[i]
			pair.Access = append(pair.Access, jsonSide{s.Lane, s.Thread, verb(s), d.line(s.Site), s.After})
		}
		for _, h := range p.Path {
			pair.Path = append(pair.Path, jsonHop{h.Lane, h.Step})
		}
		out.Pair = pair
	}
	return out
}
