import type { Knex } from 'knex';
import type { Claim, ClaimEnd, ClaimVerdict } from './claim.ts';
import { type ClaimTable, endClaim, lockPendingClaim } from './claim-table.ts';
import { priceOf } from './intent.ts';
import { endIntent, lockIntent, sumPayments } from './intent-table.ts';

/** What an accepted payment does, and how its claim ends. */
export type Effect<S extends string | number, D extends string, R> = {
  /** Undefined if nothing was left to pay for. `amount`: everything that paid, in base units. */
  take: (trx: Knex.Transaction, claim: Claim<S, D>, amount: bigint) => Promise<R | undefined>;
  end: (tookEffect: boolean) => ClaimEnd<D>;
};

/**
 * Applies a verdict once, in one transaction: ends the claim, and takes the effect of an accepted payment as soon as what came for its
 * intent adds up to the price. Undefined if no claim of that id is pending: it is decided already, or was never made here. Locks the
 * claim, then its intent, then what is paid for.
 */
export async function applyOnce<S extends string | number, D extends string, R>(
  db: Knex,
  of: ClaimTable<S, D>,
  verdict: ClaimVerdict,
  effect: Effect<S, D, R>,
): Promise<{ end: ClaimEnd<D>; result: R | undefined } | undefined> {
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, of, verdict.id);
    if (!claim) return undefined;
    const intent = claim.intentId === null ? undefined : await lockIntent(trx, claim.intentId);
    const earlier = intent?.state === 'open' ? (await sumPayments(trx, of, intent.id)).received : 0n;
    const amount = BigInt(verdict.amount ?? 0) + earlier;
    const isAccepted = verdict.outcome === 'accepted';
    const isPart = isAccepted && intent?.state === 'open' && amount < priceOf(intent);
    const result = isAccepted && !isPart ? await effect.take(trx, claim, amount) : undefined;
    const end = isPart ? { status: 'counted' as const } : effect.end(result !== undefined);
    await endClaim(trx, of, { verdict, end });
    if (intent && result !== undefined) await endIntent(trx, of, { id: intent.id, state: 'paid' });
    return { end, result };
  });
}
