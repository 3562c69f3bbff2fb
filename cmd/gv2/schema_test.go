package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReportsKeepToTheSchema: what gv2 writes of kernels of every kind is what the schema of
// the JSON report says.
func TestReportsKeepToTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../internal/render/report.schema.json")
	require.NoError(t, err)
	for _, args := range []string{
		"weft weft/handshake/paper_circular_wait_bug.cu", "weft weft/handshake/paper_handshake_ok.cu", "verify faults/18_early_return_bug.cu",
		"verify generations/01_single_buffer_ok.cu", "verify preconditions/10_row_pitch_bug.cu", "verify faults/13_flag_store_benign.cu",
		"verify launches/01_whole_tiles_ok.cu", "verify histogram/22_shared_merge_bug.cu", "verify nowhere.cu", "verify --param no=1 faults/18_early_return_ok.cu",
		"verify --engine boogie --encoding barrier generations/01_single_buffer_ok.cu",
	} {
		words := strings.Fields(args)
		last := len(words) - 1
		words[last] = filepath.Join("../../testdata/kernels", words[last])
		_, out, _ := gv2("", append([]string{words[0], "--format", "json"}, words[1:]...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		require.NoError(t, err, args)
		assert.NoError(t, schema.Validate(doc), args)
	}
}
