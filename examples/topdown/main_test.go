package main

func Example() {
	main()
	// Output:
	// 0.47 s: puck meets paddle at 3.0 m/s
	// 0.73 s: goal by the puck!
}
