package solver

import (
	"os/exec"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// withStack leaves the stack as it is: nothing here sets its size from outside.
func withStack(argv []string) []string { return argv }

// noProcesses is why no process can be started, nil if one can.
func noProcesses(string) error { return nil }

// ownGroup does nothing: started does it.
func ownGroup(*exec.Cmd) {}

// job holds all processes that gv2 has started. Its only handle is gv2's: when gv2 ends, however
// that is, the system closes it and ends them.
var job = sync.OnceValue(func() windows.Handle {
	h, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	if _, err := windows.SetInformationJobObject(h, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return 0
	}
	return h
})

// started puts a process into the job, where that works.
func started(cmd *exec.Cmd) {
	if job() == 0 {
		return
	}
	p, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err != nil {
		return
	}
	defer windows.CloseHandle(p)
	_ = windows.AssignProcessToJobObject(job(), p)
}

// killGroup kills the process alone: without process groups Z3 outlives a Boogie that has started it.
func killGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
