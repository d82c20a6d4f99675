import type { EndpointAnswer } from '@naughty-list/contracts/endpoint';
import type { takePayment } from '@naughty-list/contracts/payment-desk';
import { Address } from '@naughty-list/contracts/primitives';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import { CHAIN_VERIFICATIONS_CHANNEL, SETTLED } from '@naughty-list/contracts/verifications';
import { hasOwnMac, writeMacs } from '@naughty-list/payment-flow/proofs';
import { isDuplicate, notifying } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { loadMint } from '../mint/mint.ts';
import { demandAt, findTerms, tokensAt } from '../terms/terms.ts';
import { payerOf } from '../verdicts/accounts.ts';
import type { Demand } from '../verdicts/demand.ts';
import { countPayment } from '../verdicts/judge-payment.ts';
import { isTaken } from './judging-repository.ts';
import { type Row, toRecord } from './repository.ts';
import { sharesOf } from './verification.ts';
import type { Verifier } from './verify.ts';

type Taken = EndpointAnswer<typeof takePayment>;

/** Verdicts on transactions that moved nothing, which no admin can make count. */
const NO_PAYMENT = ['not_found', 'tx_failed'];

/**
 * Accepts a claim on an admin's decision, whatever the rules say, unless its transaction is `used` by another accepted
 * claim, or what it is for is `paid` by one. `unseen` unless the transaction succeeded and is final. Idempotent. Throws
 * an RpcFault if the mint cannot be read.
 */
export async function settle(
  { db, providers, mint, unbound, clock }: Pick<Verifier, 'db' | 'providers' | 'mint' | 'unbound' | 'clock'>,
  id: string,
): Promise<Taken | 'unknown' | 'unseen' | 'used' | 'paid'> {
  const row: (Row & { sent: string }) | undefined = await db('verifications')
    .where({ id })
    .whereNot({ purpose: 'look' })
    .first();
  if (!row) return 'unknown';
  const { outcome, stage, code, slot, cluster, signature } = row;
  // What was accepted in the database must be judged again.
  const isOwn = (of: Row | undefined) => of?.outcome !== 'accepted' || hasOwnMac(db, 'verifications', of);
  if (!isOwn(row)) return 'unseen';
  const stored = cluster === null ? undefined : await db('evidence').where({ cluster, signature }).first();
  const facts: Evidence | null = stored && hasOwnMac(db, 'evidence', stored) ? stored.facts : null;
  const known = await loadMint({ db, providers }, mint);
  const settleWith = (changes: object) =>
    db.transaction(async (trx) => {
      // Its code is for the row as it is by then.
      if (!isOwn(await trx('verifications').where({ id }).forUpdate().first())) return 'unseen';
      const changed = await trx('verifications')
        .where({ id })
        .whereIn('outcome', outcome === 'accepted' ? ['accepted'] : ['pending', 'rejected'])
        .update({ ...changes, code: SETTLED })
        .returning(notifying(trx, CHAIN_VERIFICATIONS_CHANNEL));
      if (changed.length > 0) await writeMacs(trx, 'verifications', { id });
      return undefined;
    });
  if (outcome === 'accepted') {
    const amount = row.amount ?? '0';
    const decimals = row.decimals ?? known.decimals;
    // By the admin's decision, nothing is missing from a part any more. A whole payment keeps its verdict, and so its receipt.
    const isPart = BigInt(amount) < toBaseUnits(row.demand.minimumTokens, decimals);
    const refused = isPart && code === null ? await settleWith({}) : undefined;
    return refused ?? answer({ ...row, amount, decimals });
  }
  const isFinal = stage === 'finalised' || (stage === 'judged' && !NO_PAYMENT.includes(code ?? ''));
  if (!isFinal) return 'unseen';
  const demand =
    facts &&
    demandOfRow(row, { facts, terms: await findTerms(db, known.cluster), unbound, now: clock.now() });
  const { burned, credited } = demand
    ? sharesOf(countPayment(facts, demand), demand)
    : { burned: 0n, credited: 0n };
  const paid = {
    amount: `${burned + credited}`,
    sent: `${credited}`,
    decimals: demand?.decimals ?? known.decimals,
    slot: facts ? String(facts.slot) : slot,
    payer: demand ? payerOf(facts, demand) : row.payer,
  };
  try {
    await settleWith({
      ...paid,
      outcome: 'accepted',
      stage: 'judged',
      message: null,
      cluster: row.cluster ?? known.cluster,
      judged_at: db.fn.now(),
    });
  } catch (error) {
    if (isDuplicate(error, 'verifications_accepted_subject')) return 'paid';
    if (isTaken(error)) return 'used';
    throw error;
  }
  return answer(paid);
}

function demandOfRow(
  row: Row,
  { facts, ...parts }: { facts: Evidence } & Omit<Parameters<typeof demandAt>[1], 'token' | 'blockTime'>,
): Demand | undefined {
  const { demand: requested } = toRecord(row);
  const { blockTime } = facts;
  const [token] = tokensAt(requested, parts.terms, blockTime);
  return token && demandAt(requested, { ...parts, token, blockTime });
}

type Paid = Omit<Taken, 'slot' | 'payer'> & { slot: string | null; payer: string | null };

function answer({ amount, sent, decimals, slot, payer }: Paid): Taken {
  return {
    amount,
    sent,
    decimals,
    slot: slot === null ? null : Number(slot),
    payer: Address.nullable().catch(null).parse(payer),
  };
}
