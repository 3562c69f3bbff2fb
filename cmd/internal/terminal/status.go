package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Status is a line on a terminal that tells what takes long. It is written anew whenever
// there is news and each second, and is gone when something else is to be written. The nil
// Status writes nothing: nobody watches.
type Status struct {
	out io.Writer
	// after is how long nothing is shown: most answers come at once.
	after time.Duration
	width func() int

	mu    sync.Mutex
	text  string
	began time.Time
	shown bool
	ended chan struct{}
}

// NewStatus is a line on w, nil if that is no terminal. It appears when something takes
// longer than after.
func NewStatus(w io.Writer, after time.Duration) *Status {
	if !Moves(w) {
		return nil
	}
	return newStatus(Painting(w), after, func() int { return columns(w) })
}

func newStatus(out io.Writer, after time.Duration, width func() int) *Status {
	return &Status{out: out, after: after, width: width}
}

// Begin starts the clock for something new, with the text for it.
func (s *Status) Begin(text string) {
	if s == nil {
		return
	}
	s.End()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text, s.began, s.ended = text, time.Now(), make(chan struct{})
	go s.tick(s.ended)
}

// Say replaces the text; the clock runs on.
func (s *Status) Say(text string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.text = text; s.shown {
		s.show()
	}
}

// Hide takes the line away, so that something can be written in its place; it comes back
// with the next second.
func (s *Status) Hide() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hide()
}

// End takes the line away until the next Begin.
func (s *Status) End() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hide()
	if s.ended != nil {
		close(s.ended)
		s.ended = nil
	}
}

// tick shows the line each second until that is ended.
func (s *Status) tick(ended <-chan struct{}) {
	next := time.NewTimer(s.after)
	defer next.Stop()
	for {
		select {
		case <-ended:
			return
		case <-next.C:
			s.mu.Lock()
			if s.ended == ended {
				s.show()
			}
			s.mu.Unlock()
			next.Reset(time.Second)
		}
	}
}

// toStart goes to the start of the line and clears it.
const toStart = "\r\x1b[K"

func (s *Status) show() {
	took := fmt.Sprintf(" %d s", int(time.Since(s.began).Seconds()))
	fmt.Fprint(s.out, toStart+Clip(s.text, s.width()-len(took)-1)+took)
	s.shown = true
}

func (s *Status) hide() {
	if s.shown {
		fmt.Fprint(s.out, toStart)
	}
	s.shown = false
}
