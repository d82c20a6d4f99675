import { SERVICE_NAMES } from './service-environment.ts';
import { type Stack, startHere } from './stack.ts';
import type { Report } from './stack-beside.ts';
import type { StackOptions } from './stack-parts.ts';

// The process of `startStack`: receives the options, and reports over the channel that it was forked with.
const report = (message: Report) => process.send?.(message);
const interrupt = new AbortController();
let stack: Stack | undefined;
const stop = () => {
  interrupt.abort();
  // Not `process.exit`, which rarely waits forever for V8's threads (nodejs/node#54918).
  void stack?.stop().then(() => process.kill(process.pid, 'SIGKILL'));
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);

process.once('message', async (options: StackOptions) => {
  try {
    stack = await startHere({ ...options, log: (line) => report({ line }), signal: interrupt.signal });
    const { url, rpcUrl, databaseUrl, dataDir, environmentOf } = stack;
    const environments = Object.fromEntries(SERVICE_NAMES.map((name) => [name, environmentOf(name)]));
    report({ started: { url, rpcUrl, databaseUrl, dataDir, environments } } as Report);
  } catch (error) {
    console.error(error);
    process.send?.({ failed: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
  }
});
