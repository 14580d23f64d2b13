#!/bin/sh
# Writes the vector kernels of all packages anew.
set -eu
cd "$(dirname "$0")/../_asm"
export GOFLAGS=-mod=mod GOWORK=off
go run . -wasm >../simd/kernels.wasm
go run . -wasm solver/constraint >../../solver/constraint/kernels.wasm
for p in collision/kernel integrator solver/constraint solver broadphase; do
	go run . $p >../../$p/kernel_amd64.s
	go run . -neon $p >../../$p/kernel_arm64.s
	for target in assembly js; do
		go run . -declare $target $p >../../$p/kernel_$target.go
	done
done
