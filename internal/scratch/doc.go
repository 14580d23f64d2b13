// Package scratch keeps temporary files of tests in a folder that is removed.
package scratch
