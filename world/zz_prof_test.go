package world_test
import ("testing";"github.com/carom2d/carom/world";"github.com/go-gl/mathgl/mgl64")
func BenchmarkZZRestore(b *testing.B){ for _,n:=range []int{100,10000}{ b.Run(map[int]string{100:"a",10000:"b"}[n],func(b *testing.B){
 w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
 addHeap(b, w, n, 0.2, 1)
 for range 120 { w.Tick() }
 var s world.Snapshot
 w.Save(&s); w.Tick()
 for b.Loop(){ w.Restore(&s) }
})}}
func BenchmarkZZHash(b *testing.B){
 w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
 addHeap(b, w, 10000, 0.2, 1)
 for range 120 { w.Tick() }
 for b.Loop(){ w.StateHash() }
}
func BenchmarkZZSave(b *testing.B){
 w := newWorld(b, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
 addHeap(b, w, 100, 0.2, 1)
 for range 120 { w.Tick() }
 var s world.Snapshot
 for b.Loop(){ w.Save(&s) }
}
