// Example course runs an obstacle course with a character of package world/character: stairs,
// slopes, gaps, a tunnel of bricks, a platform, a wheel, a lift, a seesaw, a crowd of
// boxes, a press and hills. Given a folder, it writes a movie into it, whose camera follows.
package main
