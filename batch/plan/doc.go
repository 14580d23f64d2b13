// Package plan reads plans: documents that describe the simulated world, its parameters, the length
// of the runs, the measurements and the recordings.
//
// A plan is one JSON object. Fields that are left out have the value in parentheses.
//
//	version     1; must be there
//	scene       a scene document (package world/scene): an object, or the path of a file, beside
//	            the plan unless it is absolute
//	setup       instead of it: a name of batch.Register
//	params      the numbers of the set-up by name
//	parameters  the varied parameters: a list of objects, below
//	sampler     {kind, count, seed}: grid, random or latinHypercube; how many points, left out for a
//	            grid; the seed of all random numbers (1)
//	seeds       how many runs there are of each point (1)
//	ticks       how long a run is
//	metrics     a list of objects, below
//	rules       a list of {metric, min, max}: a run outside of the bounds has broken the rule
//	record      {metric, goal, best, worst, broken}: so many recordings of the runs with the best
//	            and the worst number, and of the first that broke a rule; goal is "max" (the
//	            default) or "min"
//	heatmap     {x, y, metric, bins}: a picture of the mean of a metric over two parameters, with
//	            at most 200 bins a side: the values of a grid, of a list or of whole numbers,
//	            otherwise 50
//
// A parameter has a name, and "at": a JSON pointer to a number of the scene document, or of params.
// Its range is from and to, or a list of values; a grid takes steps values of the range. If whole
// is true, the values are rounded, and the whole numbers of a range are equally likely. Noise is
// the half width of a uniform random number that is added to the value. It differs between the runs
// of a point.
//
// A metric has a name and a kind. Its take is "last" (the default), "min", "max" or "mean" over the
// ticks; the kind rest has none.
//
//	position  axis x, y (m) or angle (rad) of a body
//	energy    kinetic energy and energy in the world's gravity, J, of a body or of all
//	rest      when a body, or all of them, came to rest to stay so, s; +Inf if it did not
//	contacts  how many contacts with points a body has, or the world
//	function  the result of a function of batch.RegisterMetric
//
// A body is named by its name in the document, or in Setup.Bodies.
//
// # Errors
//
// Parse makes all checks that need no world. Package simulate builds the worlds at the ends of the
// ranges. An error is an *Error with the path, line and column of the field, and its value.
package plan
