package main

func Example() {
	main()
	// Output:
	// height 0.50 m, turned by 0.00, awake: false
}
