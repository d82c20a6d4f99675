import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { loadMint } from '../mint/load.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { findTerms } from '../terms/repository.ts';
import type { Terms } from '../terms/terms.ts';
import type { Owner } from './find-payments.ts';
import { holdLease, LEASE_MS, releaseLease } from './lease.ts';
import { type Watch, watchOnce } from './watch.ts';

const PAGE_SIZE = 1_000;

/**
 * Watches the chain until the context closes. While another replica holds the lease, stands by and takes over once the
 * lease is no longer renewed.
 */
export function startWatcher(context: Context): void {
  const { config, constants, db, log } = context;
  if (config.WATCH_FROM === 'never') return;
  const holder = randomUUID();
  let heldUntil = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  // Monotonic, and measured before the request: never later than the database's expiry.
  const mayGoOn = () => !closed && performance.now() < heldUntil;

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    heldUntil = (await holdLease(db, holder)) ? askedAt + LEASE_MS : 0;
    context.watchMetrics.leads(heldUntil > 0);
  }

  async function round(): Promise<void> {
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
  }

  let running: Promise<void> = Promise.resolve();
  const next = () => {
    running = round()
      .catch((error) => {
        if (closed) return;
        const isKnown = error instanceof RpcFault;
        log.warn(
          isKnown ? { code: error.code, reason: error.message } : { err: error },
          'watcher round failed',
        );
      })
      .then(() => {
        if (!closed) timer = setTimeout(next, constants.watchPauseMs);
      });
  };
  next();
  context.onClose(async () => {
    closed = true;
    clearTimeout(timer);
    await running;
    await releaseLease(db, holder).catch((err) => log.warn({ err }, 'lease not renewed or released'));
  });
}

/**
 * What to watch for: every prefix ever used, with the mints, wallets and prices that were in force. What is due for a
 * reference is decided when its owner claims the payment.
 */
export function watchOf(context: Context, terms: Terms): Watch {
  const { db, queues, providers, clock, log, config, watchMetrics: metrics, paymentMetrics } = context;
  const owners: Owner[] = terms.prefixes.map(({ queue, prefix }) => ({
    queue,
    prefix,
    byKey: queue === 'membership',
  }));
  return {
    db,
    queues,
    providers,
    clock,
    log,
    metrics,
    paymentMetrics,
    tokens: terms.tokens,
    prices: terms.prices,
    owners,
    from: config.WATCH_FROM,
    pageSize: PAGE_SIZE,
  };
}
