import { MOST_PAYERS } from '@naughty-list/contracts/payment-proofs';
import { removalTexts } from '@naughty-list/contracts/removal';
import { CHAIN_VERIFICATIONS_CHANNEL, type RuleResult } from '@naughty-list/contracts/verifications';
import { writeMacs } from '@naughty-list/payment-flow/proofs';
import { type Database, isDuplicate, notifying } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { type Demand, writeDemand } from '../verdicts/demand.ts';
import { columns, type Row, type StoredEvidence, toRecord } from './repository.ts';
import type { ChainStage, Decision, VerificationRecord } from './verification.ts';

type EvidenceRow = StoredEvidence & { cluster: string; signature: string; is_accepted?: boolean };

export async function findEvidence(
  db: Database,
  /** `is_accepted`: only if an accepted claim rests on it; anything else may be a provider's mistake. */
  which: { cluster: string; signature: string; is_accepted?: true },
): Promise<Evidence | undefined> {
  const row = await db<EvidenceRow>('evidence').where(which).first('facts');
  return row?.facts;
}

/** Stores evidence, replacing earlier evidence unless an accepted claim rests on it, which keeps it forever. */
export async function saveEvidence(db: Database, row: EvidenceRow): Promise<void> {
  const { cluster, signature } = row;
  await db.transaction(async (trx) => {
    const stored = await trx('evidence as stored')
      .insert({ ...row, facts: JSON.stringify(row.facts) })
      .onConflict(['cluster', 'signature'])
      .merge({
        facts: trx.raw('excluded.facts'),
        providers: trx.raw('excluded.providers'),
        response: trx.raw('excluded.response'),
        is_accepted: trx.raw('excluded.is_accepted'),
        stored_at: trx.fn.now(),
      })
      .whereRaw(
        `not stored.is_accepted and not exists (
           select 1 from verifications used where used.cluster = stored.cluster and used.signature = stored.signature
             and used.outcome = 'accepted' and used.purpose <> 'look')`,
      )
      .returning('signature');
    if (stored.length > 0) await writeMacs(trx, 'evidence', { cluster, signature });
  });
}

const stageIndex = (stage: string) =>
  `array_position(array['received','found','confirmed','finalised','judged'], ${stage})`;
const isFurther = `${stageIndex('stage')} < ${stageIndex(':stage')}`;

/** Records how far a pending verification has progressed and why it is still pending. A stage never goes back. */
export async function recordProgress(
  db: Database,
  { id }: Pick<VerificationRecord, 'id'>,
  progress: { stage: ChainStage; code: string; message: string; seenAt?: Date | undefined },
): Promise<void> {
  const { stage, code, message, seenAt } = progress;
  const changed = db('verifications').where({ id, outcome: 'pending' });
  if (!seenAt) changed.whereRaw(`(${isFurther} or code is distinct from :code)`, { stage, code });
  await changed
    .update({
      stage: db.raw(`case when ${isFurther} then :stage else stage end`, { stage }),
      code,
      message,
      ...(seenAt && { seen_at: seenAt, absent_since: null }),
    })
    .returning(notifying(db, CHAIN_VERIFICATIONS_CHANNEL));
}

/**
 * Records since when, in chain time, no provider knows the transaction of a pending verification; the first record
 * stays.
 */
export async function recordAbsence(
  db: Database,
  { id }: Pick<VerificationRecord, 'id'>,
  since: Date,
): Promise<void> {
  await db('verifications')
    .where({ id, outcome: 'pending', absent_since: null })
    .update({ absent_since: since });
}

type DecisionToWrite = {
  decision: Decision;
  cluster: string;
  at: Date;
  seenAt?: Date | undefined;
  keep?: StoredEvidence | undefined;
  /** By which an accepted claim was judged. */
  demand?: Demand | undefined;
};

/**
 * Stores a decision with its evidence, unless the verification is already decided: then returns undefined. Evidence of an
 * accepted claim never changes. Throws PostgreSQL's unique violation, with nothing stored, if another accepted claim has
 * the transaction or subject: see {@link isTaken}.
 */
export async function writeDecision(
  db: Database,
  { id, purpose, signature }: VerificationRecord,
  { decision, cluster, at, seenAt, keep, demand }: DecisionToWrite,
): Promise<VerificationRecord | undefined> {
  const { amount, sent = 0n, rules, payer = null, payers, ...rest } = decision;
  const isAccepted = decision.outcome === 'accepted' && purpose !== 'look';
  return db.transaction(async (trx) => {
    // First, since afterwards an accepted claim rests on what there was.
    if (keep) await saveEvidence(trx, { ...keep, cluster, signature, is_accepted: isAccepted });
    const [written] = await trx('verifications')
      .where({ id, outcome: 'pending' })
      .update({
        ...rest,
        stage: 'judged',
        amount: amount?.toString() ?? null,
        sent: sent.toString(),
        rules: JSON.stringify(rules satisfies RuleResult[]),
        payer,
        payers: payers ? JSON.stringify(payers.slice(0, MOST_PAYERS)) : null,
        judged_demand: isAccepted && demand ? writeDemand(demand) : null,
        cluster,
        judged_at: at,
        ...(seenAt && { seen_at: seenAt, absent_since: null }),
      })
      .returning<Row[]>(columns);
    if (!written) return undefined;
    if (decision.outcome === 'accepted') await writeMacs(trx, 'verifications', { id });
    await trx.raw('select pg_notify(?, ?)', [CHAIN_VERIFICATIONS_CHANNEL, id]);
    return toRecord(written);
  });
}

/** Frees the transaction of an accepted claim that had no effect; harmless when repeated. False for an unknown id. */
export async function release(db: Database, id: string): Promise<boolean> {
  const known = await db('verifications').where({ id }).first('decimals');
  if (!known) return false;
  await db('verifications')
    .where({ id, outcome: 'accepted' })
    .whereNot({ purpose: 'look' })
    .update({ outcome: 'rejected', code: 'subject_already_paid', message: removalTexts.credited })
    .returning(notifying(db, CHAIN_VERIFICATIONS_CHANNEL));
  return true;
}

/** Whether an error means that another accepted claim has the transaction or subject; that claim is then committed. */
export function isTaken(error: unknown): boolean {
  return (
    isDuplicate(error, 'verifications_accepted_signature') ||
    isDuplicate(error, 'verifications_accepted_subject')
  );
}
