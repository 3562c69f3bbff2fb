package verdict

// StrangeMask is strangeMask for tests of kernels from their text.
var StrangeMask = strangeMask
