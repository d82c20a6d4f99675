import type { Evidence, Memo } from '../chain/facts.ts';
import { TOKEN_PROGRAM } from '../chain/programs.ts';
import { burnsOf, payersOf, transfersOf } from './accounts.ts';
import type { Demand } from './demand.ts';
import { type Accepted, type Finding, reject, unknown } from './verdict.ts';

export type Binding = Accepted['boundBy'];

const CLOCK_TOLERANCE_S = 60;

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
  return { ...reject('proof_mismatch', `${provenWallet} signed for this claim, but did not pay`), payers };
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
  const isFree = tolerance === undefined || (isBound && namesKey(evidence, demand));
  if (isFree) return { seen: 'payments that name their reference may be of any age' };
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

/**
 * Whether a bound payment names the key of an intent (only those accept parts), or a membership's reference, which ends with its key:
 * the key did not exist before, so it is not too old.
 */
function namesKey({ accountKeys }: Evidence, { partial, reference, referenceKey }: Demand): boolean {
  if (referenceKey === undefined) return false;
  return reference.endsWith(referenceKey) || (partial !== undefined && accountKeys.includes(referenceKey));
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

/** What the memos of a transaction say about this installation's references. */
export type References = {
  memos: number;
  /** Whether a memo is the demanded reference, ignoring surrounding whitespace and letter case. */
  own: boolean;
  /** Other references that are named exactly, including within a sentence. */
  others: string[];
  /** Whether every other reference is a key. Keys are random, so a typo yields one that is not in use. */
  onlyKeys: boolean;
  /** Memos that resemble a reference without naming one exactly, or that name a key. */
  careless: string[];
};

export function findReferences(memos: readonly Memo[], demand: Demand): References {
  const wanted = sameCase(demand.reference);
  const texts = memos.map((memo) => memo.text ?? Buffer.from(memo.bytes, 'base64').toString('latin1'));
  const { referencePrefixes: prefixes } = demand;
  const numbered = prefixes.filter((prefix) => !endsOpen(prefix));
  const othersIn = (text: string, among = prefixes) => namedIn(text, among).filter((name) => name !== wanted);
  return {
    memos: memos.length,
    own: texts.some((text) => sameCase(trimmed(text)) === wanted),
    others: [...new Set(texts.flatMap((text) => othersIn(text)))],
    onlyKeys: texts.every((text) => othersIn(text, numbered).length === 0),
    careless: texts.filter((text) => isCareless(text, demand) || othersIn(text).length > 0),
  };
}

/** References that appear as separate words in a text, in lower case. */
function namedIn(text: string, prefixes: readonly string[]): string[] {
  const words = sameCase(text).split(/[^\p{L}\p{M}\p{Cf}\p{N}_-]+/u);
  return words.filter((word) => prefixes.some((prefix) => isReference(word, sameCase(prefix))));
}

/** After `listburn`: `listburn007` and `listburn1234`, with no other leading zeros; after `paid-`: anything. */
function isReference(word: string, prefix: string): boolean {
  if (!word.startsWith(prefix)) return false;
  const rest = word.slice(prefix.length);
  return endsOpen(prefix) ? /^[\w-]+$/.test(rest) : /^(\d{3}|[1-9]\d{3,})$/.test(rest);
}

function endsOpen(prefix: string): boolean {
  return /[_-]$/.test(prefix);
}

const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/**
 * Whether a human reader would take the text for a reference or a reference key: `LISTBURN #8`, `list-burn no. 8`, with
 * letters of another alphabet, with invisible characters. Errs on the side of yes.
 */
function isCareless(text: string, { reference, referencePrefixes }: Demand): boolean {
  // Keys are references only if a prefix takes one.
  if (KEY.test(trimmed(text)) && referencePrefixes.some(endsOpen)) return true;
  const letters = skeleton(text);
  if (letters === skeleton(reference)) return true;
  return referencePrefixes.some((prefix) => {
    const start = skeleton(prefix);
    const rest = endsOpen(prefix) ? '(\\p{N}|[a-z0-9]{20})' : '[a-z]{0,8}\\p{N}';
    return start !== '' && new RegExp(start + rest, 'u').test(letters);
  });
}

// Cyrillic, Greek, Armenian and other letters, each followed by the Latin letter it resembles.
const LOOK_ALIKES =
  'аa вb сc ԁd еe һh нh іi јj кk ӏl мm пn оo рp гr ѕs тt цu уy υu хx αa βb εe ιi κk νn οo ρp τt χx ıi łl ⅼl ոn սu';
const latin = new Map(LOOK_ALIKES.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

/** A text as a human reader perceives it: only letters and digits, mapped to the Latin alphabet. */
function skeleton(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase();
  return [...folded]
    .map((char) => latin.get(char) ?? char)
    .filter((char) => /[\p{L}\p{N}]/u.test(char))
    .join('');
}

/** ASCII only: letters of other alphabets that fold to ASCII are different text. */
function sameCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
