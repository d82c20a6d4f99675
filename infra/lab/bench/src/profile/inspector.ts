import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CpuProfile } from './cpu-profile.ts';

/** Makes Node's inspector listen on a free loopback port when activated. */
export const INSPECTOR_PORT = '--inspect-port=127.0.0.1:0';

/** An inspector session of a running process. */
export type Inspector = {
  start(): Promise<void>;
  /** Returns the samples since the start. */
  stop(): Promise<CpuProfile>;
  /** Call before the process ends: it waits for connected inspectors. */
  close(): void;
};

const LISTENING = /Debugger listening on (ws:\S+)/g;
const SAMPLE_EVERY_MICROSECONDS = 500;

/**
 * Opens the inspector of a process started with `INSPECTOR_PORT`: SIGUSR1 activates it, and Node logs its URL. Until
 * then there is no overhead.
 */
export async function openInspector(pid: number, logFile: string): Promise<Inspector> {
  const url = listening.get(pid) ?? (await listen(pid, logFile));
  listening.set(pid, url);
  const { call, close } = await connect(url);
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
  return {
    start: async () => void (await call('Profiler.start')),
    stop: async () => ((await call('Profiler.stop')) as { profile: CpuProfile }).profile,
    close,
  };
}

/** URLs of active inspectors, since Node logs them only once. */
const listening = new Map<number, string>();

async function listen(pid: number, logFile: string): Promise<string> {
  const before = urlsIn(logFile).length;
  process.kill(pid, 'SIGUSR1');
  for (;;) {
    const url = urlsIn(logFile)[before];
    if (url !== undefined) return url;
    process.kill(pid, 0);
    await sleep(20);
  }
}

const urlsIn = (file: string) => [...readFileSync(file, 'utf8').matchAll(LISTENING)].map(([, url]) => url);

type Answer = { id?: number; result?: unknown; error?: { message: string } };

/** JSON-RPC over a websocket, as in the Chrome DevTools Protocol. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  const lost = new Promise<never>((_, reject) => {
    socket.onerror = () => reject(new Error('The inspector was lost'));
  });
  lost.catch(() => {});
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  };
  await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), lost]);
  let calls = 0;
  return {
    async call(method: string, params: Record<string, unknown> = {}): Promise<unknown> {
      calls += 1;
      const id = calls;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error } = await Promise.race([answered, lost]);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    close: () => socket.close(),
  };
}
