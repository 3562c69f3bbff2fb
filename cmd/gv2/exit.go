package main

import (
	"errors"
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/unit"
	"gv2/runtime/verdict"
)

// The exit codes, the same for every command.
const (
	exitProved      = 0
	exitRefuted     = 1
	exitUndecided   = 2
	exitUnsupported = 3
	exitUsage       = 4
	exitTool        = 5
)

// exitNotCached is what gv2 verify ends with that may only look into the cache, for a file that is not there. Users
// never see it.
const exitNotCached = 99

// exitError is an error with its exit code. A silent one has been reported.
type exitError struct {
	code   int
	err    error
	silent bool
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usagef is a fault of the command line or of the input as a whole.
func usagef(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// unsupportedf is what this version, or this command, does not model.
func unsupportedf(format string, args ...any) error {
	return &exitError{code: exitUnsupported, err: fmt.Errorf(format, args...)}
}

// ended carries an exit code after everything has been reported.
func ended(code int) error {
	if code == exitProved {
		return nil
	}
	return &exitError{code: code, silent: true}
}

// codeOf maps an error to its exit code. What has no code of its own comes from
// the flag parser or the front end and is a fault of the command line.
func codeOf(err error) int {
	var e *exitError
	var internal *unit.InternalError
	switch {
	case err == nil:
		return exitProved
	case errors.As(err, &e):
		return e.code
	case errors.As(err, &internal):
		return exitTool
	default:
		return exitUsage
	}
}

// precedence orders exit codes for several kernels: the first that occurred
// wins.
var precedence = []int{exitNotCached, exitUsage, exitRefuted, exitTool, exitUnsupported, exitUndecided}

// worstCode joins the exit codes of several kernels.
func worstCode(codes []int) int {
	for _, code := range precedence {
		for _, c := range codes {
			if c == code {
				return code
			}
		}
	}
	return exitProved
}

// diagCode is the exit code that diagnostics ask for.
func diagCode(l *diag.List) int {
	switch worst, ok := l.Worst(); {
	case !ok || worst == diag.Warning:
		return exitProved
	case worst == diag.Unsupported:
		return exitUnsupported
	default:
		return exitUsage
	}
}

// resultCode is the exit code of one kernel's verdict.
func resultCode(r *verdict.Result) int {
	switch r.Outcome {
	case verdict.KernelProved:
		return exitProved
	case verdict.KernelRefuted:
		return exitRefuted
	case verdict.KernelUnknown, verdict.KernelConditional:
		return exitUndecided
	case verdict.KernelUnsupported:
		return max(exitUnsupported, diagCode(&r.Diags))
	default:
		if r.Err == nil && diagCode(&r.Diags) != exitProved {
			return diagCode(&r.Diags)
		}
		return exitTool
	}
}
