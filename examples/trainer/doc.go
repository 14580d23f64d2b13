// Example trainer teaches an environment of package env by augmented random search (Mania, Guy and
// Recht, 2018) and draws how it went. In each iteration it tries the policy with some random
// changes added, and with the same subtracted, in as many worlds as there are tries, and moves the
// policy towards what earned more. The curve follows from the seed, on every machine.
//
//	go run ./trainer -picture ../docs/walker.png -movie ../testdata/pictures/walker.gif
package main
