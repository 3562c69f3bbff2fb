//go:build !exact

package render

// What can be written in which formats.
var (
	Reports = Formats[Report]{
		{"text", newText}, {"json", newJSON}, {"sarif", newSARIF}, {"junit", newJUnit}, {"csv", newCSV}, {"github", newGitHub},
	}
	Candidates  = Formats[Explanation]{{"text", newTextCandidates}, {"json", newJSONCandidates}}
	LitmusTests = Formats[Litmus]{{"text", newTextLitmus}, {"json", newJSONLitmus}}
	FenceSets   = Formats[Fences]{{"text", newTextFences}, {"json", newJSONFences}, {"sarif", newSARIFFences}, {"patch", newPatchFences}}
	Plans       = Formats[Report]{{"text", newTextPlan}, {"json", newJSONPlan}}
	Suites      = Formats[Outcome]{
		{"table", newSuite(suiteTable)}, {"csv", newSuite(suiteCSV)}, {"json", newSuite(suiteJSON)}, {"junit", newSuite(suiteJUnit)},
	}
)
