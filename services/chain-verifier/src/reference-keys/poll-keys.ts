import type { Mint } from '../mint/repository.ts';
import { handleFound, latestDueAt, type Settling, unreadDelays } from '../watch/settle.ts';
import { listByKey } from './list-by-key.ts';
import { keepFoundByKey, takeDueByKey, takeDueKeys } from './repository.ts';

/**
 * Lists what names the keys of demands that were asked for lately, at all providers: what any of them lists is kept at once, so one
 * that stands still or fails delays nothing; one that hangs is not waited for. Nothing is believed here; what was found is read by
 * a quorum and judged.
 * @returns how many keys were polled
 */
export async function pollKeys(
  { db, providers, clock }: Pick<Settling, 'db' | 'providers' | 'clock'>,
  cluster: string,
): Promise<number> {
  const keys = await takeDueKeys(db);
  await Promise.all(
    keys.map((referenceKey) =>
      providers.askAll(
        async (rpc) => {
          const listed = await listByKey(rpc, referenceKey);
          await keepFoundByKey(db, { cluster, referenceKey, listed, at: clock.now() });
        },
        ({ length }) => length >= providers.quorum,
      ),
    ),
  );
  return keys.length;
}

// Taken by a process that died, they are due again after this long.
const TAKEN_MS = 30_000;

/**
 * Reads and judges what was found by keys, apart from what else the watcher has to read, and from all providers at the same time: one
 * that hangs does not hold it up.
 * @returns how many were read
 */
export async function settleByKey(
  { db, clock }: Pick<Settling, 'db' | 'clock'>,
  { mint, open }: { mint: Mint; open: () => Promise<Settling> },
): Promise<number> {
  const at = clock.now();
  const until = new Date(at.getTime() + TAKEN_MS);
  const latest = latestDueAt(at, unreadDelays);
  const due = await takeDueByKey(db, { cluster: mint.cluster, at, until, latest });
  if (due.length === 0) return 0;
  const settling = await open();
  const { providers } = settling;
  const atOnce = { ...settling, providers: { ...providers, ask: providers.askAll } };
  await Promise.all(due.map((transaction) => handleFound(atOnce, mint, transaction)));
  return due.length;
}
