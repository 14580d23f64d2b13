// Package thumbnail draws small pictures of the scenes of the gallery with the engine's own
// renderer. It is apart from the scenes so that a program for the browser has no renderer in it.
package thumbnail
