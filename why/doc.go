// Package why holds the reasons by which World.Why and World.WhyAwake of package world answer.
//
//	if report := w.Why(crate, deck); report.Reason == why.OneWay { ... }
package why
