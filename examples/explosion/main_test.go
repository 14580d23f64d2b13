package main

func Example() {
	run("")
	// Output:
	// 7 crates are hit with 42 N s in all, the fastest flies at 21 m/s
	// the open wall is blown 5.4 m, the sheltered one 0.0 m
}
