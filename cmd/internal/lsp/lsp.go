// Package lsp is a server of the Language Server Protocol: it tells an editor what is wrong with the kernels in
// it while they are written, offers repairs, and shows verdicts.
//
// In: the messages of an editor, and who analyses a text. Out: diagnostics for the newest text, code actions, hovers.
// An analysis begins when nobody has typed for a moment, and is cut off when somebody types on. The messages are
// those of jsonrpc2; the types of the protocol are in protocol.go.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Analysis is what is known of a text.
type Analysis struct {
	Problems []Problem
	Kernels  []Kernel
}

// Severity is how bad a problem is, in the numbers of the protocol.
type Severity int

const (
	Error Severity = 1 + iota
	Warning
	Information
)

// Place is a place in a file; Line and Col count from 1, Col in bytes.
type Place struct {
	File      string
	Line, Col int
}

// Problem is something wrong at a place.
type Problem struct {
	Place
	Severity Severity
	// Code is the name of what is wrong, and Page an address with more about it.
	Code, Page string
	Message    string
	Others     []Note
	Fixes      []Fix
}

// Note is a place that belongs to a problem.
type Note struct {
	Place
	Message string
}

// Fix changes a text so that a problem is gone.
type Fix struct {
	Title   string
	Changes []Change
}

// Change replaces lines of the file: Remove lines from Line on go, and Text, whole lines, goes in front of what follows.
type Change struct {
	Line, Remove int
	Text         string
}

// Kernel is what is known about a kernel, in Markdown, for the lines from First to Last.
type Kernel struct {
	First, Last int
	About       string
}

// Options say who does what.
type Options struct {
	Version string
	// Analyse analyses a text until ctx ends. Others are the texts of other files that are open; deep asks for all that is
	// known, however long that takes.
	Analyse func(ctx context.Context, path string, text []byte, others map[string][]byte, deep bool) Analysis
	// Pause is how long nobody must have typed before an analysis begins.
	Pause time.Duration
	// OnSave asks for a deep analysis when a file is opened or saved.
	OnSave bool
}

// Serve speaks with an editor until it says that it is done, or the input ends. The error says that it did not say so.
func Serve(in io.Reader, out io.Writer, o Options) error {
	s := &server{Options: o, files: map[string]*file{}, left: make(chan struct{}), started: make(chan struct{})}
	stream := jsonrpc2.NewBufferedStream(pipe{in, out}, jsonrpc2.VSCodeObjectCodec{})
	s.rpc = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(s.handle), jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	close(s.started)
	select {
	case <-s.rpc.DisconnectNotify():
	case <-s.left: // what waits for more input ends with the process
	}
	s.endAll()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		return errors.New("the editor is gone without a shutdown")
	}
	return nil
}

// pipe is two streams as one, which stay open.
type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }

type server struct {
	Options
	rpc   *jsonrpc2.Conn
	mu    sync.Mutex
	files map[string]*file // by URI
	units units
	done  bool // the editor has asked to shut down
	work  sync.WaitGroup
	// started is closed once rpc is there.
	started chan struct{}
	left    chan struct{} // closed when the editor says that it leaves
	leave   sync.Once
}

// file is an open file.
type file struct {
	uri     string
	text    string
	version int
	cancel  context.CancelFunc // of the analysis that waits or runs; nil for none
	// known is of the text that it was made for.
	known    Analysis
	knownFor string
}

// handle answers a message. Messages come one after the other, and none takes long: analyses run beside them.
func (s *server) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	<-s.started
	does := map[string]func(json.RawMessage) (any, error){
		"initialize":              s.initialize,
		"shutdown":                s.shutdown,
		"exit":                    s.exit,
		"textDocument/didOpen":    s.opened,
		"textDocument/didChange":  s.changed,
		"textDocument/didSave":    s.saved,
		"textDocument/didClose":   s.closed,
		"textDocument/hover":      s.hover,
		"textDocument/codeAction": s.actions,
	}[r.Method]
	switch {
	case does == nil && r.Notif:
		return nil, nil // it says nothing that has to be known
	case does == nil:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not found: " + r.Method}
	}
	params := json.RawMessage("null")
	if r.Params != nil {
		params = *r.Params
	}
	return does(params)
}

// read decodes parameters.
func read[T any](raw json.RawMessage) (p T, err error) {
	if json.Unmarshal(raw, &p) != nil {
		err = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "these parameters are not those of the method"}
	}
	return p, err
}

func (s *server) initialize(raw json.RawMessage) (any, error) {
	p, err := read[initializeParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	encoding := "utf-16"
	if slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8") {
		s.units, encoding = utf8Units, "utf-8"
	}
	return initializeResult{
		Capabilities: map[string]any{
			"positionEncoding":   encoding,
			"textDocumentSync":   map[string]any{"openClose": true, "change": 2, "save": true},
			"hoverProvider":      true,
			"codeActionProvider": map[string]any{"codeActionKinds": []string{quickFix}},
		},
		ServerInfo: map[string]string{"name": "gv2", "version": s.Version},
	}, nil
}

func (s *server) shutdown(json.RawMessage) (any, error) {
	s.endAll()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	return nil, nil
}

func (s *server) exit(json.RawMessage) (any, error) {
	s.leave.Do(func() { close(s.left) })
	return nil, nil
}

// endAll cuts all analyses off, and waits until they have ended.
func (s *server) endAll() {
	s.mu.Lock()
	for _, f := range s.files {
		f.stop()
	}
	s.mu.Unlock()
	s.work.Wait()
}

func (f *file) stop() {
	if f.cancel != nil {
		f.cancel()
		f.cancel = nil
	}
}

func (s *server) opened(raw json.RawMessage) (any, error) {
	p, err := read[openParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &file{uri: p.TextDocument.URI, text: p.TextDocument.Text, version: p.TextDocument.Version}
	s.files[f.uri] = f
	s.analyse(f, 0, s.OnSave)
	return nil, nil
}

func (s *server) changed(raw json.RawMessage) (any, error) {
	p, err := read[changeParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[p.TextDocument.URI]
	if f == nil {
		return nil, nil
	}
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			f.text = c.Text
			continue
		}
		from, to := s.units.offset(f.text, c.Range.Start), s.units.offset(f.text, c.Range.End)
		f.text = f.text[:from] + c.Text + f.text[max(from, to):]
	}
	f.version = p.TextDocument.Version
	s.analyse(f, s.Pause, false)
	return nil, nil
}

func (s *server) saved(raw json.RawMessage) (any, error) {
	p, err := read[openParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// Other files that are open may include this one.
	for _, f := range s.files {
		if f.uri == p.TextDocument.URI || strings.Contains(f.text, "#include") {
			s.analyse(f, 0, s.OnSave)
		}
	}
	return nil, nil
}

func (s *server) closed(raw json.RawMessage) (any, error) {
	p, err := read[openParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[p.TextDocument.URI]; f != nil {
		f.stop()
		delete(s.files, f.uri)
		s.publish(f, Analysis{})
	}
	return nil, nil
}

// analyse begins an analysis of the newest text after a pause, in place of the one before. A deep one is told what
// is known at once first.
func (s *server) analyse(f *file, pause time.Duration, deep bool) {
	f.stop()
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	text, version := f.text, f.version
	others := map[string][]byte{}
	for uri, o := range s.files {
		if uri != f.uri {
			others[pathOf(uri)] = []byte(o.text)
		}
	}
	s.work.Go(func() {
		defer cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		for _, now := range []bool{false, true} {
			if now && !deep {
				return
			}
			found := s.Analyse(ctx, pathOf(f.uri), []byte(text), others, now)
			s.mu.Lock()
			current := ctx.Err() == nil && f.version == version
			if current {
				f.known, f.knownFor = found, text
				s.publish(f, found)
			}
			s.mu.Unlock()
			if !current {
				return
			}
		}
	})
}

// publish tells the editor what is wrong with a file.
func (s *server) publish(f *file, a Analysis) {
	list := []diagnostic{}
	for i := range a.Problems {
		list = append(list, s.diagnostic(f, &a.Problems[i]))
	}
	// An editor that is gone is no error of the analysis.
	_ = s.rpc.Notify(context.Background(), "textDocument/publishDiagnostics", publishParams{URI: f.uri, Version: f.version, Diagnostics: list})
}

func (s *server) diagnostic(f *file, p *Problem) diagnostic {
	d := diagnostic{Range: s.spanOf(f.text, p.Place), Severity: int(p.Severity), Code: p.Code, Source: "gv2", Message: p.Message}
	if p.Page != "" {
		d.CodeDescription = &codeDescription{p.Page}
	}
	for _, n := range p.Others {
		text := f.text
		if uriOf(n.File) != f.uri && n.File != pathOf(f.uri) {
			text = "" // its columns are not known
		}
		d.RelatedInformation = append(d.RelatedInformation, related{location{s.uri(f, n.File), s.spanOf(text, n.Place)}, n.Message})
	}
	return d
}

// uri is that of a file which an analysis names: the editor's own for the open one.
func (s *server) uri(f *file, path string) string {
	if path == pathOf(f.uri) {
		return f.uri
	}
	return uriOf(path)
}

// spanOf is the word at a place.
func (s *server) spanOf(text string, p Place) span {
	n := max(p.Line, 1) - 1
	line, ok := lineOf(text, n)
	if !ok {
		at := position{n, max(p.Col, 1) - 1}
		return span{at, at}
	}
	from := min(max(p.Col, 1)-1, len(line))
	return span{position{n, s.units.character(line, from)}, position{n, s.units.character(line, wordEnd(line, from))}}
}

// lineOf is a line of a text, which counts from 0.
func lineOf(text string, n int) (string, bool) {
	for range n {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return "", false
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// actions are the repairs of what is wrong at the lines of a range. None are offered once the text is
// another one.
func (s *server) actions(raw json.RawMessage) (any, error) {
	p, err := read[actionParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []codeAction{}
	f := s.files[p.TextDocument.URI]
	wanted := len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(kind string) bool { return kind == "" || kind == quickFix })
	if f == nil || f.knownFor != f.text || !wanted {
		return out, nil
	}
	for i := range f.known.Problems {
		problem := &f.known.Problems[i]
		lines := []int{problem.Line}
		for _, n := range problem.Others {
			if s.uri(f, n.File) == f.uri {
				lines = append(lines, n.Line)
			}
		}
		if !slices.ContainsFunc(lines, func(n int) bool { return n-1 >= p.Range.Start.Line && n-1 <= p.Range.End.Line }) {
			continue
		}
		for _, fix := range problem.Fixes {
			action := codeAction{Title: fix.Title, Kind: quickFix, Diagnostics: []diagnostic{s.diagnostic(f, problem)}, IsPreferred: true}
			action.Edit.Changes = map[string][]textEdit{f.uri: edits(f.text, fix.Changes)}
			out = append(out, action)
		}
	}
	return out, nil
}

// edits are changes of lines as the protocol has them.
func edits(text string, changes []Change) []textEdit {
	ending := "\n"
	if strings.Contains(text, "\r\n") {
		ending = "\r\n"
	}
	var out []textEdit
	for _, c := range changes {
		e := textEdit{Range: span{position{c.Line - 1, 0}, position{c.Line - 1 + c.Remove, 0}}}
		if c.Text != "" {
			e.NewText = strings.ReplaceAll(c.Text, "\n", ending) + ending
		}
		out = append(out, e)
	}
	return out
}

// hover shows the verdict on the kernel that a place is in.
func (s *server) hover(raw json.RawMessage) (any, error) {
	p, err := read[positionParams](raw)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[p.TextDocument.URI]
	if f == nil || f.knownFor != f.text {
		return nil, nil
	}
	n := p.Position.Line + 1
	for _, k := range f.known.Kernels {
		if n >= k.First && n <= k.Last {
			line, _ := lineOf(f.text, p.Position.Line)
			return &hover{markup{"markdown", k.About}, span{position{p.Position.Line, 0}, position{p.Position.Line, s.units.character(line, len(line))}}}, nil
		}
	}
	return nil, nil
}
