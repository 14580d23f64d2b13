// Command carom-import makes a scene document of a level: a map of Tiled (.tmx), a project of
// LDtk (.ldtk) or a drawing (.svg).
//
//	carom-import level.tmx -o scene.json
//	carom-import castle.ldtk -tile ramp=slope -tile ladder=none -level Castle > scene.json
//	carom-import islands.ldtk -world Moon > scene.json
//	carom-import hills.svg -pixels 32 -gravity 0,-10
//
// The document holds bodies, colliders, chains and joints. Tiles are static bodies of merged
// colliders, as package terrain makes them. Warnings go to the standard error. Any file that the
// level refers to must lie in its folder or below, unless -root names another.
//
// The importers are a separate module, so that the module of the engine does not need the modules
// that they import. The command carom calls carom-import if it is installed: carom import
// level.tmx, carom run level.tmx.
//
// Built for js/wasm, it is the program with which the editor's page reads dropped levels.
//
// The exit status is 0 after success, 1 after a failure and 2 for arguments that the command does
// not accept.
package main
