package claim

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// TestBenignRacesOfOtherArraysStay: a line that writes two arrays may race on one and
// be harmless on the other.
func TestBenignRacesOfOtherArraysStay(t *testing.T) {
	race := func(array string, severity Severity, lines ...int) Finding {
		f := Finding{Property: "data-race", Kind: "write-write", Array: array, Severity: severity, Count: 1}
		for _, line := range lines {
			f.Accesses = append(f.Accesses, Access{Src: src(line)})
		}
		return f
	}
	got := Gather([]Finding{
		race("p", BenignSeverity, 4, 3), race("p", ErrorSeverity, 3, 4), race("p", ErrorSeverity, 3, 4),
		race("q", BenignSeverity, 3, 4), race("p", BenignSeverity, 4, 4),
	})
	var all []string
	for _, f := range got {
		all = append(all, f.Array+" "+string(f.Severity))
	}
	assert.ElementsMatch(t, []string{"p error", "q benign", "p benign"}, all)
	assert.Equal(t, 2, got[0].Count)
}

// TestMirrorImagesAreOneRace: which of two threads comes first makes no other race, on one line
// and on two. An increment reads and writes at one place, and races with itself so.
func TestMirrorImagesAreOneRace(t *testing.T) {
	race := func(kind string, lines ...int) Finding {
		f := Finding{Property: "data-race", Kind: kind, Array: "count", Severity: ErrorSeverity, Count: 1}
		for i, line := range lines {
			f.Accesses = append(f.Accesses, Access{Src: kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3 * i}}})
		}
		return f
	}
	got := Gather([]Finding{
		race("read-write", 5, 5), race("write-read", 5, 5), race("write-write", 5, 5),
		race("read-write", 9, 30), race("write-read", 30, 9), race("write-read", 9, 30),
		race("atomic-read", 10, 12), race("read-atomic", 12, 10),
	})
	var kinds []string
	for _, f := range got {
		kinds = append(kinds, f.Kind)
	}
	assert.Equal(t, []string{"read-write", "write-write", "read-write", "write-read", "atomic-read"}, kinds)
}

// TestMergedFindingsKeepTheShorterWitness: of two findings at one spot the one that
// needs fewer elements of input arrays is shown, and counts for both.
func TestMergedFindingsKeepTheShorterWitness(t *testing.T) {
	here := []Access{{Src: src(3)}, {Src: src(4)}}
	long := Finding{Property: "data-race", Array: "p", Count: 2, Accesses: here, Contents: make([]Content, 3)}
	short := Finding{Property: "data-race", Array: "p", Count: 1, Accesses: here, Contents: make([]Content, 1), Across: true}
	for _, all := range [][]Finding{{long, short}, {short, long}} {
		got := Gather(all)
		assert.Len(t, got, 1)
		assert.Len(t, got[0].Contents, 1)
		assert.Equal(t, 3, got[0].Count)
		assert.True(t, got[0].Across)
	}
}

// TestRacesFollowTheText: of races with one access those come first that are with earlier
// lines.
func TestRacesFollowTheText(t *testing.T) {
	race := func(message string, other int) Finding {
		return Finding{Property: "data-race", Array: "s", Message: message, Accesses: []Access{{Src: src(9)}, {Src: src(other)}}}
	}
	var messages []string
	for _, f := range Gather([]Finding{race("race on s[1]", 14), race("race on s[8]", 11), race("race on s[16]", 10)}) {
		messages = append(messages, f.Message)
	}
	assert.Equal(t, []string{"race on s[16]", "race on s[8]", "race on s[1]"}, messages)
}

func src(line int) kernel.Src {
	return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
}
