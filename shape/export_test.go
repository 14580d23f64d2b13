package shape

// AppendOutline lets the tests of package shape_test count the allocations of Outline.
var AppendOutline = appendOutline
