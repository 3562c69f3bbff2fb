package draw

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"gv2/runtime/steps"
)

// Stages are a kernel on its way to the verdict.
type Stages struct {
	File, Kernel string
	List         []Stage
}

// Stage is the kernel in one form.
type Stage struct {
	// Name is the word of --stage, and Title says what it is.
	Name, Title string
	Lines       []StageLine
	// Table, if it is not nil, is a run; it stands behind the lines.
	Table *Table
	// Run is what Table shows.
	Run *steps.Run
}

// StageLine is a line of a stage. Line is the line of the source that it comes from, 0 for none.
type StageLine struct {
	Text string
	Line int
}

// Text writes the stages below each other, with the lines of the source in front of what comes
// of them. If line is not 0, only what comes of that line is written.
func (s *Stages) Text(w io.Writer, line int) {
	fmt.Fprintf(w, "kernel %s of %s\n", s.Kernel, s.File)
	for _, stage := range s.List {
		fmt.Fprintf(w, "\n%s: %s\n", stage.Name, stage.Title)
		left := 0 // lines that were left out
		lines := stage.lines()
		for _, l := range lines {
			if line != 0 && l.Line != line {
				left++
				continue
			}
			number := ""
			if l.Line > 0 {
				number = fmt.Sprint(l.Line)
			}
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%6s | %s", number, l.Text), " "))
		}
		if line != 0 && left == len(lines) {
			fmt.Fprintf(w, "       | nothing comes of line %d\n", line)
		}
	}
}

// StagesJSON writes the stages of kernels as one document.
func StagesJSON(w io.Writer, all []*Stages, version string) error {
	type line struct {
		Line int    `json:"line,omitempty"`
		Text string `json:"text"`
	}
	type stage struct {
		Name  string   `json:"name"`
		Title string   `json:"title"`
		Lines []line   `json:"lines"`
		Run   *jsonRun `json:"run,omitempty"`
	}
	type stages struct {
		File   string  `json:"file"`
		Kernel string  `json:"kernel"`
		Stages []stage `json:"stages"`
	}
	doc := struct {
		Tool    string   `json:"tool"`
		Version string   `json:"version"`
		Results []stages `json:"results"`
	}{"gv2", version, []stages{}}
	for _, s := range all {
		out := stages{File: s.File, Kernel: s.Kernel}
		for _, in := range s.List {
			lines := []line{}
			for _, l := range in.Lines {
				lines = append(lines, line{l.Line, l.Text})
			}
			out.Stages = append(out.Stages, stage{in.Name, in.Title, lines, jsonRunOf(in.Run)})
		}
		doc.Results = append(doc.Results, out)
	}
	return writeJSON(w, doc)
}

// HTML writes a page that needs nothing else: the stages beside each other. Who points at a line, or
// goes to it by the keyboard, sees what else comes of the same line of the source.
func (s *Stages) HTML(w io.Writer) error { return stagesPage().Execute(w, s) }

var stagesPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("stages").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Kernel}}: from source to verdict</title>
<style>
:root { color-scheme: light dark; --mark: #ffe08a; --line: #888 }
@media (prefers-color-scheme: dark) { :root { --mark: #443800 } }
body { font: 14px sans-serif; margin: 1rem }
main { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
section { flex: 0 0 auto; max-width: 60rem }
h2 { font-size: 1rem; margin: 0 0 .3rem }
p { margin: 0 0 .5rem; max-width: 40rem }
pre { border: 1px solid var(--line); max-height: 80vh; overflow: auto; margin: 0; padding: .4rem 0 }
pre div { padding: 0 .6rem; white-space: pre }
pre div[data-line] { cursor: pointer }
pre div.on { background: var(--mark) }
table { border-collapse: collapse; font: 13px monospace }
th, td { border: 1px solid var(--line); padding: .15rem .5rem; text-align: left; vertical-align: top }
tr[data-line] { cursor: pointer }
tr.on { background: var(--mark) }
tr.fault { font-weight: bold; color: light-dark(#b00020, #ff8a80) }
pre div:focus, tr:focus { outline: 2px solid var(--line); outline-offset: -2px }
small { display: inline-block; width: 3.2em; color: var(--line); user-select: none }
</style>
<h1>Kernel {{.Kernel}} of {{.File}}</h1>
<main>
{{range .List}}<section aria-label="{{.Name}}">
<h2>{{.Name}}</h2>
<p>{{.Title}}</p>
{{if .Lines}}<pre>{{range .Lines}}<div{{if .Line}} data-line="{{.Line}}" tabindex="0"{{end}}><small>{{if .Line}}{{.Line}}{{end}}</small>{{.Text}}</div>{{end}}</pre>{{end}}
{{with .Table}}<table>
<thead><tr><th scope="col">line</th>{{range .Heads}}<th scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>{{range .Rows}}<tr{{if .Line}} data-line="{{.Line}}" tabindex="0"{{end}}{{if .Fault}} class="fault"{{end}}><td>{{if .Line}}{{.Line}}{{end}}</td>{{range .Cells}}<td>{{.}}</td>{{end}}</tr>
{{end}}</tbody>
</table>{{end}}
</section>
{{end}}</main>
<script>
let fixed = false;
function show(line, from) {
  document.querySelectorAll("pre div.on, tr.on").forEach(d => d.classList.remove("on"));
  if (!line) return;
  const seen = new Set(from ? [from.parentElement] : []);
  document.querySelectorAll('[data-line="' + line + '"]').forEach(d => {
    d.classList.add("on");
    if (from && !seen.has(d.parentElement)) {
      seen.add(d.parentElement);
      d.parentElement.scrollTop = d.offsetTop - d.parentElement.offsetTop - d.parentElement.clientHeight / 3;
    }
  });
}
document.querySelectorAll("[data-line]").forEach(d => {
  d.addEventListener("mouseenter", () => { if (!fixed) show(d.dataset.line, null); });
  d.addEventListener("click", () => { fixed = true; show(d.dataset.line, d); });
  d.addEventListener("focus", () => { if (d.matches(":focus-visible")) { fixed = true; show(d.dataset.line, d); } });
});
document.addEventListener("keydown", e => { if (e.key === "Escape") { fixed = false; show(null, null); } });
</script>
</html>
`))
})
