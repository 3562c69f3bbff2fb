package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// The JSON document. Field names are part of the contract with users; unknown
// values are left out.
type (
	// JSONResult is the report on one kernel.
	JSONResult struct {
		File          string           `json:"file"`
		Kernel        string           `json:"kernel,omitempty"`
		Line          int              `json:"line,omitempty"`
		BlockDim      *[3]int          `json:"block_dim,omitempty"`
		GridDim       *[3]int          `json:"grid_dim,omitempty"`
		ClusterDim    *[3]int          `json:"cluster_dim,omitempty"`
		Frontend      string           `json:"frontend,omitempty"`
		CompiledBy    string           `json:"compiled_by,omitempty"`
		CompiledSince string           `json:"compiled_because,omitempty"`
		Verdict       string           `json:"verdict"`
		Cached        bool             `json:"cached,omitempty"`
		Reason        string           `json:"reason,omitempty"`
		Condition     string           `json:"condition,omitempty"`
		SafeIf        string           `json:"safe_if,omitempty"`
		Properties    []jsonProperty   `json:"properties"`
		Findings      []JSONFinding    `json:"findings"`
		Assumptions   []string         `json:"assumptions"`
		Notes         []jsonNote       `json:"notes,omitempty"`
		Diagnostics   []jsonDiagnostic `json:"diagnostics,omitempty"`
		Arith         string           `json:"arith,omitempty"`
		ArithReason   string           `json:"arith_reason,omitempty"`
		Stats         *jsonStats       `json:"stats,omitempty"`
	}
	jsonProperty struct {
		Property kernel.Property `json:"property"`
		Status   string          `json:"status"`
		Engine   string          `json:"engine"`
		// Arith is left out if it is that of the result.
		Arith   string  `json:"arith,omitempty"`
		Seconds float64 `json:"seconds"`
		Reason  string  `json:"reason,omitempty"`
		Detail  string  `json:"detail,omitempty"`
		// Open are the questions to the prover that have no answer.
		Open []jsonOpen `json:"open,omitempty"`
	}
	jsonOpen struct {
		Procedure string `json:"procedure"`
		Check     string `json:"check,omitempty"`
		File      string `json:"file,omitempty"`
		Line      int    `json:"line,omitempty"`
		Col       int    `json:"col,omitempty"`
		Cause     string `json:"cause"`
		Detail    string `json:"detail,omitempty"`
	}
	// JSONFinding is one finding of it.
	JSONFinding struct {
		Property kernel.Property `json:"property"`
		Kind     string          `json:"kind"`
		Severity string          `json:"severity"`
		Array    string          `json:"array,omitempty"`
		Space    string          `json:"space,omitempty"`
		Index    *int64          `json:"index,omitempty"`
		Message  string          `json:"message"`
		Cause    string          `json:"cause,omitempty"`
		Repair   string          `json:"repair,omitempty"`
		// Fixes are the changes of lines that the repair makes, all together.
		Fixes    []fix             `json:"fixes,omitempty"`
		Accesses []jsonAccess      `json:"accesses"`
		Barriers []jsonBarrier     `json:"barriers,omitempty"`
		Values   map[string]string `json:"values,omitempty"`
		// Contents are elements of input arrays, such as key[2].
		Contents map[string]string `json:"contents,omitempty"`
		Count    int               `json:"count"`
		Pairs    int64             `json:"pairs,omitempty"`
		// MorePairs is set if there may be more than Pairs.
		MorePairs bool `json:"more_pairs,omitempty"`
	}
	jsonAccess struct {
		File   string    `json:"file,omitempty"`
		Line   int       `json:"line,omitempty"`
		Col    int       `json:"col,omitempty"`
		Kind   string    `json:"kind"`
		Thread *[3]int64 `json:"thread,omitempty"`
		Block  *[3]int64 `json:"block,omitempty"`
		// Threads are all threads there, as pairs of the first and the last.
		Threads [][2][3]int64 `json:"threads,omitempty"`
		// ThreadBlocks are their blocks, where those are of several blocks of a cluster.
		ThreadBlocks [][3]int64 `json:"thread_blocks,omitempty"`
		Calls        []string   `json:"calls,omitempty"`
		// Compiled is the place in the code that gv2 read, where File is what that was
		// compiled from: k.ptx:33:2.
		Compiled string `json:"compiled,omitempty"`
	}
	jsonBarrier struct {
		ID         int    `json:"id"`
		Label      string `json:"label,omitempty"`
		Generation int    `json:"generation"`
		Expected   int    `json:"expected"`
		Registered int    `json:"registered"`
		// Waiting is the first thread of each group, WaitingThreads the groups as
		// pairs of the first and the last.
		Waiting        [][3]int64    `json:"waiting"`
		WaitingThreads [][2][3]int64 `json:"waiting_threads"`
		WaitingBlocks  [][3]int64    `json:"waiting_blocks,omitempty"`
		File           string        `json:"file,omitempty"`
		Line           int           `json:"line,omitempty"`
		Col            int           `json:"col,omitempty"`
		From           []jsonAccess  `json:"from,omitempty"`
		Missing        []jsonAccess  `json:"missing,omitempty"`
	}
	jsonNote struct {
		Message string `json:"message"`
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Col     int    `json:"col,omitempty"`
	}
	jsonDiagnostic struct {
		File     string `json:"file"`
		Line     int    `json:"line,omitempty"`
		Col      int    `json:"col,omitempty"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
	}
	// jsonStats holds the numbers of the engines that ran.
	jsonStats struct {
		*jsonExactStats
		*jsonBoogieStats
		Seconds float64 `json:"seconds"`
	}
	jsonExactStats struct {
		DynamicBarriers int64 `json:"dynamic_barriers"`
		SharedAddresses int64 `json:"shared_addresses"`
		Commands        int64 `json:"commands"`
		GlobalAccesses  int64 `json:"global_accesses"`
		UnknownAccesses int64 `json:"unknown_accesses"`
		RacesTested     int64 `json:"races_tested"`
		RaceTests       int64 `json:"race_tests"` // that one test for each pair would need
		Threads         int   `json:"threads"`
		PeakBytes       int64 `json:"peak_bytes,omitempty"`
	}
	jsonBoogieStats struct {
		BoogieLines   int     `json:"boogie_lines"`
		Candidates    int     `json:"candidates"`
		InOne         int     `json:"candidates_in_one_procedure"` // the procedure with most
		ByRun         int     `json:"refuted_by_run"`
		ByHoudini     int     `json:"refuted_by_houdini"`
		Surviving     int     `json:"surviving"`
		SolverRuns    int     `json:"solver_runs"`
		RunSeconds    float64 `json:"run_seconds"`     // in runs of the translation
		Houdini       float64 `json:"houdini_seconds"` // part of solver_seconds
		SolverSeconds float64 `json:"solver_seconds"`
	}
)

// jsonRenderer writes one object, each result as it comes: whoever ends gv2 has those of the kernels before.
type jsonRenderer struct {
	Options
	started bool
	err     error // the first one
}

func newJSON(o Options) Writer[Report] { return &jsonRenderer{Options: o} }

// JSON starts a document for scripts, for programs that write no other.
func JSON(o Options) Writer[Report] { return newJSON(o) }

func (j *jsonRenderer) Add(r *Report) {
	var result bytes.Buffer
	enc := json.NewEncoder(&result)
	enc.SetEscapeHTML(false)
	enc.SetIndent("    ", "  ")
	if err := enc.Encode(JSONOf(r)); err != nil {
		j.err = cmp.Or(j.err, err)
		return
	}
	before := ",\n    "
	if !j.started {
		before = j.head() + "[\n    "
	}
	j.started = true
	j.write(before + strings.TrimSuffix(result.String(), "\n"))
}

// head is the document up to its results.
func (j *jsonRenderer) head() string {
	var version bytes.Buffer
	enc := json.NewEncoder(&version)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(j.Version); err != nil {
		j.err = cmp.Or(j.err, err)
	}
	return "{\n  \"tool\": \"gv2\",\n  \"version\": " + strings.TrimSpace(version.String()) + ",\n  \"results\": "
}

func (j *jsonRenderer) write(text string) {
	_, err := io.WriteString(j.Out, text)
	j.err = cmp.Or(j.err, err)
}

func (j *jsonRenderer) End() error {
	if j.started {
		j.write("\n  ]\n}\n")
	} else {
		j.write(j.head() + "[]\n}\n")
	}
	return j.err
}

// JSONOf is a report in the form of the JSON document.
func JSONOf(r *Report) JSONResult {
	out := JSONResult{
		File: r.File, Kernel: r.Kernel, Line: r.Pos.Line,
		Verdict:     string(r.Outcome),
		Properties:  []jsonProperty{},
		Findings:    []JSONFinding{},
		Assumptions: append([]string{}, r.Assumptions...),
		Diagnostics: jsonDiagnosticsOf(&r.Diags),
		Arith:       r.Arith, ArithReason: r.ArithWhy,
		Condition: r.Condition, SafeIf: r.SafeIf, Cached: r.Cached,
	}
	if r.Outcome != verdict.KernelProved && r.Outcome != verdict.KernelRefuted {
		out.Reason = strings.TrimSpace(FirstLine(r.why()))
	}
	if r.CompiledBy != "" {
		out.Frontend, out.CompiledBy, out.CompiledSince = "ptx", r.CompiledBy, r.CompiledSince
	}
	if l := r.launch(); l != nil {
		p := l.Program()
		out.BlockDim, out.GridDim = &p.BlockDim, &p.GridDim
		if p.Ranks() > 1 {
			out.ClusterDim = &p.Cluster
		}
	}
	for _, p := range r.Properties {
		out.Properties = append(out.Properties, jsonProperty{p.Name, string(p.Status), p.Engine, r.ownArith(&p), p.Seconds, p.Reason(), p.Detail, jsonOpenOf(&p)})
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, jsonFindingOf(r, &r.Findings[i]))
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, jsonNote{n.Message, n.Src.Pos.File, n.Src.Pos.Line, n.Src.Pos.Col})
	}
	out.Stats = jsonStatsOf(r.Stats)
	return out
}

// jsonOpenOf is what is open about a property that is not decided.
func jsonOpenOf(p *verdict.Property) []jsonOpen {
	if p.Status != claim.Unknown {
		return nil
	}
	var out []jsonOpen
	for _, o := range p.Open {
		at := o.Src.Pos
		out = append(out, jsonOpen{o.Procedure, o.Check, at.File, at.Line, at.Col, o.Cause, o.Detail})
	}
	return out
}

// jsonStatsOf is nil if no engine ran.
func jsonStatsOf(s verdict.Stats) *jsonStats {
	out := &jsonStats{Seconds: s.Seconds}
	if e := s.Exact; e != nil {
		out.jsonExactStats = &jsonExactStats{
			e.DynamicBarriers, e.SharedAddresses, e.Commands, e.GlobalAccesses, e.UnknownAccesses,
			e.RacesTested, e.RaceTests, e.Threads, e.PeakBytes,
		}
	}
	if s.Runs > 0 {
		out.jsonBoogieStats = &jsonBoogieStats{
			s.BoogieLines, s.Candidates, s.MostCandidates, s.RefutedByRun, s.RefutedByHoudini, s.Surviving, s.Runs, s.Running, s.Houdini, s.Solver,
		}
	}
	if out.jsonExactStats == nil && out.jsonBoogieStats == nil {
		return nil
	}
	return out
}

func jsonFindingOf(r *Report, f *claim.Finding) JSONFinding {
	out := JSONFinding{
		Property: f.Property, Kind: f.Kind, Severity: string(f.Severity),
		Array: f.Array, Space: f.Space, Index: f.Index, Message: f.Message, Cause: f.Cause, Repair: f.Repair, Fixes: fixes(r.File, r.Text, f.Edits),
		Values: f.Values, Contents: jsonContents(f.Contents), Count: f.Count, Pairs: f.Pairs, MorePairs: f.MorePairs, Accesses: jsonAccesses(f.Accesses),
	}
	for i := range f.Barriers {
		out.Barriers = append(out.Barriers, jsonBarrierOf(&f.Barriers[i]))
	}
	return out
}

func jsonContents(list []claim.Content) map[string]string {
	if len(list) == 0 {
		return nil
	}
	out := map[string]string{}
	for _, c := range list {
		out[c.Element] = c.Value
	}
	return out
}

func jsonAccesses(list []claim.Access) []jsonAccess {
	var out []jsonAccess
	for _, a := range list {
		access := jsonAccess{
			File: a.Src.Pos.File, Line: a.Src.Pos.Line, Col: a.Src.Pos.Col,
			Kind: a.Kind, Thread: a.Thread, Block: a.Block, Threads: jsonThreads(a.Threads), ThreadBlocks: jsonBlocks(a.Threads),
		}
		if a.Src.Compiled.Valid() {
			access.Compiled = a.Src.Compiled.String()
		}
		for _, call := range a.Src.Calls {
			access.Calls = append(access.Calls, call.String())
		}
		out = append(out, access)
	}
	return out
}

func jsonThreads(ranges []claim.ThreadRange) [][2][3]int64 {
	var out [][2][3]int64
	for _, r := range ranges {
		out = append(out, [2][3]int64{r.From, r.To})
	}
	return out
}

// jsonBlocks are the blocks of ranges of threads, where those are told apart.
func jsonBlocks(ranges []claim.ThreadRange) [][3]int64 {
	var out [][3]int64
	for _, r := range ranges {
		if r.Block != nil {
			out = append(out, *r.Block)
		}
	}
	return out
}

func jsonBarrierOf(b *claim.Barrier) jsonBarrier {
	out := jsonBarrier{
		ID: b.ID, Label: b.Label, Generation: b.Generation, Expected: b.Expected, Registered: b.Registered,
		Waiting: [][3]int64{}, WaitingThreads: [][2][3]int64{}, WaitingBlocks: jsonBlocks(b.Waiting),
		File: b.Src.Pos.File, Line: b.Src.Pos.Line, Col: b.Src.Pos.Col,
		From: jsonAccesses(b.From), Missing: jsonAccesses(b.Missing),
	}
	for _, r := range b.Waiting {
		out.Waiting = append(out.Waiting, r.From)
		out.WaitingThreads = append(out.WaitingThreads, [2][3]int64{r.From, r.To})
	}
	return out
}

func jsonDiagnosticsOf(l *diag.List) []jsonDiagnostic {
	var out []jsonDiagnostic
	for _, d := range l.Sorted() {
		out = append(out, jsonDiagnostic{d.Pos.File, d.Pos.Line, d.Pos.Col, d.Severity.String(), d.Message})
	}
	return out
}
