// Package compiler has NVIDIA's compiler, or clang, make PTX of CUDA C++, for kernels whose source
// gv2 does not read.
//
// Which compiler that is says the user, or PATH. Of compile_commands.json only include folders,
// macros, the standard and the architecture are taken: no command of a file that somebody else
// may have written is executed.
package compiler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// ErrNone is the error where there is no compiler.
var ErrNone = errors.New("no compiler for CUDA found: neither nvcc nor clang++ is in PATH; name one with --nvcc PATH")

// Compiler is one that makes PTX.
type Compiler struct {
	Path  string
	clang bool
}

// Options are what the command line says to compilers.
type Options struct {
	Define  map[string]string
	Include []string
	Arch    int // the value of __CUDA_ARCH__: 800
}

// Find finds the compiler at a path or of a name; with an empty one, nvcc or clang++ in PATH. The
// error is ErrNone if there is none, or says what is wrong with the path.
func Find(path string) (*Compiler, error) {
	if path == "" {
		for _, name := range []string{"nvcc", "clang++"} {
			if found, err := exec.LookPath(name); err == nil {
				return of(found), nil
			}
		}
		return nil, ErrNone
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "nvcc")
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return nil, fmt.Errorf("--nvcc %s: %w", path, err)
	}
	return of(found), nil
}

func of(path string) *Compiler {
	return &Compiler{Path: path, clang: strings.HasPrefix(filepath.Base(path), "clang")}
}

// arguments are those of the compiler for a file, without the place of the output.
func (c *Compiler) arguments(file string, o Options) []string {
	arch := fmt.Sprintf("sm_%d", o.Arch/10)
	commands := commandsOf(file)
	if i := slices.IndexFunc(commands, func(a string) bool { return strings.HasPrefix(a, "-std=") }); i < 0 {
		commands = append(commands, "-std=c++17")
	}
	var args []string
	if c.clang {
		args = []string{"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=" + arch, "-S", "-O2", "-gline-tables-only", "-Wno-unknown-cuda-version"}
	} else {
		args = []string{"-ptx", "-O3", "-lineinfo", "-arch=" + arch, "-Wno-deprecated-gpu-targets", "-w"}
	}
	args = append(args, commands...)
	for _, dir := range o.Include {
		args = append(args, "-I"+dir)
	}
	names := make([]string, 0, len(o.Define))
	for name := range o.Define {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		args = append(args, "-D"+name+"="+o.Define[name])
	}
	return args
}

// PTX is what the compiler makes of a file, and the command that makes it. The error has what the
// compiler said first, or is that of ctx.
func (c *Compiler) PTX(ctx context.Context, file string, o Options) (text []byte, command string, err error) {
	folder, err := os.MkdirTemp("", "gv2-ptx-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(folder)
	args := append(c.arguments(file, o), file, "-o")
	command = strings.Join(append([]string{c.Path}, append(slices.Clone(args), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))+".ptx")...), " ")
	to := filepath.Join(folder, "k.ptx")
	cmd := exec.CommandContext(ctx, c.Path, append(args, to)...)
	said := &limited{}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, command, ctx.Err()
		}
		return nil, command, fmt.Errorf("%s: %s", command, said.first(err))
	}
	text, err = os.ReadFile(to)
	if err == nil && !bytes.Contains(text, []byte(".version")) {
		err = fmt.Errorf("%s: the output is no PTX", command)
	}
	return text, command, err
}

// limited keeps the beginning of what a compiler says.
type limited struct{ bytes.Buffer }

const mostSaid = 4096

func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), max(0, mostSaid-l.Len()))])
	return len(p), nil
}

// first is the first line with an error in it, the first line where there is none.
func (l *limited) first(err error) string {
	lines := strings.Split(strings.TrimSpace(l.String()), "\n")
	for _, line := range lines {
		if strings.Contains(line, "error") {
			return strings.TrimSpace(line)
		}
	}
	if lines[0] != "" {
		return lines[0]
	}
	return err.Error()
}

// entry is one of compile_commands.json.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// mostCommands bounds the size of compile_commands.json, in bytes.
const mostCommands = 64 << 20

// commandsOf are the arguments that matter of the compile_commands.json in the file's folder, in
// one above, or in build below one of these.
func commandsOf(file string) []string {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		for _, name := range []string{filepath.Join(dir, "compile_commands.json"), filepath.Join(dir, "build", "compile_commands.json")} {
			info, err := os.Stat(name)
			if err != nil || info.Size() > mostCommands {
				continue
			}
			text, err := os.ReadFile(name)
			var all []entry
			if err != nil || json.Unmarshal(text, &all) != nil {
				continue
			}
			for _, e := range all {
				if absolute(e.Directory, e.File) == path {
					return e.kept()
				}
			}
		}
		if filepath.Dir(dir) == dir {
			return nil
		}
	}
}

func absolute(dir, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(dir, file)
}

// kept are the arguments for include folders, macros and the standard.
func (e *entry) kept() (out []string) {
	args := e.Arguments
	if len(args) == 0 {
		args = words(e.Command)
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "-I" || a == "-isystem" || a == "-D" || a == "-U" || a == "--define-macro" || a == "--include-path":
			if i+1 < len(args) {
				out = append(out, flag(a, args[i+1], e.Directory)...)
				i++
			}
		case strings.HasPrefix(a, "-I") || strings.HasPrefix(a, "-D") || strings.HasPrefix(a, "-U"):
			out = append(out, flag(a[:2], a[2:], e.Directory)...)
		case strings.HasPrefix(a, "-isystem"):
			out = append(out, flag("-isystem", strings.TrimPrefix(strings.TrimPrefix(a, "-isystem"), "="), e.Directory)...)
		case strings.HasPrefix(a, "-std="), strings.HasPrefix(a, "--expt-"):
			out = append(out, a)
		}
	}
	return out
}

// flag is an argument with its value; folders become absolute.
func flag(name, value, dir string) []string {
	switch name {
	case "-D", "-U":
		return []string{name + value}
	case "--define-macro":
		return []string{"-D" + value}
	case "-isystem":
		return []string{"-isystem", absolute(dir, value)}
	}
	return []string{"-I" + absolute(dir, value)}
}

// words splits a command as a shell does, without expansions.
func words(command string) (out []string) {
	var word strings.Builder
	quote, begun := byte(0), false
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(command) && runtime.GOOS != "windows":
			i++
			word.WriteByte(command[i])
			begun = true
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, begun = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if begun {
				out = append(out, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		out = append(out, word.String())
	}
	return out
}
