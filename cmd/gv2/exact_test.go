package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The program with the exact engine alone says what gv2 weft says, whose repairs and conditions it leaves out.
func TestExactProgramSaysWhatWeftSays(t *testing.T) {
	files, err := filepath.Glob("../../testdata/demo/*.cu")
	require.NoError(t, err)
	more, err := filepath.Glob("../../testdata/kernels/weft/handshake/*.cu")
	require.NoError(t, err)
	files = append(files, append(more, "../../testdata/kernels/generations/01_single_buffer_ok.cu")...)
	require.Greater(t, len(files), 5)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		args := []string{"weft", "--format=json", "--block-dim=64", "--check=data-race,deadlock", "-"}
		alone, all := exactly(t, args, string(text), runExact), exactly(t, args, string(text), func(ctx context.Context, args []string, io streams) int { return run(ctx, args, io) })
		assert.Equal(t, all, alone, file)
		assert.NotEmpty(t, alone.Results, file)
	}
}

// It refuses command lines of other commands, and wrong flags, as inputs that are wrong.
func TestExactProgramRefusesOtherCommands(t *testing.T) {
	for _, args := range []string{"verify --format=json -", "weft -", "weft --format=json a.cu", "weft --format=json --block-dim=0 -", "weft --format=json --nonsense -"} {
		var out, err bytes.Buffer
		code := runExact(t.Context(), strings.Fields(args), streams{in: strings.NewReader("__global__ void k() {}"), out: &out, err: &err})
		assert.Equal(t, exitUsage, code, args)
		assert.Empty(t, out.String(), args)
		assert.True(t, strings.HasPrefix(err.String(), "gv2: "), args)
	}
}

// exactAnswer is what both programs say of a file.
type exactAnswer struct {
	Code    int
	Results []struct {
		Kernel, Verdict, Reason string
		Properties              []struct{ Property, Status, Engine string }
		Findings                []struct {
			Property, Kind, Severity, Message string
			Values                            map[string]string
		}
	}
}

func exactly(t *testing.T, args []string, text string, run func(context.Context, []string, streams) int) exactAnswer {
	t.Helper()
	var out, err bytes.Buffer
	a := exactAnswer{Code: run(t.Context(), args, streams{in: strings.NewReader(text), out: &out, err: &err})}
	require.NoError(t, json.Unmarshal(out.Bytes(), &a), "%s", &err)
	return a
}
