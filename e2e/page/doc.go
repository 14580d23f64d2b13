// Package page drives the page and its gallery in Chromium: every scene, the controls, and the
// inspector beside a running program. It reads out/site, which make site writes.
package page
