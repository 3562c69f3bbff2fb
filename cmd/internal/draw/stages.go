package draw

import (
	"fmt"
	"html/template"
	"io"
	"strings"
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
		for _, l := range stage.Lines {
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
		if line != 0 && left == len(stage.Lines) {
			fmt.Fprintf(w, "       | nothing comes of line %d\n", line)
		}
	}
}

// HTML writes a page that needs nothing else: the stages beside each other. Who points at a line, or
// goes to it by the keyboard, sees what else comes of the same line of the source.
func (s *Stages) HTML(w io.Writer) error { return stagesPage.Execute(w, s) }

var stagesPage = template.Must(template.New("stages").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Kernel}}: from source to verdict</title>
<style>
:root { color-scheme: light dark; --mark: #ffe08a; --line: #888 }
@media (prefers-color-scheme: dark) { :root { --mark: #5a4a00 } }
body { font: 14px sans-serif; margin: 1rem }
main { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
section { flex: 0 0 auto; max-width: 60rem }
h2 { font-size: 1rem; margin: 0 0 .3rem }
p { margin: 0 0 .5rem; max-width: 40rem }
pre { border: 1px solid var(--line); max-height: 80vh; overflow: auto; margin: 0; padding: .4rem 0 }
pre div { padding: 0 .6rem; white-space: pre }
pre div[data-line] { cursor: pointer }
pre div.on { background: var(--mark) }
pre div:focus { outline: 2px solid var(--line); outline-offset: -2px }
small { display: inline-block; width: 3.2em; color: var(--line); user-select: none }
</style>
<h1>Kernel {{.Kernel}} of {{.File}}</h1>
<main>
{{range .List}}<section aria-label="{{.Name}}">
<h2>{{.Name}}</h2>
<p>{{.Title}}</p>
<pre>{{range .Lines}}<div{{if .Line}} data-line="{{.Line}}" tabindex="0"{{end}}><small>{{if .Line}}{{.Line}}{{end}}</small>{{.Text}}</div>{{end}}</pre>
</section>
{{end}}</main>
<script>
let fixed = false;
function show(line, from) {
  document.querySelectorAll("pre div.on").forEach(d => d.classList.remove("on"));
  if (!line) return;
  const seen = new Set(from ? [from.parentElement] : []);
  document.querySelectorAll('pre div[data-line="' + line + '"]').forEach(d => {
    d.classList.add("on");
    if (from && !seen.has(d.parentElement)) {
      seen.add(d.parentElement);
      d.parentElement.scrollTop = d.offsetTop - d.parentElement.offsetTop - d.parentElement.clientHeight / 3;
    }
  });
}
document.querySelectorAll("pre div[data-line]").forEach(d => {
  d.addEventListener("mouseenter", () => { if (!fixed) show(d.dataset.line, null); });
  d.addEventListener("click", () => { fixed = true; show(d.dataset.line, d); });
  d.addEventListener("focus", () => { if (d.matches(":focus-visible")) { fixed = true; show(d.dataset.line, d); } });
});
document.addEventListener("keydown", e => { if (e.key === "Escape") { fixed = false; show(null, null); } });
</script>
</html>
`))
