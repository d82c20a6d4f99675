import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Flood, Opened, Opening } from './requests.ts';

/** Sends an attacker's requests from a separate process, so that the visitors' measurements are not affected. */
export type Sender = {
  flood(order: Flood): Promise<Answer[]>;
  /** Opens connections and keeps them until `closeAll`; returns the result of each. */
  open(order: Opening): Promise<Opened[]>;
  closeAll(): Promise<void>;
  stop(): void;
};

export type Order = { id: number; task: 'flood' | 'open' | 'close'; what?: unknown };

export function startSender(): Sender {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;
  child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`The sender ended: ${signal ?? code}`));
  });
  const ask = <T>(task: Order['task'], what?: unknown): Promise<T> => {
    orders += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(orders, answer);
    child.send({ id: orders, task, what } satisfies Order);
    return answer.promise as Promise<T>;
  };
  return {
    flood: (order) => ask('flood', order),
    open: (order) => ask('open', order),
    closeAll: () => ask('close'),
    stop: () => child.disconnect(),
  };
}
