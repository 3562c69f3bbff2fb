package main

import (
	"errors"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"gv2/cmd/internal/render"
	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
)

// release is gv2's version; the linker may set it.
var release = "0.1.0"

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return release + "+" + s.Value[:12]
		}
	}
	return release
}

// streams are where a command reads and writes.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
	// color is the value of --color; nil before the command line is read.
	color *string
}

// colored reports whether to write colors to one of the streams.
func (s streams) colored(w io.Writer) bool {
	choice := terminal.Auto
	if s.color != nil {
		choice = *s.color
	}
	return terminal.Colored(choice, w)
}

// diagnostics writes what is wrong with the input to the stream of errors; the file is the
// one that the user named.
func (s streams) diagnostics(file string, text []byte, l *diag.List) {
	render.Diagnostics(render.Options{Out: terminal.Painting(s.err), Color: s.colored(s.err)}, file, text, l)
}

// worded is an error without the system's name for what failed with a file.
func worded(err error) string {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return strings.Replace(err.Error(), failed.Error(), failed.Path+": "+failed.Err.Error(), 1)
	}
	return err.Error()
}

// spelled maps GPUVerify's spellings to ours.
var spelled = map[string]string{
	"blockDim":         "block-dim",
	"gridDim":          "grid-dim",
	"clusterDim":       "cluster-dim",
	"only-intra-group": "intra-group",
	"loop-unwind":      "loop-unroll",
}

func normalizeFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if ours, ok := spelled[name]; ok {
		name = ours
	}
	return pflag.NormalizedName(name)
}
