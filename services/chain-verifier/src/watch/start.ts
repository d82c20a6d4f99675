import { randomUUID } from 'node:crypto';
import type { Database } from '@naughty-list/service-kit/database/database';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Context } from '../context.ts';
import { loadMint } from '../mint/mint.ts';
import { findTerms, type Terms } from '../terms/terms.ts';
import type { Owner } from './find-payments.ts';
import { type Watch, watchOnce } from './watch.ts';

const PAGE_SIZE = 1_000;

/**
 * Watches the chain until the context closes. While another replica holds the lease, stands by and takes over once the
 * lease is no longer renewed.
 */
export function startWatcher(context: Context): void {
  const { config, db, log, onClose } = context;
  if (config.WATCH_FROM === 'never') return;
  const holder = randomUUID();
  let heldUntil = 0;

  async function renew(): Promise<void> {
    // Monotonic, and measured before the request: never later than the database's expiry.
    const askedAt = performance.now();
    heldUntil = (await holdLease(db, holder)) ? askedAt + LEASE_MS : 0;
    context.watchMetrics.leads(heldUntil > 0);
  }

  const rounds = every(
    ({ constants }: Context) => constants.watchPauseMs,
    async (_, isOpen) => {
      const mayGoOn = () => isOpen() && performance.now() < heldUntil;
      await renew();
      if (!mayGoOn()) return;
      const renewing = setInterval(
        () => void renew().catch((err) => log.warn({ err }, 'lease not renewed or released')),
        LEASE_MS / 3,
      );
      try {
        const mint = await loadMint(context, config.LIST_MINT_ADDRESS);
        // Read every round: another replica may have started with other settings.
        const terms = await findTerms(db, mint.cluster);
        await watchOnce(watchOf(context, terms), { mint, mayGoOn });
      } finally {
        clearInterval(renewing);
      }
    },
    { atStart: true, name: 'watcher round failed' },
  );
  const release = () => db('state').where({ watcher: holder }).update({ watcher: null });
  rounds({
    ...context,
    // Once the last round is over, so that another replica need not wait until the lease expires.
    onClose: (end) => onClose(async () => void (await Promise.resolve(end()).then(release))),
  });
}

/**
 * What to watch for: every prefix ever used, with the mints, wallets and prices that were in force. What is due for a
 * reference is decided when its owner claims the payment.
 */
export function watchOf(context: Context, terms: Terms): Watch {
  const owners: Owner[] = terms.prefixes.map(({ queue, prefix }) => ({
    queue,
    prefix,
    byKey: queue === 'membership',
  }));
  const { tokens, prices } = terms;
  const { config, watchMetrics: metrics } = context;
  return { ...context, metrics, tokens, prices, owners, from: config.WATCH_FROM, pageSize: PAGE_SIZE };
}

/** How long to wait for a crashed replica. A timer renews the lease, so that a hanging provider does not lose it. */
export const LEASE_MS = 10_000;

/**
 * Acquires or renews the watcher's lease; returns whether it is held now. Uses the database's clock, so that machines
 * need not agree on the time. A lease that lasts much longer than a new one was taken before that clock was set back,
 * so it counts as expired.
 */
export async function holdLease(db: Database, holder: string): Promise<boolean> {
  const { rowCount } = await db.raw(
    `with lease as (select :holder as holder, now() + :length * interval '1 millisecond' as until)
     update state set watcher = holder, watcher_until = until from lease
     where watcher is null or watcher = holder or watcher_until < now() or watcher_until > until + interval '1 minute'`,
    { holder, length: LEASE_MS },
  );
  return rowCount === 1;
}
