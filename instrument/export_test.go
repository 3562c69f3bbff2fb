package instrument

// EncodePrepared is Encode of a kernel that the test has prepared.
var EncodePrepared = encode
