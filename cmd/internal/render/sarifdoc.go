//go:build !exact

package render

// The parts of a SARIF 2.1.0 log that reports have. They are written out here, not taken
// from a library, because the libraries read logs as well and check them against the
// schema, and so bring a network stack into every start of gv2; the tests use one.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool      `json:"tool"`
		ColumnKind string         `json:"columnKind"`
		Results    []*sarifResult `json:"results"` // [] says that the run found nothing, null that it did not look
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string     `json:"id"`
		Short   sarifText  `json:"shortDescription"`
		Full    *sarifText `json:"fullDescription,omitempty"`
		Help    *sarifText `json:"help,omitempty"`
		HelpURI string     `json:"helpUri,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"` // in the driver's rules
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Flows     []sarifFlow     `json:"codeFlows,omitempty"`
		Count     int             `json:"occurrenceCount,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
		// Fingerprints are by which services know a result again whose line has moved.
		Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
		// Properties are gv2's own, as its JSON has them.
		Properties sarifProperties `json:"properties,omitzero"`
	}
	sarifProperties struct {
		Values    map[string]string `json:"values,omitempty"`
		Contents  map[string]string `json:"contents,omitempty"`
		Repair    string            `json:"repair,omitempty"`
		SafeIf    string            `json:"safe_if,omitempty"`
		Condition string            `json:"condition,omitempty"`
	}
	// sarifFlow is how a fault comes about: the way of each thread.
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		ID        string      `json:"id"`
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation `json:"location"`
		Importance string        `json:"importance"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifSpan  `json:"deletedRegion"`
		Inserted *sarifText `json:"insertedContent,omitempty"`
	}
	// sarifSpan ends before its last column.
	sarifSpan struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifSpan     `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
)

// The levels of results.
const (
	levelError   = "error"
	levelWarning = "warning"
	levelNote    = "note"
)

// rule returns the index of the rule, which it adds when it is first used.
func (d *sarifDriver) rule(id, text string) int {
	for i := range d.Rules {
		if d.Rules[i].ID == id {
			return i
		}
	}
	r := sarifRule{ID: id, Short: sarifText{text}}
	r.describe()
	d.Rules = append(d.Rules, r)
	return len(d.Rules) - 1
}
