// Package thumbnail draws small pictures of the scenes of the gallery with the engine's own
// renderer. It is separate from the scenes, so that a program for the browser contains no renderer.
package thumbnail
