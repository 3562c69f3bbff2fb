package solver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// smtProcess is a solver that reads SMT-LIB from its standard input. It answers in the
// order of the questions.
type smtProcess struct {
	run   running
	in    io.WriteCloser
	out   *bufio.Reader
	marks int
	spent bool // a question was cut off, or the process ended
	// limited is set while the process has a limit of its own units.
	limited bool
}

// running is what runs a solver: a process of this machine, or where a WebAssembly program has no
// processes, what its host has.
type running interface {
	// processor is what it has taken of the processor; false where nobody knows.
	processor() (time.Duration, bool)
	kill()
	wait()
}

// errEnded means that the process ended before it had answered.
var errEnded = errors.New("the solver ended without an answer")

// errSpent means that the process took far more of the processor than its effort allows,
// and was killed.
var errSpent = errors.New("the solver did not keep its limit of effort")

// errLate means that the process did not answer in time, and was killed.
var errLate = errors.New("the solver did not answer in time")

// startSMT starts a solver.
func startSMT(argv []string) (*smtProcess, error) {
	run, in, out, err := startRunning(argv)
	if err != nil {
		return nil, err
	}
	return &smtProcess{run: run, in: in, out: bufio.NewReaderSize(out, 16<<10)}, nil
}

// ownProcess is a process of this machine.
type ownProcess struct{ cmd *exec.Cmd }

func startProcess(argv []string) (running, io.WriteCloser, io.Reader, error) {
	cmd := exec.CommandContext(context.Background(), argv[0], argv[1:]...)
	ownGroup(cmd)
	cmd.Env = inLargePages(os.Environ())
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, nil, err
	}
	started(cmd)
	return ownProcess{cmd}, in, out, nil
}

// inLargePages asks glibc's allocator for large pages: a third of what Z3 takes for a small
// question goes into the faults of small ones. The user's own setting stands, and other
// allocators do not look at it.
func inLargePages(env []string) []string {
	const tunables = "GLIBC_TUNABLES="
	if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, tunables) }) {
		return env
	}
	return append(env, tunables+"glibc.malloc.hugetlb=1")
}

func (p ownProcess) kill() { killGroup(p.cmd) }

func (p ownProcess) wait() { _ = p.cmd.Wait() }

func (p ownProcess) processor() (time.Duration, bool) { return processorTime(p.cmd.Process.Pid) }

// processorTime is what a process has taken of the processor, where there is /proc.
func processorTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The name, in parentheses, may have blanks. Times are in hundredths of a second.
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, false
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, other := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond, err == nil && other == nil
}

// ask sends text and returns all that the solver says to it. After grace, or after so much
// time of the processor, if they are not zero, or when ctx ends, the process is killed.
func (p *smtProcess) ask(ctx context.Context, text string, grace, processor time.Duration) (string, error) {
	if p.spent {
		return "", errEnded
	}
	p.marks++
	mark := fmt.Sprintf("@mark%d", p.marks)
	go func() {
		// A process that is killed closes its end, which ends the writing.
		_, _ = io.WriteString(p.in, text+"\n(echo \""+mark+"\")\n")
	}()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if grace > 0 {
		limited, cancel = context.WithTimeout(ctx, grace)
	}
	defer cancel()
	stop := context.AfterFunc(limited, func() { p.run.kill() })
	spent := p.watch(processor)
	said, err := p.read(mark)
	if spent() {
		p.close()
		return said, errSpent
	}
	if !stop() {
		p.close()
		if ctx.Err() != nil {
			return said, ctx.Err()
		}
		return said, errLate
	}
	if err != nil {
		p.close()
	}
	return said, err
}

// watch kills the process once it has taken so much more time of the processor, zero for no
// limit, where the system tells that. The function that it returns ends the watch, and
// reports whether the process was killed.
func (p *smtProcess) watch(limit time.Duration) (spent func() bool) {
	never := func() bool { return false }
	if limit <= 0 {
		return never
	}
	began, known := p.run.processor()
	if !known {
		return never
	}
	done, killed := make(chan struct{}), make(chan bool, 1)
	go func() {
		for tick := time.NewTicker(time.Second); ; {
			select {
			case <-done:
				tick.Stop()
				killed <- false
				return
			case <-tick.C:
				if now, known := p.run.processor(); known && now-began > limit {
					tick.Stop()
					p.run.kill()
					killed <- true
					return
				}
			}
		}
	}()
	return func() bool {
		close(done)
		return <-killed
	}
}

// read reads up to the mark.
func (p *smtProcess) read(mark string) (string, error) {
	var said strings.Builder
	for {
		line, err := p.out.ReadString('\n')
		if strings.Trim(strings.TrimSpace(line), `"`) == mark {
			return said.String(), nil
		}
		if said.Len() < maxOutput {
			said.WriteString(line)
		}
		if err != nil {
			return said.String(), errEnded
		}
	}
}

// close ends the process.
func (p *smtProcess) close() {
	if p.spent {
		return
	}
	p.spent = true
	_ = p.in.Close()
	p.run.kill()
	p.run.wait()
}

// list is a parsed S-expression: a word, or a list of them.
type list struct {
	word  string
	items []list
}

// parseSMT reads one S-expression from the start of text.
func parseSMT(text string) (list, error) {
	stack := []list{{}}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '(':
			stack = append(stack, list{})
			i++
			continue
		case c == ')':
			i++
			if len(stack) == 1 {
				return list{}, fmt.Errorf("unbalanced answer")
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			stack[len(stack)-1].items = append(stack[len(stack)-1].items, top)
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
			continue
		default:
			end := i + 1
			if c == '|' || c == '"' {
				for end < len(text) && text[end] != c {
					end++
				}
				end = min(end+1, len(text))
			} else {
				for end < len(text) && !strings.ContainsRune("() \n\t\r", rune(text[end])) {
					end++
				}
			}
			stack[len(stack)-1].items = append(stack[len(stack)-1].items, list{word: text[i:end]})
			i = end
		}
		if len(stack) == 1 {
			return stack[0].items[0], nil
		}
	}
	return list{}, fmt.Errorf("incomplete answer")
}

// text is the S-expression on one line.
func (l list) text() string {
	if l.items == nil {
		if l.word == "" {
			return "()"
		}
		return l.word
	}
	parts := make([]string, len(l.items))
	for i, x := range l.items {
		parts[i] = x.text()
	}
	return "(" + strings.Join(parts, " ") + ")"
}
