package main

func Example() {
	run("")
	// Output:
	// 1.4 s: coin 1
	// 3.1 s: coin 2
	// 5.0 s: coin 3
	// 8.1 s: coin 4
	// 10.5 s: coin 5
	// 5 coins, the player stands at 17.7 m
}
