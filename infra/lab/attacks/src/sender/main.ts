import { connect, type Socket } from 'node:net';
import { serve } from '@naughty-list/bench/stage/child';
import { flood } from './flood.ts';
import type { Opened, Opening } from './requests.ts';

/** Concurrent connection attempts, limited so that the server's accept queue is not what is measured. */
const OPENING_AT_ONCE = 100;

const open = new Set<Socket>();

/** Opens connections and keeps them open; returns the result of each. */
async function openConnections({ url, texts, reads, withinMs }: Opening): Promise<Opened[]> {
  const { hostname, port } = new URL(url);
  const over = AbortSignal.timeout(withinMs);
  const opened: Opened[] = texts.map(() => ({ status: 0, port: 0 }));
  let next = 0;
  const openOneByOne = async () => {
    while (next < texts.length && !over.aborted) {
      const at = next;
      next += 1;
      opened[at] = await openOne({ hostname, port: Number(port), text: texts[at] ?? '', reads, over });
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openOneByOne));
  return opened;
}

/** What attackers do, in their own process. */
const tasks = {
  flood,
  open: openConnections,
  close() {
    for (const socket of open) socket.destroy();
  },
};
export type Sender = typeof tasks;

serve(tasks);

type One = { hostname: string; port: number; text: string; reads: Opening['reads']; over: AbortSignal };

/** Resolves with the status of the first response. */
function openOne({ hostname, port, text, reads, over }: One): Promise<Opened> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port });
    open.add(socket);
    let ownPort = 0;
    socket.once('connect', () => {
      ownPort = socket.localPort ?? 0;
    });
    const destroySocket = () => socket.destroy();
    over.addEventListener('abort', destroySocket, { once: true });
    const settle = (status: number) => {
      over.removeEventListener('abort', destroySocket);
      resolve({ status, port: ownPort });
    };
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(socket);
      settle(0);
    });
    socket.once('data', (piece) => {
      if (reads === 'beginning') socket.pause();
      settle(Number(piece.toString('latin1').slice(9, 12)));
    });
    socket.write(text);
  });
}
