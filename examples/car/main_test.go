package main

func Example() {
	run("")
	// Output:
	//  2 s: -0.7 m,  8.7 m/s
	//  4 s: 19.0 m, 10.5 m/s
	//  6 s: 38.6 m,  9.5 m/s
	//  8 s: 58.4 m, 10.0 m/s
	// 10 s: 78.1 m, 10.5 m/s
	// 12 s: 84.2 m,  0.0 m/s
}
