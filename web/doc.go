// Package web holds the page that draws worlds: plain ES modules, with PixiJS, which draws, and
// uPlot, which plots. The files are built into the program that imports it. index.html is the page
// of world/inspect; js/viewer.js is its component, which other pages can use as README.md of this
// folder describes.
package web
