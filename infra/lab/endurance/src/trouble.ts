import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '@naughty-list/embedded/redis-server';
import type { Stack } from '@naughty-list/embedded/stack';
import type { Random } from './chaos/random.ts';
import { count, type Journal } from './journal.ts';
import type { Kept } from './kept.ts';
import type { Copy } from './several/copy.ts';
import type { Fleet } from './several/fleet.ts';

/** Targets of the faults. */
export type Victims = { stack: Stack; fleet: Fleet; redis: RedisServer };

type Trouble = {
  victims: Victims;
  random: Random;
  journal: Journal;
  kept: Kept;
  /** How often each fault was injected. */
  done: Map<string, number>;
  /** No faults are injected after this. */
  over: AbortSignal;
};

const PAUSE_MS: [number, number] = [4_000, 10_000];
const REDIS_DOWN_MS: [number, number] = [0, 3_000];

/**
 * Each fault with its weight in twentieths, and whether calls may fail because of it. A graceful stop must cause no
 * failures.
 */
const troubles: readonly [
  name: string,
  share: number,
  excuses: boolean,
  (trouble: Trouble) => Promise<void>,
][] = [
  ['a copy stopped', 7, false, async ({ victims, random }) => sendStop(someCopy(victims, random))],
  ['a copy killed', 6, true, async (trouble) => killCopies(trouble, 1)],
  ['two copies killed', 2, true, async (trouble) => killCopies(trouble, 2)],
  ['Redis killed', 1, true, async (trouble) => restartRedis(trouble, 'SIGKILL')],
  ['Redis restarted', 2, true, async (trouble) => restartRedis(trouble, 'SIGTERM')],
  ['PostgreSQL killed', 1, true, async ({ victims }) => victims.stack.postgres.kill('SIGKILL')],
  ['PostgreSQL restarted', 1, true, async ({ victims }) => victims.stack.postgres.restart()],
];

/**
 * Injects faults sequentially, in an order determined by the seed; the next some seconds after everything is up again.
 */
export async function makeTrouble(trouble: Trouble): Promise<void> {
  const { victims, random, journal, done, over } = trouble;
  const table = troubles.flatMap((row) => Array.from({ length: row[1] }, () => row));
  while (!over.aborted) {
    await sleep(random.between(...PAUSE_MS), undefined, { signal: over }).catch(() => {});
    const [name, , excuses, run] = table[random.between(0, table.length - 1)] ?? [];
    if (over.aborted || !name || !run) continue;
    count(done, name);
    const window = { name, from: Date.now(), to: Number.POSITIVE_INFINITY };
    if (excuses) journal.windows.push(window);
    await run(trouble);
    await victims.stack.postgres.ready();
    await victims.fleet.complete();
    window.to = Date.now();
  }
}

/** Stops it gracefully, waits, and starts it again. */
export async function sendStop(copy: Copy): Promise<void> {
  await copy.process.kill('SIGTERM');
  await copy.process.ready();
}

function someCopy({ fleet: { copies } }: Victims, random: Random): Copy {
  const [first, ...rest] = copies;
  if (!first) throw new Error('There are no copies');
  return random.pick([first, ...rest]);
}

async function killCopies({ victims, random, kept }: Trouble, many: number): Promise<void> {
  const chosen = new Set(Array.from({ length: many }, () => someCopy(victims, random)));
  await Promise.all(
    [...chosen].map(async ({ service, url, process }) => {
      if (service === 'gateway') kept.killedGateways.push({ url, at: Date.now() });
      await process.kill('SIGKILL');
    }),
  );
}

async function restartRedis({ victims: { redis }, random }: Trouble, signal: NodeJS.Signals): Promise<void> {
  await redis.kill(signal);
  await sleep(random.between(...REDIS_DOWN_MS));
  await redis.start();
}
