package naming

import "fmt"

// InitialisedTwice says that a barrier in memory is initialised where it is one already, since the place made, or, where
// that is empty, that several threads initialise it: whichever order they come in, all but one find a barrier there.
func InitialisedTwice(barrier, threads, made string) string {
	if made == "" {
		return fmt.Sprintf("%s each initialise %s: all but the first find a barrier there, which must be invalidated before (mbarrier.inval)", threads, barrier)
	}
	return fmt.Sprintf("%s is initialised although it is a barrier since %s: it must be invalidated before (mbarrier.inval)", barrier, made)
}

// NoParity is about a wait, or a test, by a number that is no parity: PTX defines mbarrier.try_wait.parity and
// mbarrier.test_wait.parity for 0 and 1 alone.
func NoParity(barrier, threads string, parity int64) string {
	return fmt.Sprintf("the wait of %s at %s is by the parity %d, which is neither 0 nor 1: what it does is undefined", threads, barrier, parity)
}
