import { test } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import type { Evidence, EvidenceResult } from '../../src/chain/facts.ts';
import {
  countBurned,
  countCredited,
  mintsInSecret,
  whyNothingBurned,
  whyNothingCredited,
} from '../../src/verdicts/count-amounts.ts';
import { buildDemand, type Demand } from '../../src/verdicts/demand.ts';
import { judge, judgePayment } from '../../src/verdicts/judge-payment.ts';
import { reject, type Verdict } from '../../src/verdicts/verdict.ts';
import {
  type Account,
  type Answer,
  BLOCK_TIME,
  buildTransaction,
  type Scenario,
} from './build-transaction.ts';
import { INCINERATOR, key, TOK } from './keys.ts';

/** The parties of cases.md: the mint M, the amount N, the wallet W, the payer U, an attacker. */
export const M = key('mint M');
export const N = 1_000_000_000_000n;
export const W = key('wallet W');
export const U = key('payer U');
export const A = key('attacker');
export const uA = key('account of U');
export const wA = key('account of W');
export const wX = key('another account of W');
export const aX = key('account of the attacker');
export const X = key('some program');

export const judges = { burn: judgeBurn, transfer: judgeTransfer, payment: judgePayment };
export type Kind = keyof typeof judges;

/** A token account of M, under the classic program by default. */
export function holding(owner: string, amount: bigint, rest: Partial<Account> = {}): Account {
  return { mint: M, program: TOK, owner, amount, ...rest };
}

/** An account whose tokens anyone may burn. */
export const dumped = key('dumped');

/** What the parties hold, under a token program. */
export const holdings = (program = TOK): Record<string, Account> => ({
  [uA]: holding(U, N, { program }),
  [aX]: holding(A, N, { program }),
  [wA]: holding(W, 7n, { program }),
  [wX]: holding(W, 9n, { program }),
  [dumped]: holding(INCINERATOR, N, { program }),
});

export function demand(rest: Partial<Demand> = {}): Demand {
  return buildDemand({
    mint: M,
    tokenProgram: TOK,
    decimals: 6,
    minimum: N,
    burnWallet: W,
    reference: 'INV-1',
    referencePrefixes: ['INV-', 'LISTBURN'],
    unbound: 'accept',
    notBefore: BLOCK_TIME - 3600,
    ...rest,
  });
}

/** Reads a scenario, optionally after tampering with the response. */
export function read(scenario: Scenario, tamper: (answer: Answer) => void = () => {}): EvidenceResult {
  const { answer, signature } = buildTransaction(scenario);
  tamper(answer);
  return readEvidence({ answer, signature });
}

export function evidenceOf(scenario: Scenario): Evidence {
  const result = read(scenario);
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.detail}`);
  return result.evidence;
}

/** `V`, `R:code` or `L:code` as in cases.md. */
export function answerOf(verdict: Verdict): string {
  if (verdict.outcome === 'accepted') return 'V';
  return `${verdict.outcome === 'rejected' ? 'R' : 'L'}:${verdict.code}`;
}

export function answerTo(result: EvidenceResult, kind: Kind, wanted: Demand): string {
  return result.ok ? answerOf(judges[kind](result.evidence, wanted)) : `L:${result.fault.code}`;
}

export function judged(kind: Kind, scenario: Scenario, wanted: Partial<Demand> = {}): string {
  return answerTo(read(scenario), kind, demand(wanted));
}

/** The same for a tampered response. */
export function tampered(
  kind: Kind,
  scenario: Scenario,
  tamper: (answer: Answer) => void,
  wanted: Partial<Demand> = {},
): string {
  return answerTo(read(scenario, tamper), kind, demand(wanted));
}

const named = new Set<string>();

/** Registers a case of cases.md by its number, once; `completeness.test.ts` counts them. */
export function conformance(id: string, promise: string, prove: () => void): void {
  if (named.has(id)) throw new Error(`${id} is proved twice: the second one is further to it`);
  named.add(id);
  test(`${id} ${promise}`, prove);
}

/** A test related to a case or section of cases.md, beyond what is written there. */
export function further(to: string, promise: string, prove: () => void): void {
  test(`further to ${to}: ${promise}`, prove);
}

/** Judges burned(M) alone, as section A of cases.md does: tokens taken out of the supply by any instruction. */
export function judgeBurn(evidence: Evidence, demand: Demand): Verdict {
  return judge(evidence, demand, () => {
    const burned = countBurned(evidence, demand);
    const seen = `${burned.gross} burned by ${burned.counted.length} instructions, ${burned.minted} minted`;
    const finding = mintsInSecret(evidence, demand)
      ? reject('unsupported_confidential', 'the amount that was minted is encrypted')
      : (whyNothingBurned(evidence, demand, burned) ?? { seen });
    return { burned: burned.net, credited: 0n, finding };
  });
}

/** Judges credited(W, M) alone, as section B of cases.md does. */
export function judgeTransfer(evidence: Evidence, demand: Demand): Verdict {
  const wallet = demand.burnWallet ?? '';
  return judge(evidence, demand, () => {
    const credited = countCredited(evidence, demand, wallet);
    const seen = `${credited?.received} received by ${wallet}, which gained ${credited?.gain}`;
    const finding = whyNothingCredited(evidence, demand, wallet, credited) ?? { seen };
    return { burned: 0n, credited: credited?.credited ?? 0n, finding };
  });
}
