package main

import (
	"regexp"
	"strings"

	"gv2/runtime/verdict"
)

// agrees compares a verdict with the expected one: yes, no where it contradicts
// it, or open. What GPUVerify's front ends reject, and only that, is expected to
// be refused here as well.
func agrees(expected string, got verdict.Outcome) string {
	switch expected {
	case "pass":
		return decided(got, verdict.KernelProved, verdict.KernelRefuted)
	case "xfail:CLANG_ERROR", "xfail:COMMAND_LINE_ERROR":
		if got == verdict.KernelError {
			return "yes"
		}
	case "xfail:BUGLE_ERROR", "xfail:GPUVERIFYVCGEN_ERROR":
		if got == verdict.KernelError || got == verdict.KernelUnsupported {
			return "yes"
		}
	}
	return decided(got, verdict.KernelRefuted, verdict.KernelProved)
}

func decided(got, yes, no verdict.Outcome) string {
	switch got {
	case yes:
		return "yes"
	case no:
		return "no"
	default:
		return "open"
	}
}

// unmatched are the patterns that match nowhere in the text; one that is not a
// regular expression says so.
func unmatched(patterns []string, text string) []string {
	var out []string
	for _, p := range patterns {
		re, err := regexp.Compile(p)
		switch {
		case err != nil:
			out = append(out, p+" (not a regular expression)")
		case !re.MatchString(text):
			out = append(out, p)
		}
	}
	return out
}

// text is what gv2 says of the case, in GPUVerify's wording where it has one and
// in its own besides.
func (o *suiteOutcome) text() string {
	var b strings.Builder
	for i := range o.results {
		gpuverifyText(&b, &o.results[i].jsonResult)
		for _, f := range o.results[i].Findings {
			b.WriteString(f.Message + "\n")
		}
		for _, d := range o.results[i].Diagnostics {
			b.WriteString(d.Message + "\n")
		}
	}
	return b.String()
}
