// Package pipeline is a plan as a pipeline of Apache Beam: blocks of runs, whose rows come
// together, are sorted and written, and then the runs that are recorded.
//
//	Impulse -> block numbers -> Reshuffle -> rows of each block -> GroupByKey of one key
//	        -> sorted rows: tables and pictures; chosen runs -> Reshuffle -> recordings
//
// # Order
//
// A bundle may run twice, or on another worker. A row is a function of plan and run, equal rows are
// merged, and files are replaced as wholes, so nothing of that is visible in the output.
//
// # Workers
//
// The worker of a runner may give a process one bundle at a time. Prism does: it would use one
// processor. So a block runs on several goroutines, Job.Threads of them for all blocks of a
// process.
package pipeline
