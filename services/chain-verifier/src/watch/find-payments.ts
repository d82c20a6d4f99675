import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { Evidence } from '../chain/facts.ts';
import type { Mint } from '../mint/repository.ts';
import { ownerOf } from '../terms/terms.ts';
import { burnsOf, transfersOf } from '../verdicts/accounts.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import type { UnknownCode } from '../verdicts/verdict.ts';

/** An owner's reference prefix, and the lowest price it ever asked (whole tokens). */
export type Owner = {
  queue: 'reports' | 'membership';
  prefix: string;
  tokens: string;
  /** Whether a Solana Pay key may stand for the reference: the prefix followed by the key. */
  byKey: boolean;
};

export type Found = { queue: Owner['queue']; reference: string };

export type Findings = {
  payments: Found[];
  /** Named references for which the judge could not decide whether they are paid for, and why. */
  undecided: (Found & { code: UnknownCode; detail: string })[];
};

/** A recently requested demand whose key the transaction names. */
type Requested = { subject: string; reference: string; referenceKey: string };

type Named = { owner: Owner; reference: string; referenceKey?: string };

/**
 * The references that a transaction names and pays for, by the judge's own rules, and those that the judge cannot
 * decide yet. Rejected transactions (spam that names a reference, too little, two references at once, a failure) are
 * ignored. References that do not exist are reported all the same; their owner rejects them. Nothing is decided here:
 * the owner of the reference claims the transaction and has it judged.
 */
export function findPayments(
  evidence: Evidence,
  {
    mint,
    burnWallet,
    owners,
    requested = [],
  }: { mint: Mint; burnWallet: string; owners: readonly Owner[]; requested?: readonly Requested[] },
): Findings {
  const demand = (named: Named): Demand =>
    buildDemand({
      mint: mint.address,
      tokenProgram: mint.tokenProgram,
      decimals: mint.decimals,
      minimum: toBaseUnits(named.owner.tokens, mint.decimals),
      burnWallet,
      reference: named.reference,
      ...(named.referenceKey && { referenceKey: named.referenceKey }),
      referencePrefixes: owners.map(({ prefix }) => prefix),
      unbound: 'reject',
      notBefore: 0,
    });
  const named = [
    ...namedByMemo(evidence, owners),
    ...namedByKey(evidence, mint, owners),
    ...namedByRequest(requested, owners),
  ];
  const unique = new Map(named.map((one) => [`${one.owner.queue} ${one.reference}`, one]));
  const findings: Findings = { payments: [], undecided: [] };
  for (const one of unique.values()) {
    const found = { queue: one.owner.queue, reference: one.reference };
    const verdict = judgePayment(evidence, demand(one));
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

/** Accounts after the authority of a burn or transfer of the mint that do not sign: where Solana Pay puts its keys. */
export function keysNamed(evidence: Evidence, mint: Mint): string[] {
  const of = { mint: mint.address, tokenProgram: mint.tokenProgram };
  const keys = [...burnsOf(evidence, of), ...transfersOf(evidence, of)].flatMap(({ extraKeys }) => extraKeys);
  return [...new Set(keys)].filter((key) => !evidence.signers.includes(key)).slice(0, MOST_KEYS);
}

function namedByKey(evidence: Evidence, mint: Mint, owners: readonly Owner[]): Named[] {
  const byKey = owners.filter((owner) => owner.byKey);
  return keysNamed(evidence, mint).flatMap((key) =>
    byKey.map((owner) => ({ owner, reference: `${owner.prefix}${key}`, referenceKey: key })),
  );
}

/** A report's key does not reveal its reference: a payment without a memo is found only if its demand is known. */
function namedByRequest(requested: readonly Requested[], owners: readonly Owner[]): Named[] {
  return requested.flatMap(({ subject, reference, referenceKey }) => {
    const owner = owners.find(
      ({ queue, prefix }) => queue === ownerOf(subject) && reference.startsWith(prefix),
    );
    return owner ? [{ owner, reference, referenceKey }] : [];
  });
}
