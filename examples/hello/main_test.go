package main

func Example() {
	main()
	// Output:
	// height 0.50 m, asleep: true
}
