import { JudgedPayment } from '@naughty-list/contracts/receipts';
import { SETTLED } from '@naughty-list/contracts/verifications';
import { isOwnVerdict } from '@naughty-list/payment-flow/proofs';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { findTerms, toDemand } from '../terms/terms.ts';
import { payerOf } from '../verdicts/accounts.ts';
import { type Demand, inForceAt, readDemand, writeDemand } from '../verdicts/demand.ts';
import { judgeInForce, judgePayment } from '../verdicts/judge-payment.ts';
import type { StoredEvidence } from '../verifications/repository.ts';
import { sharesOf, type VerificationRecord } from '../verifications/verification.ts';

type Row = Pick<VerificationRecord, 'signature' | 'demand' | 'amount' | 'decimals'> &
  StoredEvidence & { cluster: string; slot: string; judged_at: Date; judged_demand: object | null };

/** A claim that the rules accepted, with its evidence, as the service wrote both; undefined for any other id. */
export async function findJudgedPayment(
  db: Database,
  { id, unbound }: { id: string; unbound: Demand['unbound'] },
): Promise<JudgedPayment | undefined> {
  const row: Row | undefined = await db('verifications as own')
    .join('evidence', (on) =>
      on.on('evidence.cluster', 'own.cluster').andOn('evidence.signature', 'own.signature'),
    )
    .where({ 'own.id': id, 'own.outcome': 'accepted' })
    .whereNot({ 'own.purpose': 'look' })
    // What was settled by hand has no verdict of the rules.
    .whereRaw('own.code is distinct from ?', [SETTLED])
    .first(
      'own.*',
      'evidence.facts',
      'evidence.providers',
      'evidence.response',
      'evidence.mac as evidence_mac',
    );
  if (!row || !isOwnVerdict(db, row)) return undefined;
  const { signature, amount, decimals, slot, judged_at, facts, providers, response } = row;
  const demand = row.judged_demand ?? (await rebuildDemand(db, row, unbound));
  return JudgedPayment.parse({
    signature,
    demand,
    transaction: response === null ? null : JSON.parse(response),
    evidence: facts,
    providers: providers.length,
    intent: row.demand.intent ?? null,
    proof: row.demand.proof ?? null,
    verdict: {
      ...codesOf(facts, readDemand(JSON.stringify(demand))),
      amount,
      decimals,
      slot: Number(slot),
      decidedAt: judged_at.toISOString(),
    },
  });
}

/** The verdict in codes, recomputed by the rule set of its demand; null if it would not be accepted. */
export function codesOf(
  evidence: Evidence,
  demand: Demand,
): Omit<JudgedPayment['verdict'], 'decidedAt' | 'decimals'> | null {
  const judged = judgePayment(evidence, demand);
  if (judged.outcome !== 'accepted') return null;
  const { amount, boundBy, slot, feePayer, rules } = judged;
  const { burned, credited } = sharesOf(judged, demand);
  return {
    outcome: 'accepted',
    amount: `${amount}`,
    burned: `${burned}`,
    credited: `${credited}`,
    boundBy,
    payer: (boundBy === 'wallet' && demand.provenWallet) || payerOf(evidence, demand),
    feePayer,
    slot,
    rules: rules.map(({ rule }) => rule),
  };
}

/** For claims judged before demands were stored: by the terms of their time, under the first rule set. */
async function rebuildDemand(
  db: Database,
  { cluster, demand: requested, judged_at: now, facts }: Row,
  unbound: Demand['unbound'],
): Promise<unknown> {
  const terms = await findTerms(db, cluster);
  const demands = inForceAt(terms.tokens, facts.blockTime).map((token) => ({
    ...toDemand(requested, { token, unbound, terms, now }),
    ruleSet: 1 as const,
  }));
  return JSON.parse(writeDemand(judgeInForce(facts, demands).demand));
}
