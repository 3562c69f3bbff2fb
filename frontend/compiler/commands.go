package compiler

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Commands is a compile_commands.json, as CMake, Meson, Bazel and Bear write it: how each file of a project is compiled.
type Commands struct {
	// Path is the file itself.
	Path    string
	entries []entry
}

// ReadCommands reads the compile_commands.json in a folder, or that file.
func ReadCommands(path string) (*Commands, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "compile_commands.json")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is none; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", path)
	case err != nil:
		return nil, err
	case info.Size() > mostCommands:
		return nil, fmt.Errorf("%s: it is larger than %d MB", path, mostCommands>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Commands{Path: path}
	if err := json.Unmarshal(text, &c.entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// Files are the CUDA files of the project, each once, in the order of the file.
func (c *Commands) Files() []string {
	var out []string
	for i := range c.entries {
		e := &c.entries[i]
		if path := absolute(e.Directory, e.File); filepath.Ext(path) == ".cu" && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return out
}

// Of are the options with which a file is compiled; ok is false if the project does not have it. What options say
// last counts.
func (c *Commands) Of(file string) (o Options, ok bool) {
	path, err := filepath.Abs(file)
	if err != nil {
		return o, false
	}
	for i := range c.entries {
		if e := &c.entries[i]; absolute(e.Directory, e.File) == path {
			return e.options(), true
		}
	}
	return o, false
}

var architecture = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:sm|compute|lto)_([0-9]+)`) })

// options are those that shape the text.
func (e *entry) options() Options {
	o := Options{Define: map[string]string{}}
	full := *e
	full.Arguments = e.expanded()
	kept := full.kept()
	for i := 0; i < len(kept); i++ {
		switch a := kept[i]; {
		case a == "-isystem" && i+1 < len(kept):
			i++
			o.Include = append(o.Include, kept[i])
		case strings.HasPrefix(a, "-I"):
			o.Include = append(o.Include, a[2:])
		case strings.HasPrefix(a, "-D"):
			name, value, given := strings.Cut(a[2:], "=")
			if !given {
				value = "1"
			}
			o.Define[name] = value
		case strings.HasPrefix(a, "-U"):
			delete(o.Define, a[2:])
		}
	}
	for i, a := range full.Arguments {
		named := a == "-arch" || a == "--gpu-architecture" || a == "-gencode" || a == "--generate-code"
		switch {
		case named && i+1 < len(full.Arguments):
			a = full.Arguments[i+1]
		case !strings.HasPrefix(a, "-arch=") && !strings.HasPrefix(a, "--gpu-architecture=") && !strings.HasPrefix(a, "-gencode=") &&
			!strings.HasPrefix(a, "--generate-code=") && !strings.HasPrefix(a, "--cuda-gpu-arch="):
			continue
		}
		for _, m := range architecture().FindAllStringSubmatch(a, -1) {
			if n, err := strconv.Atoi(m[1]); err == nil {
				o.Arch = max(o.Arch, 10*n)
			}
		}
	}
	return o
}

// expanded are the arguments with those in files of options, as nvcc reads them, in their places.
func (e *entry) expanded() []string {
	args := e.Arguments
	if len(args) == 0 {
		args = words(e.Command)
	}
	var out []string
	for i := 0; i < len(args); i++ {
		file, is := "", false
		switch {
		case (args[i] == "--options-file" || args[i] == "-optf") && i+1 < len(args):
			i++
			file, is = args[i], true
		case strings.HasPrefix(args[i], "--options-file="):
			file, is = strings.TrimPrefix(args[i], "--options-file="), true
		}
		if !is {
			out = append(out, args[i])
			continue
		}
		if text, err := os.ReadFile(absolute(e.Directory, file)); err == nil {
			out = append(out, words(string(text))...)
		}
	}
	return out
}
