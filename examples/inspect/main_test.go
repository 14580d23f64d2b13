package main

import "fmt"

func Example() {
	w, _ := build()
	defer w.Close()
	play(w, 30)
	fmt.Println(w.Counters().Joints, "joints,", w.BodyCount(), "bodies")
	// Output: 20 joints, 22 bodies
}
