package suite

import (
	"fmt"
	"io"
	"os"
	"sync"

	"gv2/cmd/internal/render"
)

// progress is a line on a terminal with the progress of a suite; elsewhere it
// writes nothing.
type progress struct {
	mu    sync.Mutex
	out   io.Writer // nil if it is no terminal
	total int
	done  int
	wrong int
	open  int
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{total: total}
	if f, ok := out.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb" {
			p.out = out
		}
	}
	return p
}

func (p *progress) started(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.show(name)
}

func (p *progress) ended(o *render.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	switch o.Agreement {
	case "no":
		p.wrong++
	case "open":
		p.open++
	}
	p.show(o.Name)
}

// widest is the number of characters of a name that a line shows.
const widest = 40

func (p *progress) show(name string) {
	if p.out == nil {
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K[%d/%d] %d against, %d open  %s", p.done, p.total, p.wrong, p.open, render.Clipped(name, widest))
}

func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
