// Package files reads and writes whole files on this machine or in a store that Beam supports, such
// as a store whose paths begin with gs://.
package files
