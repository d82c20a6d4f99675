import { JudgedPayment } from '@naughty-list/contracts/receipts';
import type { Database } from '@naughty-list/service-kit/database/database';
import { findMint } from '../mint/repository.ts';
import { findTerms } from '../terms/repository.ts';
import { writeDemand } from '../verdicts/demand.ts';
import { demandFor, type PaymentPolicy } from '../verifications/build-demand.ts';
import type { Kept } from '../verifications/repository.ts';
import type { VerificationRecord } from '../verifications/verification.ts';

type Row = Pick<VerificationRecord, 'signature' | 'demand' | 'amount' | 'decimals' | 'rules'> &
  Kept & { slot: string; judged_at: Date; judged_demand: object | null };

/** An accepted claim with its evidence; undefined for any other id. */
export async function findJudgedPayment(
  db: Database,
  { id, mint, policy }: { id: string; mint: string; policy: PaymentPolicy },
): Promise<JudgedPayment | undefined> {
  const row: Row | undefined = await db('verifications as own')
    .join('evidence', (on) =>
      on.on('evidence.cluster', 'own.cluster').andOn('evidence.signature', 'own.signature'),
    )
    .where({ 'own.id': id, 'own.outcome': 'accepted' })
    .whereNot({ 'own.purpose': 'look' })
    .first('own.*', 'evidence.facts', 'evidence.providers', 'evidence.response');
  if (!row) return undefined;
  const { signature, amount, decimals, slot, rules, judged_at, facts, providers, response } = row;
  const demand = row.judged_demand ?? (await rebuildDemand(db, row, { mint, policy }));
  return JudgedPayment.parse({
    signature,
    demand,
    transaction: response === null ? null : JSON.parse(response),
    evidence: facts,
    providers: providers.length,
    verdict: {
      outcome: 'accepted',
      amount,
      decimals,
      rules,
      slot: Number(slot),
      decidedAt: judged_at.toISOString(),
    },
  });
}

/** For claims judged before demands were stored: current settings and the prices of that time. */
async function rebuildDemand(
  db: Database,
  { demand, judged_at: now }: Pick<Row, 'demand' | 'judged_at'>,
  { mint: address, policy }: { mint: string; policy: PaymentPolicy },
): Promise<unknown> {
  const mint = await findMint(db, address);
  if (!mint) throw new Error('an accepted claim without a mint');
  const terms = await findTerms(db, address);
  return JSON.parse(writeDemand(demandFor(demand, { mint, policy, terms, now })));
}
