package playground_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/playground"
	"gv2/testdata/lessons"
)

// echo is a gv2 that says what it was asked, and works until it is stopped if the program says so.
func echo(ctx context.Context, args []string, program string, out, err io.Writer) int {
	fmt.Fprintf(out, "%s: %s", strings.Join(args, " "), program)
	if program == "endless" {
		<-ctx.Done()
		fmt.Fprint(err, "stopped")
		return 2
	}
	return 0
}

type client struct {
	t     *testing.T
	url   string
	token string
}

func newClient(t *testing.T) *client {
	t.Helper()
	server := httptest.NewServer(playground.New(playground.Options{Version: "1", Run: echo}))
	t.Cleanup(server.Close)
	c := &client{t: t, url: server.URL}
	var config playground.Config
	require.NoError(t, json.NewDecoder(c.get("/config.json").Body).Decode(&config))
	assert.True(t, config.Native)
	assert.False(t, config.Editor)
	c.token = config.Token
	return c
}

func (c *client) get(path string) *http.Response {
	c.t.Helper()
	r, err := http.Get(c.url + path)
	require.NoError(c.t, err)
	c.t.Cleanup(func() { r.Body.Close() })
	return r
}

func (c *client) post(path, token, host, body string) *http.Response {
	c.t.Helper()
	q, err := http.NewRequest(http.MethodPost, c.url+path, strings.NewReader(body))
	require.NoError(c.t, err)
	q.Header.Set("X-Gv2-Token", token)
	if host != "" {
		q.Host = host
	}
	r, err := http.DefaultClient.Do(q)
	require.NoError(c.t, err)
	c.t.Cleanup(func() { r.Body.Close() })
	return r
}

// The page and the kernels of the course are in the program, and browsers may let what they load share memory.
func TestFiles(t *testing.T) {
	c := newClient(t)
	for _, name := range []string{"/", "/app.js", "/plain.js", "/compiled.js", "/early.js", "/worker.js", "/z3.js", "/isolate.js", "/style.css", "/icon.svg"} {
		r := c.get(name)
		assert.Equal(t, http.StatusOK, r.StatusCode, name)
		assert.Equal(t, "require-corp", r.Header.Get("Cross-Origin-Embedder-Policy"))
	}
	var examples []lessons.Example
	require.NoError(t, json.NewDecoder(c.get("/examples.json").Body).Decode(&examples))
	assert.Greater(t, len(examples), 60)
	assert.Equal(t, "1 Races and barriers", examples[0].Lesson)
}

// A browser is told that it may unpack WebAssembly itself; who cannot gets the file as it is.
func TestWebAssemblyIsUnpackedByTheBrowser(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gv2.wasm.gz"), []byte("packed"), 0o644))
	handler := playground.New(playground.Options{Built: dir, InBrowser: true})
	for accepts, want := range map[string]string{"gzip, br": "gzip", "identity": ""} {
		q := httptest.NewRequest(http.MethodGet, "/gv2.wasm.gz", nil)
		q.Header.Set("Accept-Encoding", accepts)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, q)
		assert.Equal(t, want, w.Header().Get("Content-Encoding"))
		assert.Equal(t, want != "", w.Header().Get("Content-Type") == "application/wasm")
		assert.Equal(t, "packed", w.Body.String())
	}
}

// The answer comes in parts, with the exit code at the end.
func TestRun(t *testing.T) {
	c := newClient(t)
	r := c.post("/run", c.token, "", `{"id": "1", "args": ["verify", "--format=json", "--block-dim=64", "-"], "program": "k"}`)
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	assert.Equal(t, `{"out":"verify --format=json --block-dim=64 -: k"}`+"\n"+`{"code":0}`+"\n", string(text))
}

// Who stops a run gets what it still says.
func TestStop(t *testing.T) {
	c := newClient(t)
	r := c.post("/run", c.token, "", `{"id": "7", "args": ["verify", "-"], "program": "endless"}`)
	lines := bufio.NewScanner(r.Body)
	require.True(t, lines.Scan())
	assert.Equal(t, `{"out":"verify -: endless"}`, lines.Text())
	assert.Equal(t, http.StatusOK, c.post("/stop", c.token, "", `{"id": "7"}`).StatusCode)
	require.True(t, lines.Scan())
	assert.Equal(t, `{"err":"stopped"}`, lines.Text())
	require.True(t, lines.Scan())
	assert.Equal(t, `{"code":2}`, lines.Text())
}

// Nobody but the page is answered: not pages of others, not those whose names lead here, and no command that writes files or
// starts programs.
func TestRefusals(t *testing.T) {
	c := newClient(t)
	const asked = `{"id": "1", "args": ["verify", "-"], "program": ""}`
	for name, r := range map[string]*http.Response{
		"no token":          c.post("/run", "", "", asked),
		"another token":     c.post("/run", "guess", "", asked),
		"a name that leads": c.post("/run", c.token, "evil.example:80", asked),
		"stop":              c.post("/stop", "", "", asked),
	} {
		assert.Equal(t, http.StatusForbidden, r.StatusCode, name)
	}
	for _, args := range []string{
		`[]`, `["stress", "-"]`, `["translate", "-"]`, `["verify", "-o", "x", "-"]`, `["verify", "--nvcc=/bin/sh", "-"]`, `["verify", "--cache=/tmp", "-"]`, `["verify", "/etc/passwd"]`, `["verify", "--include=/", "-"]`,
	} {
		r := c.post("/run", c.token, "", `{"id": "1", "args": `+args+`}`)
		assert.Equal(t, http.StatusBadRequest, r.StatusCode, args)
	}
	assert.Equal(t, http.StatusBadRequest, c.post("/run", c.token, "", "{").StatusCode)
}
