// Package gallery registers the scenes of the page as set-ups: gallery/trebuchet is the one of the
// name trebuchet. Its params are the sliders of the scene, and what they leave out has its
// default. Bodies are named by the order of their creation, "body0" first.
//
// The stone of the trebuchet is also named "stone", and the metric gallery/thrown is how far it is
// from the pivot while it flies, m: take its max.
package gallery
