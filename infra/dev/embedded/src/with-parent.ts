// Preloaded into every service and the local chain with `--import`. The parent holds the other end of an IPC channel;
// when it closes, the parent has ended, even by kill -9, and this process would run on as an orphan.
const GRACE_MS = 3_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
