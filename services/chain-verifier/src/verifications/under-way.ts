import type { EndpointRequest } from '@naughty-list/contracts/endpoint';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import {
  type findPaymentUnderWay,
  type PaymentDemand,
  WHOLE_PRICE,
} from '@naughty-list/contracts/verifications';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { associatedAccount, type ListedSignature } from '../chain/rpc.ts';
import { loadMint } from '../mint/mint.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { pollAgain } from '../reference-keys/repository.ts';
import { ownerOf } from '../terms/terms.ts';
import { findReferences } from '../verdicts/check-binding.ts';
import { LEAST_SHARE, minimumOf } from '../verdicts/demand.ts';
import { countPayment, type Judged } from '../verdicts/judge-payment.ts';
import { findSeenClaims, loadState, sumParts } from './repository.ts';
import {
  isCausedByTransaction,
  newVerification,
  type PendingCode,
  type VerificationRecord,
} from './verification.ts';
import { ignoreFault, judgeByChainClock, type Verifier } from './verify.ts';

/** The newest transactions that are considered for a key or memo, and those listed to find a memo: what names the mint since the last final block. */
const MOST_NAMED = 100;
const MOST_LISTED = 1_000;
/** About a day. What is older was decided, and the decision may have been deleted since. */
const RECENT_SLOTS = 216_000;
/** What cannot be read after a minute may never be judged; it is not merely ahead of a provider. */
const UNREADABLE_MS = 60_000;
const UNREADABLE_SLOTS = 150;
/** Transactions that are read at once, and for how long further ones are: strangers can name a report in any number of them. */
const AT_ONCE = 8;
const READING_MS = 7_000;

/**
 * Whether a payment has landed and is not decided yet: one that names the demand's key, or that of one of the `others` (key polling
 * waits for finality, and may come a minute later), one with the demand's memo, or one of the owner's pending `claims`, the most
 * telling first. Anyone may open an intent and claim anything, so what does not name the own key counts only if it could take effect.
 * Throws an RpcFault if the providers do not answer.
 */
export async function isUnderWay(
  verifier: Verifier,
  { demand, others, claims: ids }: EndpointRequest<typeof findPaymentUnderWay>['body'],
): Promise<boolean> {
  const { db, clock } = verifier;
  const { mint = verifier.mint, burnWallet: owner } = demand.fixed ?? {};
  const { cluster, tokenProgram } = await loadMint(verifier, mint);
  // An unchecked transfer names no mint, only the accounts.
  const listed = owner === undefined ? [mint] : [mint, associatedAccount({ owner, mint, tokenProgram })];
  const [own = [], ...elsewhere] = await Promise.all([
    ...[demand, ...others].map((one) => findUnclaimed(verifier, { cluster, demand: one })),
    ...listed.map((address) => findUnclaimed(verifier, { cluster, demand, listed: address })),
  ]);
  for (const some of together(own)) {
    const named = await readProspects(verifier, { cluster, claims: some });
    if ([...named.values()].some(({ amount, price }) => amount * LEAST_SHARE >= price)) return true;
  }
  const seen = await findSeenClaims(db, ids);
  const claims = inTurn([...elsewhere, seen.filter((claim) => !isUnreadable(claim, clock.now()))]);
  const prospects = new Map<string, Prospect>();
  const until = performance.now() + READING_MS;
  for (const some of together(claims)) {
    if (performance.now() >= until) break;
    for (const [key, one] of await readProspects(verifier, { cluster, claims: some, mayMiss: true }))
      prospects.set(key, one);
    if (await doPay(db, [...prospects.values()])) return true;
  }
  return false;
}

/** Those that are read at once, one lot after another. */
const together = (claims: readonly VerificationRecord[]): VerificationRecord[][] =>
  Array.from({ length: Math.ceil(claims.length / AT_ONCE) }, (_, lot) =>
    claims.slice(lot * AT_ONCE, (lot + 1) * AT_ONCE),
  );

/** One of each list after another, so that none hides what is in the others. */
const inTurn = <T>(lists: readonly T[][]): T[] =>
  lists
    .flatMap((list) => list.map((one, turn) => ({ one, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ one }) => one);

/** Whether a whole payment is among them, or parts that reach the price with what has been accepted. */
async function doPay(db: Database, prospects: readonly Prospect[]): Promise<boolean> {
  const sums = await sumParts(db, [...new Set(prospects.map(({ intent }) => intent))]);
  for (const { intent, amount } of prospects) sums.set(intent, (sums.get(intent) ?? 0n) + amount);
  return prospects.some(({ intent, price }) => (sums.get(intent) ?? 0n) >= price);
}

const isUnreadable = ({ outcome, code, receivedAt }: VerificationRecord, now: Date) =>
  outcome === 'pending' &&
  isCausedByTransaction(code as PendingCode) &&
  now.getTime() - receivedAt.getTime() > UNREADABLE_MS;

/** What a transaction pays if it becomes final as it is. `price`: what the parts of its intent have to reach; 0 for a whole payment. */
type Prospect = { intent: string; amount: bigint; price: bigint };

/** By transaction and intent, of those that could pay. `mayMiss`: without those for which no calls are left. */
async function readProspects(
  verifier: Verifier,
  {
    cluster,
    claims,
    mayMiss = false,
  }: { cluster: string; claims: readonly VerificationRecord[]; mayMiss?: boolean },
): Promise<Map<string, Prospect>> {
  const read = claims.map(async (claim): Promise<[string, Prospect] | undefined> => {
    const {
      signature,
      demand: { intent = '' },
    } = claim;
    const prospect = await readProspect(verifier, cluster, claim).catch((error: unknown) => {
      if (!(mayMiss && error instanceof RpcFault && error.code === 'rate_limited')) throw error;
      return undefined;
    });
    return prospect && [`${intent} ${signature}`, { intent, ...prospect }];
  });
  return new Map((await Promise.all(read)).filter((one) => one !== undefined));
}

const WHOLE = { amount: 0n, price: 0n };

async function readProspect(
  verifier: Verifier,
  cluster: string,
  record: VerificationRecord,
): Promise<Omit<Prospect, 'intent'> | undefined> {
  const { signature, subject, outcome, code, decimals, demand } = record;
  if (outcome === 'accepted') {
    // Its owner has not heard of it yet. A part is in the sum already.
    const isWhole = !demand.fixed || code === WHOLE_PRICE;
    return isWhole ? WHOLE : { amount: 0n, price: toBaseUnits(demand.minimumTokens, decimals ?? 0) };
  }
  const state = await loadState(verifier.db, { cluster, signature, subject });
  // A wallet's payment for another membership makes it a member, as soon as its owner hears of it.
  if (state.use && ownerOf(state.use.subject) !== ownerOf(subject)) return undefined;
  const at = verifier.clock.now();
  const reading = await verifier.evidence(signature);
  const { status } = reading;
  if (!status?.success) return undefined;
  if ('evidence' in reading) {
    const { evidence } = reading;
    const judged = await judgeByChainClock(verifier, { record, state, at, evidence }).catch(ignoreFault);
    if (judged && judged.verdict.outcome !== 'unknown') return prospectIn(evidence, judged);
  }
  return status.slot > (await finalHead(verifier)) - UNREADABLE_SLOTS ? WHOLE : undefined;
}

function prospectIn(evidence: Evidence, { verdict, demand }: Judged): Omit<Prospect, 'intent'> | undefined {
  if (verdict.outcome === 'accepted') {
    const { amount } = verdict;
    return { amount, price: demand.partial && amount < demand.minimum ? demand.minimum : 0n };
  }
  // Found by its wallet, which would sign: what names a report is meant for that one.
  const isByWallet = evidence.signers.some((signer) => signer === demand.referenceKey);
  if (isByWallet && !findReferences(evidence.memos, demand).onlyKeys) return undefined;
  // Its payer may still sign for it.
  if (!('payers' in verdict && verdict.payers?.length)) return undefined;
  const { burned, credited } = countPayment(evidence, demand);
  const amount = burned + credited;
  if (amount >= minimumOf(demand, evidence.blockTime).lowest) return WHOLE;
  return demand.partial ? { amount, price: demand.minimum } : undefined;
}

const finalHead = ({ providers }: Verifier) => providers.first((rpc) => rpc.slot('finalized'));

/**
 * Recent transactions that name the demand's key, or its memo and the address `listed`, and are not decided, as claims of it. The key is
 * polled again: what names it may be junk, which holds up its payer as long as it cannot be read.
 */
async function findUnclaimed(
  verifier: Verifier,
  { cluster, demand, listed }: { cluster: string; demand: PaymentDemand; listed?: string },
): Promise<VerificationRecord[]> {
  const { db, providers, clock } = verifier;
  const { referenceKey, reference } = demand;
  const address = listed ?? referenceKey;
  if (address === undefined) return [];
  const limit = listed ? MOST_LISTED : MOST_NAMED;
  const { answers, faults } = await providers.askAll(
    (rpc) => rpc.signatures(address, { limit, commitment: 'confirmed' }),
    ({ length }) => length >= providers.quorum,
  );
  if (answers.length === 0)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'no answer', { provider: 'all' });
  const isNamed = ({ memo = '' }: ListedSignature) => memo.toUpperCase().includes(reference.toUpperCase());
  const landed = inTurn(answers.map(({ answer }) => answer)).filter(({ success }) => success);
  const named = listed ? landed.filter(isNamed) : landed;
  const undecided = await withoutDecided(db, { cluster, demand, landed: named });
  if (undecided.length === 0) return [];
  const head = await finalHead(verifier);
  const recent = undecided.filter(({ slot }) => slot > head - RECENT_SLOTS);
  if (recent.length > 0 && !listed) await pollAgain(db, address);
  return [...new Set(recent.map(({ signature }) => signature))]
    .slice(0, MOST_NAMED)
    .map((signature) => newVerification({ id: 'look_', signature, demand, round: 0 }, clock.now()));
}

/**
 * Those that the watcher has not handled, and that are not claimed for this demand: these already show in the intent's state. An owner
 * that was notified once may not have heard of it, if no one has claimed it, or a stranger as the whole price.
 */
async function withoutDecided<T extends { signature: string }>(
  db: Database,
  {
    cluster,
    demand: { subject, intent },
    landed,
  }: { cluster: string; demand: PaymentDemand; landed: readonly T[] },
): Promise<T[]> {
  const handled = db('found_transactions')
    .where({ cluster })
    .whereRaw(
      `num_nulls(handled_at) = 0 and (due_at is null or tellings > 0 or exists (
        select from verifications claim where claim.signature = found_transactions.signature and purpose <> 'look'
          and code is distinct from 'amount_below_minimum'))`,
    );
  const claimed = db('verifications')
    .where({ subject })
    .whereRaw("purpose <> 'look' and demand->>'intent' is not distinct from ?", [intent ?? null]);
  const signatures = landed.map(({ signature }) => signature);
  const known: string[][] = await Promise.all(
    [handled, claimed].map((rows) => rows.whereIn('signature', signatures).pluck('signature')),
  );
  return landed.filter(({ signature }) => !known.flat().includes(signature));
}
