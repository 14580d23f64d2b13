// Package gallery registers the scenes of the page as set-ups: gallery/trebuchet is the scene
// trebuchet. The params of a set-up are the sliders of the scene, and missing params have their
// defaults. Bodies are named by the order of their creation, "body0" first.
//
// The stone of the trebuchet is also named "stone". The metric gallery/thrown is the stone's
// distance from the pivot while it flies, m. Its max is the length of the throw.
package gallery
