// Package remote offers environments to programs in other languages: a server with a binary
// protocol over a Unix or TCP socket. The folder examples/environments has the server as a program,
// and a client for Python in one file.
//
//	listener, err := net.Listen("unix", "/tmp/carom.sock")
//	err = remote.Serve(listener, remote.Config{})
//
// # Protocol
//
// Client and server send messages in turn; the client begins. A message is its length (4 bytes),
// its kind (1 byte) and the rest; the length counts kind and rest. All numbers are little-endian:
// u32, u64, f32. After Make there are n environments, with k numbers in an observation and m in an
// action.
//
//	request            rest                                              reply, of the same kind
//	1 Make             version u8 = 1, autoreset u8, n u32, name         k u32, m u32, most steps of an episode u32
//	2 Reset            flags u8, seeds u64[n] if flag 1,                 observations f32[n k]
//	                   mask u8[n] if flag 2
//	3 Step             actions f32[n m]                                  observations f32[n k], rewards f32[n],
//	                                                                     terminated u8[n], truncated u8[n], number c u32 of episodes
//	                                                                     that ended in this step, environments u32[c], final
//	                                                                     observations f32[c k]
//
// The reply of kind 255 is an error, its rest a sentence. After an error of a Make there are no
// environments. After a panic in one environment the others have made their step, as in
// env.Vector.Step. Other errors change nothing. A message with an impossible length ends the
// connection, after the error. A second Make ends the environments of the first one.
//
// The numbers have the meaning of package env. Each connection has its own environments, which end
// with the connection. There is no encryption. Any client that can connect can use processors and
// memory, up to Config.MaxEnvironments for each connection, so listen on a Unix socket or on
// localhost.
package remote
