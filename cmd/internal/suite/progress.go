package suite

import (
	"fmt"
	"io"
	"sync"

	"gv2/cmd/internal/render"
	"gv2/cmd/internal/terminal"
)

// progress is a line on a terminal with the progress of a suite; elsewhere it
// writes nothing.
type progress struct {
	mu     sync.Mutex
	line   *terminal.Status
	total  int
	done   int
	failed int
	open   int
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{line: terminal.NewStatus(out, 0), total: total}
	p.line.Begin(p.text(""))
	return p
}

func (p *progress) started(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.Say(p.text(name))
}

func (p *progress) ended(o *render.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	switch o.Agreement {
	case "no":
		p.failed++
	case "open":
		p.open++
	}
	p.line.Say(p.text(o.Name))
}

func (p *progress) text(name string) string {
	return fmt.Sprintf("[%d/%d] %d failed, %d undecided  %s", p.done, p.total, p.failed, p.open, name)
}

func (p *progress) clear() { p.line.End() }
