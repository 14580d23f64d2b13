// Package chromium starts the browser of the tests.
package chromium
