package main

func Example() {
	run("")
	// Output:
	// 1.4 s: coin 1
	// 2.8 s: coin 2
	// 5.0 s: coin 3
	// 7.8 s: coin 4
	// 10.3 s: coin 5
	// 5 coins, the player stands at 17.7 m
}
