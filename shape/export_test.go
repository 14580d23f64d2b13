package shape

// AppendOutline is Outline without garbage, for the test that says so.
var AppendOutline = appendOutline
