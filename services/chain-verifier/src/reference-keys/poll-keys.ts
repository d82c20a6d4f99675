import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import type { Context } from '../context.ts';
import { loadMint, type Mint } from '../mint/mint.ts';
import { findTerms } from '../terms/terms.ts';
import { type Handling, handleFound, latestDueAt, unreadDelays } from '../watch/handle-found.ts';
import { watchOf } from '../watch/start.ts';
import { keepFoundByKey, takeDueByKey, takeDueKeys } from './repository.ts';

/**
 * Lists the transactions that name the keys of recently requested demands, at all providers. Each list is stored as it
 * arrives, so a stalled or failing provider delays nothing, and a hanging one is not awaited. Listings are not trusted:
 * what they contain is read by a quorum and judged.
 * @returns how many keys were polled
 */
export async function pollKeys(
  { db, providers, clock }: Pick<Handling, 'db' | 'providers' | 'clock'>,
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

// If the process that took them dies, they become due again after this delay.
const TAKEN_MS = 30_000;

/**
 * Reads and judges the transactions found by keys, separately from the rest of the watcher's work and from all
 * providers concurrently, so that a hanging provider does not delay them.
 * @returns how many were read
 */
export async function handleFoundByKey(
  { db, clock }: Pick<Handling, 'db' | 'clock'>,
  { cluster, open }: { cluster: string; open: () => Promise<{ mint: Mint; handling: Handling }> },
): Promise<number> {
  const at = clock.now();
  const until = new Date(at.getTime() + TAKEN_MS);
  const latest = latestDueAt(at, unreadDelays);
  const due = await takeDueByKey(db, { cluster, at, until, latest });
  if (due.length === 0) return 0;
  const { mint, handling } = await open();
  const { providers } = handling;
  const atOnce = { ...handling, providers: { ...providers, ask: providers.askAll } };
  await Promise.all(due.map((transaction) => handleFound(atOnce, mint, transaction)));
  return due.length;
}

const PAGE_SIZE = 1_000;
// Older spam beyond these pages was listed by an earlier poll, or is left to the watcher of the mint and burn wallet.
const MOST_PAGES = 3;

/** Transactions that name a key, newest first: all of them, or the newest pages. Any of them may be the payment. */
async function listByKey(rpc: Pick<Rpc, 'signatures'>, referenceKey: string): Promise<ListedSignature[]> {
  const listed: ListedSignature[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const last = listed.at(-1);
    const next = await rpc.signatures(referenceKey, {
      limit: PAGE_SIZE,
      ...(last && { before: last.signature }),
    });
    listed.push(...next);
    if (next.length < PAGE_SIZE) break;
  }
  // A provider may list an entry twice.
  return [...new Map(listed.map((entry) => [entry.signature, entry])).values()];
}

const EVERY_MS = 1_000;

const listing = every(
  EVERY_MS,
  async (context: Context) => void (await pollKeys(context, await context.providers.cluster())),
  { atStart: true, name: 'polling of reference keys failed' },
);

const reading = every(
  EVERY_MS,
  async (context: Context) => {
    const { config, db, providers } = context;
    const open = async () => {
      const mint = await loadMint(context, config.LIST_MINT_ADDRESS);
      return { mint, handling: watchOf(context, await findTerms(db, mint.cluster)) };
    };
    await handleFoundByKey(context, { cluster: await providers.cluster(), open });
  },
  { atStart: true, name: 'reading of found payments failed' },
);

/**
 * Polls reference keys until the context closes. Every worker polls; each takes due keys that no other has taken.
 * Listing and reading run concurrently, so that a provider that hangs on a list does not delay what another one listed.
 */
export function startKeyPolling(context: Context): void {
  if (context.config.WATCH_FROM === 'never') return;
  listing(context);
  reading(context);
}
