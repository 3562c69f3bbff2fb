package main

import (
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// editor is a client of gv2 lsp.
type editor struct {
	t    *testing.T
	rpc  *jsonrpc2.Conn
	told chan published
	code chan int
	dir  string
}

type published struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Severity           int
		Code               string
		Message            string
		RelatedInformation []struct {
			Location struct {
				URI   string
				Range struct{ Start struct{ Line, Character int } }
			}
			Message string
		}
	}
}

// duplex is the editor's ends of two pipes.
type duplex struct {
	io.Reader
	io.WriteCloser
}

// openEditor starts a server with flags and introduces itself.
func openEditor(t *testing.T, encodings []string, flags ...string) *editor {
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	e := &editor{t: t, told: make(chan published, 100), code: make(chan int, 1), dir: t.TempDir()}
	go func() {
		e.code <- run(context.Background(), append([]string{"lsp", "--pause", "1ms"}, flags...), streams{in: fromEditor, out: toEditor, err: io.Discard})
		toEditor.Close()
	}()
	stream := jsonrpc2.NewBufferedStream(duplex{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{})
	e.rpc = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		var p published
		if r.Method == "textDocument/publishDiagnostics" && json.Unmarshal(*r.Params, &p) == nil {
			e.told <- p
		}
		return nil, nil
	}))
	t.Cleanup(func() { e.rpc.Close(); toServer.Close() })
	var about struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name string }
	}
	e.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{"general": map[string]any{"positionEncodings": encodings}}}, &about)
	assert.Equal(t, "gv2", about.ServerInfo.Name)
	assert.Equal(t, true, about.Capabilities["hoverProvider"])
	e.notify("initialized", map[string]any{})
	return e
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	require.NoError(e.t, e.rpc.Call(context.Background(), method, params, result), method)
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	require.NoError(e.t, e.rpc.Notify(context.Background(), method, params), method)
}

func (e *editor) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, name))
}

func (e *editor) open(name, text string) {
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "languageId": "cuda", "version": 1, "text": text}})
}

func (e *editor) change(name string, version int, changes ...any) {
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "version": version}, "contentChanges": changes})
}

// await is the first that the server says of a version of a file.
func (e *editor) await(name string, version int) published {
	e.t.Helper()
	for p := range e.told {
		if p.URI == e.uri(name) && p.Version == version {
			return p
		}
	}
	return published{}
}

func at(line, character int) map[string]int {
	return map[string]int{"line": line, "character": character}
}

func between(a, b map[string]int) map[string]any { return map[string]any{"start": a, "end": b} }

const editedKernel = `// 漢字 𝒳
__launch_bounds__(64)
__global__ void shift(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  /* 𝒳 */ out[t] = s[t + 1];
}
`

type action struct {
	Title, Kind string
	Edit        struct {
		Changes map[string][]struct {
			Range struct {
				Start, End struct{ Line, Character int }
			}
			NewText string
		}
	}
}

// TestEditorSeesAndMendsARace: a race is shown as somebody types, the quick fix takes it away, and pointing at the kernel
// shows the verdict.
func TestEditorSeesAndMendsARace(t *testing.T) {
	e := openEditor(t, []string{"utf-16"}, "--on-save=false", "--grid-dim", "1")
	e.open("k.cu", strings.Replace(editedKernel, "s[t + 1]", "s[t]", 1))
	assert.Empty(t, e.await("k.cu", 1).Diagnostics)
	e.change("k.cu", 2, map[string]any{"range": between(at(6, 23), at(6, 23)), "text": " + 1"})
	p := e.await("k.cu", 2)
	require.Len(t, p.Diagnostics, 1)
	d := p.Diagnostics[0]
	assert.Equal(t, "data-race", d.Code)
	assert.Equal(t, 1, d.Severity)
	assert.Contains(t, d.Message, "write-read race on s[1]")
	assert.Equal(t, 5, d.Range.Start.Line)
	require.Len(t, d.RelatedInformation, 1)
	assert.Equal(t, e.uri("k.cu"), d.RelatedInformation[0].Location.URI)
	assert.Equal(t, 6, d.RelatedInformation[0].Location.Range.Start.Line)
	assert.Equal(t, 20, d.RelatedInformation[0].Location.Range.Start.Character, "in units of UTF-16, of which the letter takes two")

	var actions []action
	ask := func(line int, only ...string) []action {
		actions = nil
		e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri("k.cu")}, "range": between(at(line, 0), at(line, 3)),
			"context": map[string]any{"diagnostics": []any{}, "only": only}}, &actions)
		return actions
	}
	assert.Empty(t, ask(1))
	assert.Empty(t, ask(6, "refactor"))
	require.Len(t, ask(6, "quickfix"), 1)
	require.Len(t, ask(5), 1)
	assert.Equal(t, "insert __syncthreads()", actions[0].Title)
	edit := actions[0].Edit.Changes[e.uri("k.cu")]
	require.Len(t, edit, 1)
	assert.Equal(t, "  __syncthreads();\n", edit[0].NewText)

	var shown struct{ Contents struct{ Kind, Value string } }
	point := func(line int) string {
		shown.Contents.Value = ""
		e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri("k.cu")}, "position": at(line, 4)}, &shown)
		return shown.Contents.Value
	}
	assert.Contains(t, point(2), "**kernel `shift`: refuted** (block (64,1,1), grid (1,1,1))")
	assert.Contains(t, point(5), "`gv2 explain data-race`")
	assert.Empty(t, point(4))

	start := edit[0].Range.Start
	e.change("k.cu", 3, map[string]any{"range": between(at(start.Line, start.Character), at(start.Line, start.Character)), "text": edit[0].NewText})
	assert.Empty(t, e.await("k.cu", 3).Diagnostics)
	assert.Contains(t, point(2), "proved")
	assert.Contains(t, point(2), "assuming that")

	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("k.cu")}})
	assert.Empty(t, e.await("k.cu", 3).Diagnostics)
	e.call("shutdown", nil, new(any))
	e.notify("exit", nil)
	assert.Equal(t, exitProved, <-e.code)
}

// TestEditorWithBytes: positions are bytes where the editor prefers that.
func TestEditorWithBytes(t *testing.T) {
	e := openEditor(t, []string{"utf-8", "utf-16"}, "--on-save=false", "--grid-dim", "1")
	e.open("k.cu", editedKernel)
	p := e.await("k.cu", 1)
	require.Len(t, p.Diagnostics, 1)
	assert.Equal(t, 22, p.Diagnostics[0].RelatedInformation[0].Location.Range.Start.Character)
}

// TestEditorTypesOn: of a text that is changed at once only the newest counts, however long the one before takes.
func TestEditorTypesOn(t *testing.T) {
	e := openEditor(t, nil, "--on-save=false", "--grid-dim", "1")
	e.open("k.cu", "__launch_bounds__(64)\n__global__ void k(int *p) { for (int i = 0; i < 2000000000; i++) p[threadIdx.x] = i; }\n")
	for v := 2; v < 20; v++ {
		e.change("k.cu", v, map[string]any{"text": strings.Replace(editedKernel, "threadIdx.x", "threadIdx.x % "+strings.Repeat("1", v), 1)})
	}
	e.change("k.cu", 20, map[string]any{"text": "__global__ void k(int *p { }"})
	p := e.await("k.cu", 20)
	require.NotEmpty(t, p.Diagnostics)
	assert.Equal(t, "input", p.Diagnostics[0].Code)
	assert.Contains(t, p.Diagnostics[0].Message, "expected")
}

// TestEditorSaves: when a file is saved the solver is asked, too.
func TestEditorSaves(t *testing.T) {
	e := openEditor(t, nil, "--block-dim", "64", "--grid-dim", "1")
	text := "__global__ void k(int *p, const int *in) { if (in[threadIdx.x] > 5) p[in[threadIdx.x]] = threadIdx.x; }\n"
	e.open("k.cu", text)
	first := e.await("k.cu", 1)
	for len(first.Diagnostics) == 0 {
		first = e.await("k.cu", 1)
	}
	assert.Equal(t, "data-race", first.Diagnostics[0].Code)
	e.change("k.cu", 2, map[string]any{"text": strings.Replace(text, "p[in[threadIdx.x]]", "p[threadIdx.x]", 1)})
	assert.Empty(t, e.await("k.cu", 2).Diagnostics)
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri("k.cu")}})
	e.await("k.cu", 2)
	assert.Empty(t, e.await("k.cu", 2).Diagnostics)
}

// TestEditorHasOpenHeaders: an included file counts as it is in the editor, saved or not.
func TestEditorHasOpenHeaders(t *testing.T) {
	e := openEditor(t, nil, "--on-save=false", "--block-dim", "64", "--grid-dim", "1")
	e.open("size.h", "#define N 2\n")
	assert.Empty(t, e.await("size.h", 1).Diagnostics)
	e.open("k.cu", "#include \"size.h\"\n__global__ void k(int *p) { p[threadIdx.x / N] = threadIdx.x; }\n")
	require.Len(t, e.await("k.cu", 1).Diagnostics, 1)
	e.change("size.h", 2, map[string]any{"text": "#define N 1\n"})
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri("size.h")}})
	assert.Empty(t, e.await("k.cu", 1).Diagnostics)
}

// TestEditorGoesAway: an input that ends without goodbye is an error of its own.
func TestEditorGoesAway(t *testing.T) {
	code, _, stderr := gv2("", "lsp")
	assert.Equal(t, exitRefuted, code)
	assert.Contains(t, stderr, "gone without a shutdown")
}

// TestEditorMistakes: what is no request, or none of this protocol, ends nothing.
func TestEditorMistakes(t *testing.T) {
	e := openEditor(t, nil, "--on-save=false", "--grid-dim", "1")
	err := e.rpc.Call(context.Background(), "textDocument/rename", map[string]any{}, new(any))
	assert.ErrorContains(t, err, "method not found")
	assert.Error(t, e.rpc.Call(context.Background(), "textDocument/hover", []int{1}, new(any)))
	var none json.RawMessage
	e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere.cu"}, "position": at(1, 1)}, &none)
	assert.Equal(t, "null", string(none))
	e.change("unknown.cu", 3, map[string]any{"text": "x"})
	e.notify("$/setTrace", map[string]any{"value": "off"})
	e.notify("$/unknown", map[string]any{})
	e.open("k.cu", editedKernel)
	require.Len(t, e.await("k.cu", 1).Diagnostics, 1)
	e.change("k.cu", 2, map[string]any{"range": between(at(900, 0), at(0, 5)), "text": "x"})
	e.await("k.cu", 2)
}
