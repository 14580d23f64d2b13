// Command site writes the page of Carom and its gallery as a folder that any static host serves:
// make site. With -serve it serves the folder too: make play.
//
// Each scene has a page of its own, with its thumbnail, its sliders and its source; the world steps
// in a worker. The settings are in the address, behind #, so that a link keeps them. Files that
// compress well also have compressed forms, .gz and, if node is installed, .br.
package main
