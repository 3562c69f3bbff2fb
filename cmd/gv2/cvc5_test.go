package main

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/runtime/solver"
)

// cvc5Share lists the kernels that cvc5 is asked about unless CROSSCHECK asks for others.
const cvc5Share = "testdata/cvc5.txt"

// TestCVC5Agrees asks cvc5 what Z3 was asked about the translations of a share of testdata,
// in both models of integers, with candidates and without: the two never contradict each
// other. CROSSCHECK chooses kernels as for TestSolversAgree.
func TestCVC5Agrees(t *testing.T) {
	if _, err := exec.LookPath("cvc5"); err != nil {
		t.Skip("cvc5 is not installed: what it answers is not compared with Z3; apt-get install cvc5")
	}
	t.Parallel()
	flags := map[string][]string{}
	for _, c := range loopCases(t) {
		flags[loopFolder+c.file] = c.flags
	}
	c := &crosscheck{z: &solver.SMT{Tool: "z3"}, seen: map[[32]byte]*solver.Answer{}, figures: crossFigures{other: "cvc5"}, effort: crossEffort}
	other := &solver.SMT{Tool: "cvc5"}
	t.Cleanup(c.z.Close)
	t.Cleanup(other.Close)
	for folder, paths := range chosenKernels(t, cvc5Share, os.Getenv("CROSSCHECK")) {
		t.Run(folder, func(t *testing.T) {
			for _, path := range paths {
				for _, more := range crosscheckFlags[:2] {
					c.translations(t, path, flags[path], more)
				}
			}
			for _, q := range c.asked {
				theirs, err := other.Run(context.Background(), q.printed, q.opts)
				if !assert.NoError(t, err, q.about) {
					continue
				}
				c.figures.add(q.mine, theirs)
				if !assert.Empty(t, solver.Differences(q.mine, theirs, q.opts), q.about) {
					keepDifference(t, q, q.opts)
				}
			}
			c.asked = nil
		})
	}
	t.Log(c.figures.String())
}
