import type { Evidence } from '../chain/facts.ts';
import { burnsOf, transfersOf } from './accounts.ts';
import type { Demand } from './demand.ts';
import { findReferences } from './find-references.ts';
import { payersOf } from './payers.ts';
import { type Accepted, type Finding, reject, unknown } from './verdict.ts';

export type Binding = Accepted['boundBy'];

const CLOCK_TOLERANCE_S = 60;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** What binds the payment to its purpose: the reference as a memo, its key, the payer's signature, or nothing. */
export function checkReference(
  evidence: Evidence,
  demand: Demand,
  minimum: bigint,
): Finding & { boundBy?: Binding } {
  const references = findReferences(evidence.memos, demand);
  const [other] = references.others;
  const byKey = demand.referenceKey !== undefined && evidence.accountKeys.includes(demand.referenceKey);
  // The payer's signature decides what a payment is for, whatever its memos name: two things, or one that is paid already.
  const payers = other !== undefined && demand.unbound === 'prove' ? payersOf(evidence, demand, minimum) : [];
  const { provenWallet } = demand;
  if (provenWallet !== undefined && payers.includes(provenWallet)) return signedFor(provenWallet);
  if (references.own || byKey) {
    if (other !== undefined)
      return { ...reject('memo_ambiguous', `it names ${shown(other)} too`), ...named(payers) };
    const owners =
      demand.partial === 'signed' && demand.unbound === 'prove' ? payersOf(evidence, demand, minimum) : [];
    if (owners.length > 0)
      return checkProof(demand, { payers: owners, why: 'it is a credit, or for another offer' });
    return references.own
      ? { seen: `memo ${demand.reference}`, boundBy: 'memo' }
      : { seen: `reference key ${demand.referenceKey}`, boundBy: 'reference_key' };
  }
  // A key in a memo may be another payer's or a typo: the payer's proof decides, if proofs count.
  const isProvable = references.onlyKeys && demand.unbound !== 'reject';
  if (other !== undefined && !isProvable)
    return { ...reject('memo_mismatch', `it names ${shown(other)}`), ...named(payers) };
  if (demand.unbound === 'reject') {
    return references.memos === 0 && foreignReferenceKey(evidence, demand) === null
      ? reject('memo_missing', 'it has no memo')
      : reject('memo_mismatch', 'none of its memos is the reference');
  }
  return checkUnbound(evidence, demand, { minimum, careless: references.careless });
}

const signedFor = (wallet: string) =>
  ({ seen: `signed for by ${wallet}, which paid`, boundBy: 'wallet' }) as const;

const named = (payers: string[]) => (payers.length > 0 ? { payers } : {});

/**
 * A payment without an exact reference: its payer may prove what it is for; without proof, it counts only if `unbound`
 * accepts it.
 */
function checkUnbound(
  evidence: Evidence,
  demand: Demand,
  { minimum, careless }: { minimum: bigint; careless: string[] },
): Finding & { boundBy?: Binding } {
  const { provenWallet } = demand;
  const payers = payersOf(evidence, demand, minimum);
  if (demand.unbound === 'prove') return checkProof(demand, { payers, why: 'it names no reference' });
  if (provenWallet !== undefined && payers.includes(provenWallet)) return signedFor(provenWallet);
  if (careless[0] !== undefined)
    return reject('memo_mismatch', `its memo is like a reference: ${shown(careless[0])}`);
  const foreignKey = foreignReferenceKey(evidence, demand);
  if (foreignKey !== null) return reject('memo_mismatch', `it carries the reference key ${foreignKey}`);
  return { seen: 'no reference', boundBy: 'nothing' };
}

function checkProof(
  { provenWallet }: Demand,
  { payers, why }: { payers: string[]; why: string },
): Finding & { boundBy?: Binding } {
  if (provenWallet === undefined)
    return { ...reject('proof_required', `${why}, and no wallet signed for this claim`), payers };
  if (payers.includes(provenWallet)) return signedFor(provenWallet);
  return { ...reject('proof_mismatch', `${provenWallet} signed for this claim, and did not pay`), payers };
}

/**
 * An account after the authority of a burn or transfer that does not sign is a Solana Pay reference: the payment names
 * a purpose. Transfers in Token-2022 are exempt, because transfer hooks add accounts there.
 */
function foreignReferenceKey(evidence: Evidence, demand: Demand): string | null {
  const signers = new Set(evidence.signers);
  const transfers = demand.tokenProgram === TOKEN_PROGRAM ? transfersOf(evidence, demand) : [];
  const own = [...burnsOf(evidence, demand), ...transfers];
  return own.flatMap(({ extraKeys }) => extraKeys).find((key) => !signers.has(key)) ?? null;
}

/** Checks the block time against the demand's window, in whole seconds. */
export function checkWindow(evidence: Evidence, demand: Demand, boundBy: Binding): Finding {
  const tolerances: Record<Binding, number | undefined> = {
    memo: demand.boundToleranceS,
    reference_key: demand.boundToleranceS,
    // The payer signed for it, so only clock skew can make it look too old.
    wallet: CLOCK_TOLERANCE_S,
    nothing: 0,
  };
  const tolerance = tolerances[boundBy];
  const isBound = boundBy === 'memo' || boundBy === 'reference_key';
  const isFree = tolerance === undefined || (isBound && namesIntent(evidence, demand));
  if (isFree) return { seen: 'bound payments may be of any time' };
  const { blockTime } = evidence;
  if (blockTime === null) return unknown('time_unknown', 'the node does not know the time of the block');
  // A bound payment does not depend on our clock: if the clock were behind, all payments would wait.
  if (!isBound && demand.now !== undefined && blockTime > demand.now + CLOCK_TOLERANCE_S) {
    return unknown('time_unknown', `the block is ${blockTime - demand.now} s ahead of the clock`);
  }
  const { notBefore, provenNotBefore = notBefore } = demand;
  const proven = boundBy === 'wallet' ? Math.min(provenNotBefore, creditSince(evidence, demand)) : notBefore;
  const oldest = Math.min(notBefore - tolerance, proven);
  if (blockTime < oldest) {
    return reject(
      'outside_window',
      `it is ${demand.notBefore - blockTime} s older than what it is to pay for`,
    );
  }
  const { usesKnownSince } = demand;
  if (!isBound && usesKnownSince !== undefined && blockTime < usesKnownSince)
    return reject('before_restore', `what paid before ${usesKnownSince} is not known any more`);
  if (demand.notAfter !== undefined && blockTime > demand.notAfter) {
    return reject('outside_window', `it came ${blockTime - demand.notAfter} s too late`);
  }
  return { seen: `block time ${blockTime}` };
}

/** Whether it names the key of an intent (only those accept parts): the key did not exist before, so it is not too old. */
function namesIntent({ accountKeys }: Evidence, { partial, referenceKey }: Demand): boolean {
  return partial !== undefined && referenceKey !== undefined && accountKeys.includes(referenceKey);
}

/** From when a payment that names one of our references counts as a credit; never if it names none. */
function creditSince({ memos }: Evidence, demand: Demand): number {
  const { own, others } = findReferences(memos, demand);
  return own || others.length > 0 ? (demand.creditNotBefore ?? Infinity) : Infinity;
}

/** Memos are untrusted text: truncate, and escape characters that could corrupt a log line. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
