// Loaded into every service and the local chain with `--import`. Their parent holds the other end of an IPC channel;
// when it closes, the parent is gone, even by kill -9, and nobody would ever stop this process.
const GRACE_MS = 3_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
