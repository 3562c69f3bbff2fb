package suite

import "regexp"

// unmatched are the patterns that match nowhere in the text; one that is not a
// regular expression is listed with that reason.
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
