// Package playground serves a page on which people write kernels and see what gv2 says of them.
//
// In: a function that executes a command line of gv2, or a folder in which the page is built for browsers. Out: a handler
// of HTTP requests. The page is the same in both cases; what differs is who answers it:
//
//   - gv2 itself. The page asks the handler, which runs gv2's commands in this process, with the solvers of this machine.
//     The page is in the program and needs nothing else, but its editor is a plain field of text unless the built one
//     is found. This is what gv2 serve does by default, because it is faster and always works.
//   - the browser. Package build makes a folder of static files with gv2 and Z3 as WebAssembly and the editor. Any server
//     can serve it. It is not in the program: it has 17 MB of other people's code, which is neither in the repository nor
//     wanted in every binary.
package playground

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"gv2/testdata/lessons"
)

//go:embed page
var page embed.FS

// Page are the files of the page that need not be built.
func Page() fs.FS {
	sub, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // the name is a valid path
	}
	return sub
}

// Config tells the page what there is.
type Config struct {
	Version string `json:"version"`
	// Native is set if the server answers, and Token is what the page shows it then.
	Native bool   `json:"native"`
	Token  string `json:"token,omitempty"`
	// Editor is set if there are editor.js and layout.js.
	Editor bool `json:"editor"`
	// Z3 is the version of Z3 in the browser.
	Z3 string `json:"z3,omitempty"`
}

// Options say who answers.
type Options struct {
	Version string
	// Run executes a command line of gv2 on a program, which is its standard input, and returns the exit code. When ctx ends,
	// it returns soon, having written what is known.
	Run func(ctx context.Context, args []string, program string, out, err io.Writer) int
	// Built is the folder that package build has made; empty if there is none.
	Built string
	// InBrowser lets the browser answer, by what is in Built.
	InBrowser bool
}

// IsBuilt reports whether package build has made the folder.
func IsBuilt(dir string) bool {
	for _, name := range []string{"editor.js", "layout.js", "gv2.wasm.gz", "exact.wasm.gz", "z3-built.js"} {
		if _, err := os.Stat(path.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// server answers the page.
type server struct {
	Options
	token string
	mu    sync.Mutex
	runs  map[string]context.CancelFunc
}

// New makes the handler.
func New(o Options) http.Handler {
	s := &server{Options: o, token: rand.Text(), runs: map[string]context.CancelFunc{}}
	mux := http.NewServeMux()
	if o.InBrowser {
		mux.Handle("GET /", unpacked(http.FileServerFS(os.DirFS(o.Built))))
		return isolated(mux)
	}
	mux.Handle("GET /", http.FileServerFS(Page()))
	if o.Built != "" {
		for _, name := range []string{"editor.js", "layout.js"} {
			mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
				http.ServeFileFS(w, r, os.DirFS(o.Built), name)
			})
		}
	}
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, Config{Version: o.Version, Native: true, Token: s.token, Editor: o.Built != ""})
	})
	mux.HandleFunc("GET /examples.json", func(w http.ResponseWriter, _ *http.Request) {
		examples, err := lessons.Examples()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		reply(w, examples)
	})
	mux.HandleFunc("POST /run", s.own(s.run))
	mux.HandleFunc("POST /stop", s.own(s.stop))
	return isolated(local(mux))
}

// isolated adds what browsers ask for before programs in a page may share memory, as Z3's threads do, and keeps the page to
// itself.
func isolated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Embedder-Policy", "require-corp")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// unpacked leaves it to the browser to unpack WebAssembly, which it does beside everything else, while the page would do it
// between other work; and the browser can keep what it has compiled.
func unpacked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm.gz") && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Type", "application/wasm")
			w.Header().Set("Content-Encoding", "gzip")
		}
		next.ServeHTTP(w, r)
	})
}

// local refuses requests that do not name this machine: a page elsewhere may have a name that leads here.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "gv2 serve answers this machine only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// own lets only our page ask, which has read the token: other pages can send requests here, but read nothing.
func (s *server) own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Gv2-Token")), []byte(s.token)) != 1 {
			http.Error(w, "the page is of another run of gv2 serve: load it again", http.StatusForbidden)
			return
		}
		next(w, r)
	}
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // who does not listen any more needs no answer
}

// question is what the page asks.
type question struct {
	ID      string   `json:"id"`
	Args    []string `json:"args"`
	Program string   `json:"program"`
}

// mostProgram bounds what a page may send, in bytes.
const mostProgram = 4 << 20

// commands and flags are those that the page uses: others write files, or run programs of the caller's choice.
var (
	commands = []string{"verify", "weft", "explain", "graph"}
	flags    = []string{
		"format", "found", "stage", "kind", "block-dim", "grid-dim", "kernel", "param", "shared-bytes", "define", "engine", "solver", "check", "check-array-bounds",
		"intra-group", "arith", "warp-sync", "barrier-rule", "progress", "same-value-writes", "loop-unroll", "timeout", "space", "encoding",
	}
)

// allowed reports what is wrong with a command line of the page.
func allowed(args []string) error {
	if len(args) == 0 || !slices.Contains(commands, args[0]) {
		return fmt.Errorf("the page may ask for %s", strings.Join(commands, ", "))
	}
	for _, arg := range args[1:] {
		name, isFlag := strings.CutPrefix(arg, "--")
		name, _, _ = strings.Cut(name, "=")
		if arg != "-" && (!isFlag || !slices.Contains(flags, name)) {
			return fmt.Errorf("the page may not use %s", arg)
		}
	}
	return nil
}

// run executes a command and sends what it writes as it is written: lines of JSON with the text of one stream each, the last
// one with the exit code.
func (s *server) run(w http.ResponseWriter, r *http.Request) {
	var q question
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostProgram)).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := allowed(q.Args); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s.mu.Lock()
	s.runs[q.ID] = cancel
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.runs, q.ID)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "application/x-ndjson")
	lines := &lineWriter{enc: json.NewEncoder(w), flush: http.NewResponseController(w).Flush}
	code := s.Run(ctx, q.Args, q.Program, stream{lines, "out"}, stream{lines, "err"})
	lines.send(map[string]any{"code": code})
}

// stop ends a run; what it knows by then it still sends.
func (s *server) stop(w http.ResponseWriter, r *http.Request) {
	var q question
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostProgram)).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.runs[q.ID]; cancel != nil {
		cancel()
	}
}

// lineWriter writes JSON lines of several streams.
type lineWriter struct {
	mu    sync.Mutex
	enc   *json.Encoder
	flush func() error
}

func (l *lineWriter) send(v any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// A page that is gone ends the run by its context.
	_ = l.enc.Encode(v)
	_ = l.flush()
}

// stream is one of the streams of a command.
type stream struct {
	lines *lineWriter
	name  string
}

func (s stream) Write(text []byte) (int, error) {
	s.lines.send(map[string]string{s.name: string(text)})
	return len(text), nil
}
