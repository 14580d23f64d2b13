package main

// allRows lists the rows in the order of the table.
func allRows() []row {
	var rows []row
	for _, part := range [][]row{swingRows(), jointRows(), chainRows(), rollRows(), impactRows(), loadRows(), stackRows(), boundRows(), roomRows(), wallRows(), classicRows()} {
		rows = append(rows, part...)
	}
	return rows
}
