//go:build browser

package playground_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/testdata/lessons"
)

// The tests drive the page in a real Chromium: make playground-test. Their pictures are in bin/playground-shots.

const (
	built = "../../../bin/playground"
	shots = "../../../bin/playground-shots"
	axe   = built + ".npm/node_modules/axe-core/axe.min.js"
)

// needed skips a test where something is missing, but not in CI: there it has to be.
func needed(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// program is gv2 for this machine.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gv2")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "gv2")
	out, err := exec.Command("go", "build", "-o", path, "../../gv2").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return path, err
})

// serve starts gv2 serve and returns the address of its page.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	gv2, err := program()
	require.NoError(t, err)
	cmd := exec.Command(gv2, append([]string{"serve", "--open=false", "--listen", "127.0.0.1:0"}, args...)...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var said bytes.Buffer
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		assert.NoError(t, cmd.Process.Signal(os.Interrupt))
		assert.NoError(t, cmd.Wait(), "%s", &said)
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err, "%s", &said)
	return strings.TrimPrefix(strings.TrimSpace(line), "gv2 serves ")
}

// browser is a Chromium without anything from earlier runs.
type browser struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	// wrong is what the page has complained about.
	wrong []string
}

func open(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		needed(t, "there is no Chromium: the page is not tried")
	}
	if _, err := os.Stat(built); err != nil {
		needed(t, "the page is not built: make playground")
	}
	require.NoError(t, os.MkdirAll(shots, 0o755))
	// Root may not have a sandbox.
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1400, 900), chromedp.Flag("disable-dev-shm-usage", true),
	})
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	b := &browser{t: t, ctx: ctx}
	b.do(chromedp.Navigate("about:blank"))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the browser has ended
			}
			if m.Type == chromedp.ConsoleWarning || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				b.mu.Lock()
				b.wrong = append(b.wrong, string(m.Type)+": "+m.Text+" "+m.URL)
				b.mu.Unlock()
			}
		}
	}()
	return b
}

// mostTime ends what hangs.
const mostTime = 10 * time.Minute

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, a := range actions {
		get(b, a)
	}
}

func get[T any](b *browser, a chromedp.Action[T]) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, a)
	require.NoError(b.t, err)
	return v
}

// quiet demands that nothing was wrong on the page.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.wrong)
}

// eval is the value of an expression in the page, which may be a promise.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	return get(b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// act evaluates an expression for what it does.
func (b *browser) act(expression string) {
	b.t.Helper()
	eval[chromedp.Void](b, "void ("+expression+")")
}

// idle waits until the page has its answers.
func (b *browser) idle() {
	b.t.Helper()
	b.until(`document.body.dataset.state === "idle"`)
}

func (b *browser) until(condition string) {
	b.t.Helper()
	b.do(chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(mostTime)))
}

func (b *browser) shot(name string) {
	b.t.Helper()
	require.NoError(b.t, os.WriteFile(filepath.Join(shots, name+".png"), get(b, chromedp.CaptureScreenshot()), 0o644))
}

// verdicts are the kernels on the page with their verdicts, in the order of the program.
func (b *browser) verdicts() string {
	b.t.Helper()
	return strings.Join(eval[[]string](b, `[...document.querySelectorAll("#panel-verdict article")].map(a => a.dataset.kernel + ": " + a.dataset.verdict)`), "\n")
}

// seconds says when the page showed that a kernel is refuted or what its verdict is, and when it had all that gv2 says,
// counted from when it was asked for.
func (b *browser) seconds() string {
	b.t.Helper()
	return eval[string](b, `(d => d.seconds + " s, all of the report after " + d.whole + " s")(document.getElementById("panel-verdict").dataset)`)
}

// native are the verdicts of gv2 on this machine.
func native(t *testing.T, text string) string {
	t.Helper()
	gv2, err := program()
	require.NoError(t, err)
	cmd := exec.Command(gv2, "verify", "--format=json", "--timeout=10m", "-")
	cmd.Stdin = strings.NewReader(text)
	out, _ := cmd.Output() // the exit code is the verdict
	var report struct {
		Results []struct{ Kernel, Verdict string }
	}
	require.NoError(t, json.Unmarshal(out, &report))
	var lines []string
	for _, r := range report.Results {
		lines = append(lines, r.Kernel+": "+r.Verdict)
	}
	return strings.Join(lines, "\n")
}

// searched are the examples for which the Z3 of the browser, which is newer than Debian's, searches until a limit of time ends
// its first attempt, 20 s on an idle machine; how far it gets then is up to the machine.
var searched = []string{"6-generations/solutions/d_two_buffers.cu"}

// What the exact engine finds is on the page before gv2 has looked for more and for repairs. This test and that of Z3's first
// verdict run alone, because they print how long that takes; the others share the processors.
func TestPageShowsFaultsEarly(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t, "--in-browser", "--built", built)))
	b.idle()
	t.Logf("the first answer of the exact engine: after %s", b.seconds())
	assert.Less(t, eval[float64](b, `(d => d.seconds - d.whole)(document.getElementById("panel-verdict").dataset)`), 0.0)
	assert.Positive(t, eval[float64](b, `(at => at("gv2").startTime - at("exact").responseEnd)(name => performance.getEntriesByName(new URL(name + ".wasm.gz", location).href)[0])`), "all of gv2 comes behind the first answer")
	assert.Equal(t, "reverse: refuted", b.verdicts())
	b.shot("first")
	b.quiet()
}

// Every example has the verdict in the browser that it has on this machine, whoever decides it.
func TestPageDecidesExamples(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.do(chromedp.Navigate(serve(t, "--in-browser", "--built", built)))
	b.idle()
	examples, err := lessons.Examples()
	require.NoError(t, err)
	for _, e := range examples {
		limit := "10m" // no verdict depends on the speed of the machine
		if slices.Contains(searched, e.Name) {
			limit = "40s"
		}
		b.act(fmt.Sprintf("playground.open(%q, {timeout: %q})", e.Name, limit))
		b.idle()
		here, there := native(t, e.Text), b.verdicts()
		if slices.Contains(searched, e.Name) {
			there = strings.ReplaceAll(there, "unknown", "proved")
		}
		assert.Equal(t, here, there, e.Name)
	}
	b.quiet()
}

// The first verdict that takes Z3 comes soon after the page is asked for.
func TestPageAsksZ3(t *testing.T) {
	b := open(t)
	address := serve(t, "--in-browser", "--built", built)
	b.do(chromedp.Navigate(address + "#" + link(t, "5-invariants/tiles.cu")))
	b.idle()
	assert.Contains(t, b.verdicts(), ": proved")
	t.Logf("the first verdict, of Z3: after %s", b.seconds())
	b.shot("z3")
	b.quiet()
}

func example(t *testing.T, name string) string {
	t.Helper()
	examples, err := lessons.Examples()
	require.NoError(t, err)
	i := slices.IndexFunc(examples, func(e lessons.Example) bool { return e.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return examples[i].Text
}

// Editing changes the verdict, a repair is applied, faults are marked, and a link holds all of it.
func TestPageEdits(t *testing.T) {
	t.Parallel()
	b := open(t)
	address := serve(t, "--in-browser", "--built", built)
	b.do(chromedp.Navigate(address))
	b.idle()
	assert.Equal(t, "reverse: refuted", b.verdicts())
	assert.Positive(t, eval[int](b, `document.querySelectorAll(".cm-lint-marker-error").length`), "a marker beside the line of the fault")
	b.do(chromedp.Click("button.fix"))
	b.idle()
	assert.Equal(t, "reverse: proved", b.verdicts())
	assert.Contains(t, eval[string](b, "playground.get()"), "__syncthreads();")
	assert.Zero(t, eval[int](b, `document.querySelectorAll(".cm-lint-marker-error").length`))

	// By the keyboard alone: another kernel behind it.
	b.do(chromedp.Focus(".cm-content"), chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("__global__ void same(int *p) { p[0] = threadIdx.x; }"))
	assert.NotEmpty(t, eval[string](b, `document.querySelector("#panel-verdict .stale").textContent`), "the verdict says that it is of another program")
	b.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	b.idle()
	assert.Equal(t, "reverse: proved\nsame: refuted", b.verdicts())

	b.do(chromedp.SetValue("#flag-kernel", "reverse"), chromedp.Evaluate[chromedp.Void](`document.getElementById("flag-kernel").dispatchEvent(new Event("change"))`), chromedp.Click("#run"))
	b.idle()
	assert.Equal(t, "reverse: proved", b.verdicts())
	b.do(chromedp.Click("#link"))
	b.until("location.hash.length > 10")
	text, shared := eval[string](b, "playground.get()"), eval[string](b, "location.href")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(shared))
	b.idle()
	assert.Equal(t, text, eval[string](b, "playground.get()"))
	assert.Equal(t, "reverse: proved", b.verdicts())
	assert.Less(t, eval[float64](b, `(d => d.seconds - d.whole)(document.getElementById("panel-verdict").dataset)`), 0.0, "a proof of the exact engine is told at once")
	b.quiet()
}

// While somebody types, the exact engine looks at the program and marks the faults; the verdict stays that of the program that was verified.
func TestPageChecksWhileTyping(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"in the browser": {"--in-browser", "--built", built}, "on this machine": {"--built", built}} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.do(chromedp.Navigate(serve(t, args...)))
			b.idle()
			b.act(`playground.open("1-races/reverse_in_order.cu")`)
			b.idle()
			assert.Zero(t, eval[int](b, `document.querySelectorAll(".cm-lint-marker-error").length`))
			end := []chromedp.Action[chromedp.Void]{chromedp.Focus(".cm-content"), chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl))}
			checked := func() {
				b.until(`document.body.dataset.typing === "idle" && document.body.dataset.typed === playground.key()`)
			}
			b.do(append(end, chromedp.KeyEvent("__global__ void same(int *p) { p[0] = threadIdx.x; }"))...)
			checked()
			assert.Positive(t, eval[int](b, `document.querySelectorAll(".cm-lint-marker-error").length`), "a race that was typed is marked")
			assert.Contains(t, eval[string](b, `document.getElementById("status").textContent`), "reverse: proved, same: refuted")
			assert.Equal(t, "reverse: proved", b.verdicts(), "the verdict is that of what was verified")
			b.do(append(end, chromedp.KeyEvent(" __global__ void broken(int *p) { p[0] = ; }"))...)
			checked()
			assert.Contains(t, eval[string](b, `document.getElementById("status").textContent`), "error")
			b.do(chromedp.Click("#run"))
			b.idle()
			assert.Contains(t, b.verdicts(), "same: refuted")
			b.quiet()
		})
	}
}

// Control flow is drawn: what only some threads execute is dashed, a barrier among it is red, and a node leads to its line by the keyboard.
func TestPageDrawsControlFlow(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.do(chromedp.Navigate(serve(t, "--built", built)))
	b.idle()
	b.act("playground.set(" + fmt.Sprintf("%q", "//--blockDim=64 --gridDim=1\n__global__ void k(int *p, int n) {\n  if (p[threadIdx.x] < n) {\n    __syncthreads();\n    p[threadIdx.x] = 1;\n  }\n}\n") + "), playground.select(\"graph\"), playground.run()")
	b.idle()
	assert.Equal(t, 1, eval[int](b, `document.querySelectorAll("#panel-graph .flow .node.barrier.predicated").length`))
	assert.Equal(t, 1, eval[int](b, `document.querySelectorAll("#panel-graph .flow .node.block.predicated").length`))
	assert.Contains(t, eval[string](b, `document.querySelector("#panel-graph .flow .node.branch").getAttribute("aria-label")`), "threads may differ, leads yes to 4: __syncthreads();, no to end")
	assert.Equal(t, 6, eval[int](b, `document.querySelectorAll("#panel-graph .flow .edge").length`))
	b.shot("flow")
	b.do(chromedp.Focus("#panel-graph .flow .node.barrier"), chromedp.KeyEvent(kb.Enter))
	assert.Contains(t, eval[string](b, `document.querySelector(".cm-activeLine").textContent`), "__syncthreads")
	b.quiet()
}

// link is the part of an address that holds an example: what the page's encode makes, without compression being the point.
func link(t *testing.T, name string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"program": example(t, name), "flags": map[string]any{}})
	require.NoError(t, err)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return "p=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// call is a command of the browser's protocol.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// Each tab shows what it is for, in light and dark.
func TestPageTabs(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.do(chromedp.Navigate(serve(t, "--in-browser", "--built", built)))
	b.idle()
	tab := func(name string) {
		b.do(chromedp.Click("#tab-" + name))
		b.idle()
		b.until(fmt.Sprintf(`!document.getElementById("panel-%s").hidden`, name))
		b.shot(name)
	}
	tab("boogie")
	assert.Greater(t, eval[int](b, `document.querySelectorAll("#panel-boogie [role=option]").length`), 50)
	assert.Zero(t, eval[int](b, `[...document.querySelectorAll("#panel-boogie [role=option]")].filter(o => !o.ariaLabel && !o.lastChild.textContent.trim()).length`), "lines that a screen reader has no name for")
	b.do(chromedp.Focus("#panel-boogie [role=listbox]"), chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp))
	assert.Positive(t, eval[int](b, `document.querySelectorAll(".cm-linked").length`), "the line of the source is shown")
	tab("steps")
	steps := eval[int](b, `Number(document.querySelector("#panel-steps input[type=range]").max)`)
	assert.Greater(t, steps, 2)
	b.do(chromedp.Focus("#panel-steps input[type=range]"), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	assert.Contains(t, eval[string](b, `document.querySelector("#panel-steps [role=status]").textContent`), fmt.Sprintf("Step 1 of %d", steps))
	tab("graph")
	assert.Positive(t, eval[int](b, `document.querySelector("#panel-graph .drawing").shadowRoot.querySelectorAll(".race").length`))
	nodes := eval[[]string](b, `[...document.querySelectorAll("#panel-graph .flow .node")].map(n => n.getAttribute("aria-label"))`)
	assert.Contains(t, nodes, "entry, kernel reverse, leads to 6: int t = threadIdx.x, base = blockIdx.x * 128;")
	tab("output")
	assert.Contains(t, eval[string](b, `document.getElementById("output").textContent`), "$ gv2 verify --format=json --found -\n")
	b.act(`playground.open("6-generations/handshake.cu")`)
	b.idle()
	tab("steps")
	assert.Contains(t, eval[string](b, `document.querySelector("#panel-steps table").textContent`), "completes barrier 1, generation 1")
	b.act(`playground.open("7-recycling-deadlock/circular.cu")`)
	b.idle()
	assert.Contains(t, eval[string](b, `document.querySelector("#panel-steps").textContent`), "waits")
	b.act(`(s => { s.selectedIndex = s.options.length - 1; s.dispatchEvent(new Event("change")); })(document.querySelector("#panel-steps select"))`)
	assert.Contains(t, eval[string](b, `document.querySelector("#panel-steps").textContent`), "for ever: threads 0-31 wait at barrier 1, generation 1")
	b.shot("deadlock")
	b.act(`playground.open("6-generations/handshake.cu")`)
	b.idle()
	b.do(chromedp.Click("#tab-verdict"), call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
	b.shot("dark")
	b.do(chromedp.EmulateViewport(420, 900))
	b.shot("narrow")
	b.quiet()
}

// endless is a program that keeps the exact engine busy for minutes: it has hundreds of kernels, each of which
// uses up what the engine may execute.
func endless() string {
	var text strings.Builder
	text.WriteString("//--blockDim=1024 --gridDim=1\n__global__ void quick(int *p) { p[threadIdx.x] = 0; }\n")
	for i := range 200 {
		fmt.Fprintf(&text, `__global__ void slow%d(int *p) {
  __shared__ int s[1024];
  for (int i = 0; i < 1000000; i++) { s[threadIdx.x] = i; __syncthreads(); }
  p[threadIdx.x] = s[threadIdx.x];
}
`, i)
	}
	return text.String()
}

// A long run is stopped, what it has said before stays, and the next one works.
func TestPageStops(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"in the browser": {"--in-browser", "--built", built}, "on this machine": {"--built", built}} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.do(chromedp.Navigate(serve(t, args...)))
			b.idle()
			b.act(fmt.Sprintf("playground.set(%q), playground.run()", endless()))
			b.until(`document.getElementById("output").textContent.includes("exit code") === false || document.body.dataset.state === "busy"`)
			time.Sleep(3 * time.Second) // it is at work on one of the slow kernels
			b.do(chromedp.Click("#stop"))
			b.idle()
			assert.Contains(t, b.verdicts(), "quick: proved")
			assert.Contains(t, eval[string](b, `document.getElementById("status").textContent`), "Stopped.")
			assert.Contains(t, eval[string](b, `document.getElementById("output").textContent`), "(stopped)")
			b.act(`playground.open("1-races/reverse_in_order.cu")`)
			b.idle()
			assert.Equal(t, "reverse: proved", b.verdicts())
			b.quiet()
		})
	}
}

// A server that knows nothing of gv2 serves the files: Z3 works there, too.
func TestPageOfPlainServer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.FileServer(http.Dir(built)))
	defer server.Close()
	b := open(t)
	b.do(chromedp.Navigate(server.URL + "/#" + link(t, "5-invariants/tiles.cu")))
	// The page loads itself again once the service worker is there, which ends what waits for the first one.
	require.Eventually(t, func() bool {
		there, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`self.crossOriginIsolated && document.body?.dataset.state === "idle"`))
		return err == nil && there
	}, mostTime, 100*time.Millisecond)
	assert.Contains(t, b.verdicts(), ": proved")
	b.quiet()
}

// gv2 serve answers the page itself, with a plain field as the editor where no other is built.
func TestPageOfGv2(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.do(chromedp.Navigate(serve(t)))
	b.idle()
	assert.Equal(t, "reverse: refuted", b.verdicts())
	assert.Equal(t, 1, eval[int](b, `document.querySelectorAll("#editor textarea").length`))
	b.do(chromedp.Click("button.fix"))
	b.idle()
	assert.Equal(t, "reverse: proved", b.verdicts())
	b.act(`playground.open("5-invariants/tiles.cu")`)
	b.idle()
	assert.Contains(t, b.verdicts(), ": proved")
	b.shot("plain")
	b.quiet()
}

// contrasts are pairs of the page's colors whose contrast is below the 4.5 that WCAG 2 asks for.
const contrasts = `(() => {
  const probe = document.body.appendChild(document.createElement("span")), out = [], before = document.documentElement.dataset.theme;
  const light = name => {
    probe.style.color = "var(--" + name + ")";
    const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const theme of ["light", "dark"]) {
    document.documentElement.dataset.theme = theme;
    for (const [texts, backs] of [[["text", "soft", "main", "good", "bad", "open"], ["back", "raised"]], [["text", "soft", "bad"], ["mark"]], [["on-main"], ["main"]]])
      for (const text of texts) for (const back of backs) {
        const [a, b] = [light(text), light(back)].sort((x, y) => y - x), contrast = (a + 0.05) / (b + 0.05);
        if (!(contrast >= 4.5)) out.push(theme + ": " + text + " on " + back + " " + contrast.toFixed(2));
      }
  }
  document.documentElement.dataset.theme = before;
  probe.remove();
  return out;
})()`

// Everything that acts has a name and a role for those who do not see the page, and the keyboard reaches it.
func TestPageIsAccessible(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.do(chromedp.Navigate(serve(t, "--in-browser", "--built", built)))
	b.idle()
	tree := get(b, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	seen := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role, name := strings.Trim(string(n.Role.Value), `"`), ""
		if n.Name != nil {
			name = strings.Trim(string(n.Name.Value), `"`)
		}
		seen[role]++
		if slices.Contains([]string{"button", "tab", "combobox", "textbox", "checkbox", "slider", "listbox", "tabpanel", "link", "table"}, role) {
			assert.NotEmpty(t, name, "a %s without a name", role)
		}
	}
	for _, role := range []string{"tab", "tablist", "tabpanel", "button", "textbox", "combobox", "status", "main", "heading"} {
		assert.Positive(t, seen[role], role)
	}
	// Text is legible in both themes, on each background that it stands on.
	assert.Empty(t, eval[[]string](b, contrasts))
	// The order of Tab: from the top to the bottom, and out of the editor.
	b.act("document.activeElement.blur()")
	var order []string
	for range 40 {
		b.do(chromedp.KeyEvent(kb.Tab))
		order = append(order, eval[string](b, `document.activeElement.id || document.activeElement.className || document.activeElement.localName`))
	}
	at := -1
	for _, want := range []string{"skip", "examples", "run", "link", "theme", "cm-content", "summary", "tab-verdict", "panel-verdict"} {
		next := slices.IndexFunc(order, func(s string) bool { return strings.Contains(s, want) })
		assert.Greater(t, next, at, "%s in %v", want, order)
		at = next
	}
	b.quiet()
}

// axe-core, which tests pages against the rules of WCAG 2, finds nothing on any tab, in light and dark.
func TestPageHasNoViolations(t *testing.T) {
	t.Parallel()
	b := open(t)
	rules, err := os.ReadFile(axe)
	if err != nil {
		needed(t, "axe-core is not there: make playground")
	}
	b.do(chromedp.Navigate(serve(t, "--in-browser", "--built", built)))
	b.idle()
	b.act("(() => {" + string(rules) + "; return 0 })()")
	for i, tab := range []string{"verdict", "boogie", "steps", "graph", "output", "verdict"} {
		theme := []string{"light", "dark"}[i%2]
		b.act(fmt.Sprintf("document.documentElement.dataset.theme = %q", theme))
		b.do(chromedp.Click("#tab-" + tab))
		b.idle()
		b.until(fmt.Sprintf(`!document.getElementById("panel-%s").hidden`, tab))
		found := eval[struct {
			Passed int
			Wrong  []string
		}](b, `axe.run().then(r => ({Passed: r.passes.length, Wrong: r.violations.flatMap(v => v.nodes.map(n => v.impact + " " + v.id + ": " + n.target + " " + n.failureSummary))}))`)
		assert.Empty(t, found.Wrong, "%s, %s", tab, theme)
		assert.Greater(t, found.Passed, 20, "rules that say something of %s", tab)
	}
	b.quiet()
}
