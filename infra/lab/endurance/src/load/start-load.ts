import type { Crowd } from './crowd.ts';
import { follow } from './followers.ts';
import { lookUp } from './look-ups.ts';
import { moderate } from './moderators.ts';
import { submitNiceReport } from './nice-reporters.ts';
import { openPages } from './page-loads.ts';
import { pay } from './payers.ts';

const PAYERS = 4;

/** Starts all users; resolves when all have finished, after `over`. */
export async function startLoad(crowd: Crowd): Promise<void> {
  const doings = [
    lookUp,
    lookUp,
    openPages,
    moderate,
    follow,
    follow,
    submitNiceReport,
    ...Array(PAYERS).fill(pay),
  ];
  await Promise.all(
    doings.map(async (doing: (crowd: Crowd, self: { doing: string }) => Promise<void>) => {
      const self = { doing: doing.name };
      crowd.present.add(self);
      await doing({ ...crowd, random: crowd.random.fork() }, self);
      crowd.present.delete(self);
    }),
  );
}
