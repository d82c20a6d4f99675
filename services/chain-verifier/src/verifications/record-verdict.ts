import { toBaseUnits } from '@naughty-list/contracts/tokens';
import { WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { payerOf } from '../verdicts/accounts.ts';
import { type Demand, LEAST_SHARE, minimumOf } from '../verdicts/demand.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import type { Accepted, Rejected } from '../verdicts/verdict.ts';
import { type RefusalCode, refusalMessage } from '../verdicts/verdict.ts';
import { isTaken, writeDecision } from './judging-repository.ts';
import { type BlockingClaims, findVerification, loadState, type StoredEvidence } from './repository.ts';
import { type Decision, sharesOf, type VerificationRecord } from './verification.ts';

type RecordedVerdict = { cluster: string; demand: Demand; at: Date; seenAt?: Date | undefined } & (
  | { decision: Decision }
  | { verdict: Accepted | Rejected; evidence: Evidence; keep?: StoredEvidence | undefined }
);

/**
 * Stores the decision with any evidence to keep, and returns the record as it then stands: the first decision wins. An
 * accepted claim is refused instead if another accepted claim already has its transaction or subject.
 */
export async function recordVerdict(
  db: Database,
  record: VerificationRecord,
  recorded: RecordedVerdict,
): Promise<VerificationRecord> {
  const { cluster, demand, at, seenAt } = recorded;
  const decision = 'decision' in recorded ? recorded.decision : toDecision(recorded, demand, record);
  const written = { cluster, at, seenAt, keep: 'keep' in recorded ? recorded.keep : undefined };
  let decided: VerificationRecord | undefined;
  try {
    decided = await writeDecision(db, record, { ...written, decision, demand });
  } catch (error) {
    const used = isTaken(error) && (await findRefusal(db, record, { cluster, demand }));
    if (!used) throw error;
    const { slot, amount, sent, payer } = decision;
    // Of what another payment has paid for, it is its payer's credit.
    const spare = used.code === 'subject_already_paid' ? { amount, sent, payer } : {};
    const refused = { ...used, slot, ...spare } as Decision;
    decided = await writeDecision(db, record, { ...written, decision: refused });
  }
  // Another process decided first.
  decided ??= await findVerification(db, record.id);
  if (!decided) throw new Error(`Verification ${record.id} is gone`);
  return decided;
}

function toDecision(
  { verdict, evidence }: { verdict: Accepted | Rejected; evidence: Evidence },
  demand: Demand,
  { demand: { fixed, minimumTokens }, purpose }: VerificationRecord,
): Decision {
  const { decimals } = demand;
  const { slot } = evidence;
  const known = { decimals, slot, rules: verdict.rules, payer: payerOf(evidence, demand) };
  if (verdict.outcome === 'accepted') {
    const { amount, boundBy } = verdict;
    const isProven = boundBy === 'wallet' && demand.provenWallet !== undefined;
    const { credited: sent } = sharesOf(verdict, demand);
    // Neither by the intent's price nor, in another mint, to be compared with it.
    const isOther = demand.mint !== fixed?.mint || amount < toBaseUnits(minimumTokens, decimals);
    const isWhole = fixed !== undefined && isOther && (!demand.partial || amount >= demand.minimum);
    const code = isWhole ? WHOLE_PRICE : null;
    const accepted = { ...known, outcome: 'accepted', code, message: null, amount, sent } as const;
    return isProven ? { ...accepted, payer: demand.provenWallet } : accepted;
  }
  const { code, payers } = verdict;
  const message = refusalMessage(code, {
    ...demand,
    amount: verdict.amount,
    payers,
    isFormerMint: fixed !== undefined && fixed.mint !== demand.mint,
    minimum: verdict.minimum ?? demand.minimum,
  });
  const part = code === 'amount_below_minimum' && purpose !== 'look' ? creditIn(evidence, demand) : undefined;
  return { ...known, outcome: 'rejected', code, message, amount: null, ...part, payers };
}

/** What was paid of a price that it does not reach, if it names what it was for and is no dust: it is its payer's credit. */
function creditIn(evidence: Evidence, demand: Demand): Pick<Decision, 'amount' | 'sent'> | undefined {
  const { provenWallet: _, ...unsigned } = demand;
  const verdict = judgePayment(evidence, { ...unsigned, partial: true });
  const { lowest } = minimumOf(demand, evidence.blockTime);
  if (verdict.outcome !== 'accepted' || verdict.amount * LEAST_SHARE < lowest) return undefined;
  return { amount: verdict.amount, sent: sharesOf(verdict, demand).credited };
}

/** A rejection by the service itself rather than by a rule of the judge. */
export function refusal(code: RefusalCode, demand: Demand): Decision {
  return {
    outcome: 'rejected',
    code,
    message: refusalMessage(code, demand),
    amount: null,
    decimals: demand.decimals,
    slot: null,
    rules: [{ rule: code, passed: false, seen: code }],
  };
}

/**
 * The rejection of a claim whose transaction is used, or whose subject is paid for, by another accepted claim; undefined if
 * neither. A preview of the transaction that paid for this subject is judged normally.
 */
export function refusalFor(
  { subject, purpose, demand: { fixed } }: VerificationRecord,
  { use, isPaid }: BlockingClaims,
  demand: Demand,
): Decision | undefined {
  if (use) return purpose === 'look' && use.subject === subject ? undefined : refusal('already_used', demand);
  // The owner adds up what an intent's subject was paid, and knows whether anything was left to pay for.
  return isPaid && !fixed ? refusal('subject_already_paid', demand) : undefined;
}

/** As {@link refusalFor}, with the claims accepted by now. Reads only. */
export async function findRefusal(
  db: Database,
  record: VerificationRecord,
  { cluster, demand }: { cluster: string; demand: Demand },
): Promise<Decision | undefined> {
  return refusalFor(record, await loadState(db, { ...record, cluster }), demand);
}
