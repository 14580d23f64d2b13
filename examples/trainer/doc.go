// Example trainer learns a policy for an environment of package env by augmented random search
// (Mania, Guy and Recht, 2018) and draws the learning curve. In each iteration it tries the policy
// with random changes added and with the same changes subtracted, each try in a world of its own.
// Then it moves the policy towards the changes that earned more. The curve follows from the seed,
// on every machine.
//
//	go run ./trainer -picture ../docs/walker.png -movie ../testdata/pictures/walker.gif
package main
