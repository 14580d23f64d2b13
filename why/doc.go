// Package why holds the reasons that World.Why and World.WhyAwake of package world return.
//
//	if report := w.Why(crate, deck); report.Reason == why.OneWay { ... }
package why
