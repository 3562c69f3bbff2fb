package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gv2/cmd/internal/render"
	"gv2/runtime/verdict"
)

// Baseline is an earlier run: of gv2 suite, or of GPUVerify.
type Baseline []baselineRow

// baselineRow is a kernel in it.
type baselineRow struct {
	kernel  string
	verdict verdict.Outcome
	seconds float64
}

// ReadBaseline reads a CSV with a header; it needs the columns kernel and got or
// verdict, and may have seconds.
func ReadBaseline(path string) (Baseline, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("--baseline %s: %w", path, err)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("--baseline %s: it is empty", path)
	}
	columns := map[string]int{}
	for i, name := range records[0] {
		columns[strings.TrimSpace(name)] = i
	}
	got, ok := columns["verdict"]
	if !ok {
		got, ok = columns["got"]
	}
	kernel, named := columns["kernel"]
	if !ok || !named {
		return nil, fmt.Errorf("--baseline %s: its first line needs the columns kernel and verdict or got", path)
	}
	return baselineRows(records[1:], kernel, got, columns["seconds"]), nil
}

func baselineRows(records [][]string, kernel, got, secs int) Baseline {
	var out Baseline
	for _, record := range records {
		if kernel >= len(record) || got >= len(record) {
			continue
		}
		row := baselineRow{kernel: record[kernel], verdict: baselineVerdict(record[got])}
		if secs > 0 && secs < len(record) {
			row.seconds, _ = strconv.ParseFloat(record[secs], 64)
		}
		out = append(out, row)
	}
	return out
}

// baselineVerdict translates GPUVerify's codes to gv2's verdicts.
func baselineVerdict(code string) verdict.Outcome {
	switch strings.ToUpper(code) {
	case "SUCCESS", "PASS":
		return verdict.KernelProved
	case "NOT_ALL_VERIFIED":
		return verdict.KernelRefuted
	case "TIMEOUT", "BOOGIE_TIMEOUT":
		return verdict.KernelUnknown
	case "BUGLE_ERROR", "GPUVERIFYVCGEN_ERROR":
		return verdict.KernelUnsupported
	case "CLANG_ERROR", "COMMAND_LINE_ERROR":
		return verdict.KernelError
	}
	return verdict.Outcome(strings.ToLower(code))
}

// Compare lists the kernels with a changed verdict, then counts and times.
func (before Baseline) Compare(out io.Writer, outcomes []render.Outcome) {
	changed, known := 0, 0
	was, is := 0.0, 0.0
	for i := range outcomes {
		o := &outcomes[i]
		row, ok := before.find(o.Name)
		if !ok {
			continue
		}
		known++
		was, is = was+row.seconds, is+o.Seconds
		if row.verdict != o.Verdict {
			changed++
			fmt.Fprintf(out, "changed: %s: %s, now %s (expected %s)%s\n", o.Name, row.verdict, o.Verdict, o.Expected, o.Because())
		}
	}
	fmt.Fprintf(out, "baseline: %d of %d kernels are in it, %d changed; %.1f s then, %.1f s now\n", known, len(outcomes), changed, was, is)
}

// find finds a kernel by its path; if that is missing, one of the two paths may
// have further folders in front.
func (before Baseline) find(name string) (baselineRow, bool) {
	for _, row := range before {
		if row.kernel == name {
			return row, true
		}
	}
	for _, row := range before {
		if strings.HasSuffix(row.kernel, "/"+name) || strings.HasSuffix(name, "/"+row.kernel) {
			return row, true
		}
	}
	return baselineRow{}, false
}
