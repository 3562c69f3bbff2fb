package verdict

// StrangeMask is strangeMask for tests of kernels from their text.
var StrangeMask = strangeMask

// ElementsReceived is elementsReceived for tests of kernels from their text.
var ElementsReceived = elementsReceived
