// Package chromium starts the browser of the tests and compares pictures.
package chromium
