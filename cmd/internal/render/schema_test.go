package render

import (
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// schema is that of the JSON report. A strict one allows no names besides those that it
// describes: a field that is new belongs into it.
func schema(t *testing.T, strict bool) *jsonschema.Schema {
	text, err := os.ReadFile("report.schema.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	require.NoError(t, err)
	if strict {
		closed(doc)
	}
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("report.schema.json", doc))
	out, err := c.Compile("report.schema.json")
	require.NoError(t, err)
	return out
}

// closed forbids names that a schema does not describe.
func closed(doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		if _, has := doc["required"]; has {
			doc["additionalProperties"] = false
		}
		for _, part := range doc {
			closed(part)
		}
	case []any:
		for _, part := range doc {
			closed(part)
		}
	}
}

// TestSchema: the sample has every optional part, and the schema describes all of it.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(rendered(t, "json")))
	require.NoError(t, err)
	assert.NoError(t, schema(t, true).Validate(doc))
	doc.(map[string]any)["more"] = true
	assert.NoError(t, schema(t, false).Validate(doc), "new names may be added")
	delete(doc.(map[string]any), "tool")
	assert.Error(t, schema(t, false).Validate(doc))
}

// TestSchemaHasEveryProperty: what may be refuted is in the schema.
func TestSchemaHasEveryProperty(t *testing.T) {
	text, err := os.ReadFile("report.schema.json")
	require.NoError(t, err)
	for _, p := range kernel.Properties(nil) {
		assert.Contains(t, string(text), `"`+string(p)+`"`)
	}
}
