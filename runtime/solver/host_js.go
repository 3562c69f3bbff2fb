package solver

import (
	"errors"
	"io"
	"sync"
	"syscall/js"
	"time"
)

// A WebAssembly program starts no processes, but a page can run a solver beside it, in a worker of its own. The page
// says so by an object:
//
//	globalThis.gv2Solvers = {
//	  versions: {z3: "5.1.0"},
//	  // start gives the solver that argv names SMT-LIB by write and passes on its answers to said, as text; ended says that
//	  // there will be none any more, whether kill was called or not.
//	  start(argv, said, ended) { return {write(text) {}, kill() {}} },
//	}
func solvers() js.Value { return js.Global().Get("gv2Solvers") }

// hosted reports the version of a solver that the host of a WebAssembly program runs for it; false for none.
func hosted(tool string) (version string, has bool) {
	if !solvers().Truthy() {
		return "", false
	}
	v := solvers().Get("versions").Get(tool)
	return v.String(), v.Type() == js.TypeString
}

// startRunning starts a solver of the host.
func startRunning(argv []string) (running, io.WriteCloser, io.Reader, error) {
	if _, has := hosted(argv[0]); !has {
		return startProcess(argv)
	}
	out := &answers{}
	out.more.L = &out.mu
	p := &hostProcess{out: out}
	p.said = js.FuncOf(func(_ js.Value, args []js.Value) any {
		out.add(args[0].String(), false)
		return nil
	})
	p.ended = js.FuncOf(func(js.Value, []js.Value) any {
		out.add("", true)
		return nil
	})
	words := make([]any, len(argv))
	for i, word := range argv {
		words[i] = word
	}
	p.host = solvers().Call("start", js.ValueOf(words), p.said, p.ended)
	if !p.host.Truthy() {
		return nil, nil, nil, errors.New("the host starts no solver")
	}
	return p, p, out, nil
}

// hostProcess is a solver of the host.
type hostProcess struct {
	host        js.Value
	said, ended js.Func
	out         *answers
}

func (p *hostProcess) Write(text []byte) (int, error) {
	p.host.Call("write", string(text))
	return len(text), nil
}

func (p *hostProcess) Close() error { return nil }

func (p *hostProcess) processor() (time.Duration, bool) { return 0, false }

// kill ends the solver: nothing that it still says counts. Its functions are not released, because what the host has on its
// way may still call them.
func (p *hostProcess) kill() {
	p.host.Call("kill")
	p.out.add("", true)
}

func (p *hostProcess) wait() {}

// answers are text on its way from the host: its functions must not block.
type answers struct {
	mu   sync.Mutex
	more sync.Cond
	text []byte
	end  bool
}

func (a *answers) add(text string, end bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.end {
		a.text = append(a.text, text...)
	}
	a.end = a.end || end
	a.more.Broadcast()
}

func (a *answers) Read(into []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.text) == 0 && !a.end {
		a.more.Wait()
	}
	if len(a.text) == 0 {
		return 0, io.EOF
	}
	n := copy(into, a.text)
	a.text = a.text[n:]
	return n, nil
}
