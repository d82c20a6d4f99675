import type { Evidence } from '../chain/facts.ts';
import { ownerOf, pricesOf, type Terms, type TokenChange } from '../terms/terms.ts';
import { burnsOf, transfersOf } from '../verdicts/accounts.ts';
import { buildDemand, type Demand, LEAST_SHARE } from '../verdicts/demand.ts';
import { judgeInForce } from '../verdicts/judge-payment.ts';
import type { UnknownCode } from '../verdicts/verdict.ts';

/** An owner's reference prefix. */
export type Owner = {
  queue: 'reports' | 'membership';
  prefix: string;
  /** Whether a Solana Pay key may stand for the reference: the prefix followed by the key. */
  byKey: boolean;
};

/** `mint`: of a payment that names an intent's key. */
export type Found = { queue: Owner['queue']; reference: string; referenceKey?: string; mint?: string };

export type Findings = {
  payments: Found[];
  /** References that it names but may not pay for: the judge could not decide, and why. */
  undecided: (Found & { code: UnknownCode; detail: string })[];
};

/** A recently requested demand whose key the transaction names. */
type Requested = { subject: string; reference: string; referenceKey: string; burnWallet: string | null };

/** `intent`: the key is a payment intent's, which may be paid in parts and names its wallet. */
type Named = { owner: Owner; reference: string; referenceKey?: string; intent?: { burnWallet: string } };

type InForce = {
  /** Those in force when the transaction was made. */
  tokens: readonly TokenChange[];
  /** Those that an intent may have shown. */
  offered?: readonly TokenChange[];
  prices: Terms['prices'];
  owners: readonly Owner[];
  requested?: readonly Requested[];
};

/**
 * The references that a transaction names and pays for by the judge's rules (by a memo, at least a thousandth of the price),
 * and those that cannot be judged yet. Ignores rejected transactions (spam, dust, two references, a failure). References that do not exist are included: their
 * owner ignores them. Nothing is decided here: the owner claims the transaction and has it judged.
 */
export function findPayments(
  evidence: Evidence,
  { tokens, offered = tokens, prices, owners, requested = [] }: InForce,
): Findings {
  const demand = (named: Named, token: TokenChange, terms: Pick<Demand, 'minimum' | 'prices'>): Demand =>
    buildDemand({
      mint: token.mint.address,
      tokenProgram: token.mint.tokenProgram,
      decimals: token.mint.decimals,
      ...terms,
      burnWallet: token.burnWallet,
      reference: named.reference,
      ...(named.referenceKey && { referenceKey: named.referenceKey }),
      referencePrefixes: owners.map(({ prefix }) => prefix),
      unbound: 'reject',
      notBefore: 0,
    });
  const demandsOf = ({ intent, ...named }: Named) => {
    if (intent)
      return offered
        .flatMap((token) => [{ ...token, burnWallet: intent.burnWallet }, token])
        .map((token) => demand(named, token, { minimum: 1n }));
    return tokens.flatMap((token) => {
      const asked = pricesOf({ prices }, { owner: named.owner.queue, token }).map(({ since, minimum }) => ({
        since,
        // A key alone may be the other owner's: every payment with a key would be a part for both.
        minimum: named.referenceKey ? minimum : minimum / LEAST_SHARE || 1n,
      }));
      const newest = asked.at(-1);
      return newest ? [demand(named, token, { minimum: newest.minimum, prices: asked })] : [];
    });
  };
  const named = [
    ...namedByKey(evidence, tokens, owners),
    ...namedByMemo(evidence, owners),
    ...namedByRequest(requested, owners),
  ];
  const unique = new Map(named.map((one) => [`${one.owner.queue} ${one.reference}`, one]));
  const findings: Findings = { payments: [], undecided: [] };
  for (const one of unique.values()) {
    const demands = demandsOf(one);
    if (demands.length === 0) continue;
    const { verdict, demand: asked } = judgeInForce(evidence, demands);
    const found = {
      queue: one.owner.queue,
      reference: one.reference,
      ...(one.intent && { referenceKey: one.referenceKey, mint: asked.mint }),
    };
    if (verdict.outcome === 'accepted') findings.payments.push(found);
    if (verdict.outcome === 'unknown')
      findings.undecided.push({ ...found, code: verdict.code, detail: verdict.detail });
  }
  return findings;
}

/**
 * Memos that consist of a reference only, ignoring surrounding whitespace and the case of the prefix; limited to what
 * jobs can carry.
 */
function namedByMemo({ memos }: Evidence, owners: readonly Owner[]): Named[] {
  return memos.flatMap(({ text }) => {
    const word = text?.trim() ?? '';
    if (!/^[\w-]{1,64}$/.test(word)) return [];
    const begins = (prefix: string) => word.toLowerCase().startsWith(prefix.toLowerCase());
    const named = owners.filter(({ prefix }) => begins(prefix) && word.length > prefix.length);
    // Past and current prefixes may overlap; each owner gets the same reference.
    const queues = new Map(named.map((owner) => [owner.queue, owner]));
    return [...queues.values()].map((owner) => {
      const reference = `${owner.prefix}${word.slice(owner.prefix.length)}`;
      return { owner, reference };
    });
  });
}

const MOST_KEYS = 16;

/** Accounts after the authority of a burn or transfer of the token that do not sign: where Solana Pay puts its keys. */
export function keysNamed(evidence: Evidence, tokens: readonly TokenChange[]): string[] {
  const keys = tokens.flatMap(({ mint: { address: mint, tokenProgram } }) =>
    [...burnsOf(evidence, { mint, tokenProgram }), ...transfersOf(evidence, { mint, tokenProgram })].flatMap(
      ({ extraKeys }) => extraKeys,
    ),
  );
  return [...new Set(keys)].filter((key) => !evidence.signers.includes(key)).slice(0, MOST_KEYS);
}

/** Keys that a memo holds, as a payment by hand has no other place for one. */
export const keysInMemos = (evidence: Evidence, owners: readonly Owner[]): string[] =>
  namedByMemo(evidence, owners).flatMap(({ owner: { byKey, prefix }, reference }) =>
    byKey ? [reference.slice(prefix.length)] : [],
  );

function namedByKey(evidence: Evidence, tokens: readonly TokenChange[], owners: readonly Owner[]): Named[] {
  const byKey = owners.filter((owner) => owner.byKey);
  return keysNamed(evidence, tokens).flatMap((key) =>
    byKey.map((owner) => ({ owner, reference: `${owner.prefix}${key}`, referenceKey: key })),
  );
}

/**
 * A report's key does not reveal its reference: a payment without a memo is found only if its demand is known. Intents come last, and
 * so replace what else names their reference, for which a part is only a credit.
 */
function namedByRequest(requested: readonly Requested[], owners: readonly Owner[]): Named[] {
  const intentsLast = requested.toSorted(
    (one, other) => Number(one.burnWallet !== null) - Number(other.burnWallet !== null),
  );
  return intentsLast.flatMap(({ subject, reference, referenceKey, burnWallet }) => {
    const owner = owners.find(
      ({ queue, prefix }) => queue === ownerOf(subject) && reference.startsWith(prefix),
    );
    const intent = burnWallet === null ? {} : { intent: { burnWallet } };
    return owner ? [{ owner, reference, referenceKey, ...intent }] : [];
  });
}
