// Command build makes the playground as static files, which any server can serve: the page, the editor with highlighting, and
// gv2 and Z3 as WebAssembly.
//
// It is started in the top folder of the repository, with the folder to make as its argument. CodeMirror and Z3 are
// packages of npm, in the versions and with the hashes of package-lock.json; esbuild, a library here, makes one file of the
// editor. Out: the files, and their sizes on standard output.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"gv2/cmd/internal/playground"
	"gv2/testdata/lessons"
)

// own is where this program is.
const own = "cmd/internal/playground/build"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: build FOLDER, in the top folder of the repository")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "playground: "+err.Error())
		os.Exit(1)
	}
}

func build(out string) error {
	packages, err := packages(out + ".npm")
	if err != nil {
		return err
	}
	fresh := out + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.MkdirAll(fresh, 0o755); err != nil {
		return err
	}
	for _, step := range []func(out, packages string) error{page, editor, gv2, z3, licenses} {
		if err := step(fresh, packages); err != nil {
			return err
		}
	}
	// What was there before goes only now that the new one is whole.
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.Rename(fresh, out); err != nil {
		return err
	}
	return sizes(out)
}

// packages installs what package-lock.json names below a folder, if it is not there, and returns where.
func packages(dir string) (string, error) {
	lock, err := os.ReadFile(filepath.Join(own, "package-lock.json"))
	if err != nil {
		return "", err
	}
	modules, done := filepath.Join(dir, "node_modules"), filepath.Join(dir, "installed")
	if had, err := os.ReadFile(done); err == nil && bytes.Equal(had, lock) {
		return modules, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := copied(filepath.Join(own, name), filepath.Join(dir, name)); err != nil {
			return "", err
		}
	}
	// npm checks the hashes of the lock file. No package needs a script of its own.
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm ci: %w", err)
	}
	return modules, os.WriteFile(done, lock, 0o644)
}

func copied(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// page writes what need not be built.
func page(out, _ string) error {
	if err := os.CopyFS(out, playground.Page()); err != nil {
		return err
	}
	if err := early(filepath.Join(out, "index.html")); err != nil {
		return err
	}
	examples, err := lessons.Examples()
	if err != nil {
		return err
	}
	return written(filepath.Join(out, "examples.json"), examples)
}

// early makes the page begin with loading gv2, before its other scripts are there.
func early(index string) error {
	text, err := os.ReadFile(index)
	if err != nil {
		return err
	}
	const before = `<link rel="modulepreload"`
	if !bytes.Contains(text, []byte(before)) {
		return errors.New("index.html has no place for what is to be loaded first")
	}
	script := `<link rel="modulepreload" href="compiled.js">` + "\n" + `<script type="module" src="early.js" async></script>` + "\n"
	return os.WriteFile(index, bytes.Replace(text, []byte(before), []byte(script+before), 1), 0o644)
}

func written(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// editor makes one file of the editor, and one of what lays drawings out, which is loaded when something is to be drawn.
func editor(out, packages string) error {
	return errors.Join(bundled("editor.js", out, packages), bundled("layout.js", out, packages))
}

// bundled makes one file of a script and the packages that it imports.
func bundled(name, out, packages string) error {
	absolute, err := filepath.Abs(packages)
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(own, name)}, Outfile: filepath.Join(out, name), Write: true,
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022, NodePaths: []string{absolute},
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone,
	})
	var errs []error
	for _, m := range result.Errors {
		errs = append(errs, errors.New(name+": "+m.Text))
	}
	return errors.Join(errs...)
}

// gv2 makes the programs for browsers: all of gv2, and the exact engine alone.
func gv2(out, _ string) error {
	for name, tags := range map[string]string{"gv2.wasm": "", "exact.wasm": "exact"} {
		wasm := filepath.Join(out, name)
		cmd := exec.Command("go", "build", "-trimpath", "-tags="+tags, "-ldflags=-s -w", "-o", wasm, "./cmd/gv2")
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go build: %w", err)
		}
		if err := compressed(wasm, wasm+".gz"); err != nil {
			return err
		}
		if err := os.Remove(wasm); err != nil {
			return err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	return copied(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"), filepath.Join(out, "wasm_exec.js"))
}

// compressed writes a file as gzip does: the page itself unpacks it, because not every server compresses what it sends.
func compressed(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, packed.Bytes(), 0o644)
}

// z3 takes over the solver, and tells the page what there is.
func z3(out, packages string) error {
	from := filepath.Join(packages, "z3-solver")
	var about struct {
		Version string `json:"version"`
	}
	text, err := os.ReadFile(filepath.Join(from, "package.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return err
	}
	if err := copied(filepath.Join(from, "build/z3-built.js"), filepath.Join(out, "z3-built.js")); err != nil {
		return err
	}
	if err := compressed(filepath.Join(from, "build/z3-built.wasm"), filepath.Join(out, "z3-built.wasm.gz")); err != nil {
		return err
	}
	return written(filepath.Join(out, "config.json"), playground.Config{Editor: true, Z3: "Z3 of z3-solver " + about.Version})
}

// licenses puts the licenses of everything that is not gv2's own into one file.
func licenses(out, packages string) error {
	var all strings.Builder
	err := filepath.WalkDir(packages, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "axe-core" {
			return filepath.SkipDir // it tests the page and is no part of it
		}
		if err != nil || entry.IsDir() || !strings.HasPrefix(strings.ToUpper(entry.Name()), "LICENSE") {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(packages, filepath.Dir(path))
		fmt.Fprintf(&all, "== %s\n\n%s\n", filepath.ToSlash(name), text)
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "licenses.txt"), []byte(all.String()), 0o644)
}

// sizes prints how much a browser loads.
func sizes(out string) error {
	type file struct {
		name string
		size int64
	}
	var files []file
	total := int64(0)
	err := filepath.WalkDir(out, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files = append(files, file{entry.Name(), info.Size()})
		if entry.Name() != "licenses.txt" {
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(b.size, a.size) })
	for _, f := range files {
		fmt.Printf("%10.1f KB  %s\n", float64(f.size)/1000, f.name)
	}
	fmt.Printf("%10.1f KB  in %s\n", float64(total)/1000, out)
	return err
}
