package terminal

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestColored(t *testing.T) {
	var file bytes.Buffer
	assert.False(t, Colored(Auto, &file))
	assert.False(t, Colored("", &file))
	assert.False(t, Colored(Never, os.Stdout))
	assert.True(t, Colored(Always, &file))
	t.Setenv("NO_COLOR", "1")
	assert.True(t, Colored(Always, &file), "a flag is stronger than the environment")
}

func TestClip(t *testing.T) {
	assert.Equal(t, "abc", Clip("abc", 3))
	assert.Equal(t, "ab…", Clip("abcd", 3))
	assert.Equal(t, "漢…", Clip("漢字字", 4))
	assert.Empty(t, Clip("abc", -1))
}

// screen is what somebody sees who looks now and then.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) saw(text string) func() bool {
	return func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Contains(s.text.String(), text)
	}
}

// patience ends a test whose line never appears.
const patience = time.Minute

func TestStatus(t *testing.T) {
	var out screen
	line := newStatus(&out, 0, func() int { return 20 })
	line.Begin("a kernel with a long name")
	assert.Eventually(t, out.saw("\r\x1b[Ka kernel with … 0 s"), patience, time.Millisecond)
	line.Say("proved")
	assert.True(t, out.saw("\r\x1b[Kproved 0 s")())
	line.Hide()
	line.Say("unseen")
	line.End()
	line.End()
	assert.False(t, out.saw("unseen")())
}

func TestStatusWaits(t *testing.T) {
	var out screen
	line := newStatus(&out, time.Hour, func() int { return 20 })
	line.Begin("quick")
	line.Say("done")
	line.End()
	assert.Empty(t, out.text.String(), "most answers come at once")
}

// TestNobodyWatches: all that a status can do is allowed where there is no terminal.
func TestNobodyWatches(t *testing.T) {
	line := NewStatus(&bytes.Buffer{}, 0)
	assert.Nil(t, line)
	line.Begin("x")
	line.Say("x")
	line.Hide()
	line.End()
}
