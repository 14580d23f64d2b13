// Package must is for tests. It makes a panic of the error of a call that has to succeed.
package must
