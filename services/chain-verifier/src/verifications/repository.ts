import type { PaymentDemand, RuleResult } from '@naughty-list/contracts/verifications';
import type { Database } from '@naughty-list/service-kit/database';
import type { ChainStage, Decision, Purpose, VerificationRecord } from './verification.ts';

type Row = Omit<VerificationRecord, 'slot' | 'receivedAt' | 'seenAt' | 'absentSince'> & {
  slot: string | null;
  received_at: Date;
  seen_at: Date | null;
  absent_since: Date | null;
};

function toRecord(row: Row): VerificationRecord {
  const { received_at: receivedAt, seen_at: seenAt, absent_since: absentSince, slot, ...rest } = row;
  return { ...rest, slot: slot === null ? null : Number(slot), receivedAt, seenAt, absentSince };
}

/** Writes the verification unless it is there, notes the newest round, and answers the one that is there. */
export async function receive(
  db: Database,
  received: {
    id: string;
    purpose: Purpose;
    signature: string;
    demand: PaymentDemand;
    round: number;
    at: Date;
  },
): Promise<VerificationRecord> {
  const { id, purpose, signature, demand, round, at } = received;
  const [written] = await db('verifications')
    .insert({
      id,
      purpose,
      signature,
      subject: demand.subject,
      demand: JSON.stringify(demand),
      round,
      received_at: at,
    })
    .onConflict('id')
    .merge({ round: db.raw('excluded.round') })
    .whereRaw('verifications.round < excluded.round')
    .returning<Row[]>('*');
  const record = written ? toRecord(written) : await findVerification(db, id);
  if (!record) throw new Error(`Verification ${id} is gone`);
  return record;
}

export async function findVerification(db: Database, id: string): Promise<VerificationRecord | undefined> {
  const row = await db<Row>('verifications').where({ id }).first();
  return row && toRecord(row as Row);
}

/**
 * The accepted claims that stand in a claim's way: the one that has used its transaction up, the one that has paid for its
 * subject. Both are of one moment; they may be the same one.
 */
export async function findAccepted(
  db: Database,
  { cluster, signature, subject }: { cluster: string; signature: string; subject: string },
): Promise<{ use: AcceptedClaim | undefined; payment: AcceptedClaim | undefined }> {
  const rows = await db<AcceptedClaim & { outcome: string; purpose: Purpose }>('verifications')
    .where({ outcome: 'accepted' })
    .whereNot({ purpose: 'look' })
    .andWhere((either) => either.where({ cluster, signature }).orWhere({ subject }))
    .select('id', 'cluster', 'signature', 'subject');
  return {
    use: rows.find((row) => row.cluster === cluster && row.signature === signature),
    payment: rows.find((row) => row.subject === subject),
  };
}

type AcceptedClaim = { id: string; cluster: string; signature: string; subject: string };

const stageOrder = "array_position(array['received','found','confirmed','finalised','judged'], ?::text)";

/**
 * Notes how far a pending verification has come and why it is not further. A stage never goes back. Those who wait are
 * woken by a trigger, where something changed.
 */
export async function noteProgress(
  db: Database,
  id: string,
  progress: { stage: ChainStage; code: string; message: string; seenAt?: Date },
): Promise<void> {
  const { stage, code, message, seenAt } = progress;
  await db('verifications')
    .where({ id, outcome: 'pending' })
    .andWhere((changed) =>
      changed
        .whereRaw(`${stageOrder.replace('?::text', 'stage')} < ${stageOrder}`, [stage])
        .orWhereRaw('code is distinct from ?', [code])
        .orWhereRaw('?::boolean', [seenAt !== undefined]),
    )
    .update({
      stage: db.raw(
        `case when ${stageOrder.replace('?::text', 'stage')} < ${stageOrder} then ? else stage end`,
        [stage, stage],
      ),
      code,
      message,
      ...(seenAt && { seen_at: seenAt, absent_since: null }),
    });
}

/** Notes since when, by the chain's time, nobody knows the transaction of a pending verification; the first note stays. */
export async function noteAbsence(db: Database, id: string, since: Date): Promise<void> {
  await db('verifications')
    .where({ id, outcome: 'pending' })
    .whereNull('absent_since')
    .update({ absent_since: since });
}

/**
 * Writes a decision if the verification is still pending; answers it then, and nothing if it was decided. Throws PostgreSQL's unique violation
 * where another accepted claim has the transaction or the subject: see {@link isTaken}.
 */
export async function decide(
  db: Database,
  id: string,
  { decision, cluster, at }: { decision: Decision; cluster: string | null; at: Date },
): Promise<VerificationRecord | undefined> {
  const { outcome, code, message, amount, decimals, slot, rules, payer } = decision;
  const [written] = await db('verifications')
    .where({ id, outcome: 'pending' })
    .update({
      stage: 'judged',
      outcome,
      code,
      message,
      amount: amount?.toString() ?? null,
      decimals,
      slot,
      rules: JSON.stringify(rules satisfies RuleResult[]),
      payer: payer ?? null,
      cluster,
      judged_at: at,
    })
    .returning<Row[]>('*');
  return written && toRecord(written);
}

/** Whether an error says that another accepted claim has the transaction or the subject; that claim is committed then. */
export function isTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return (
    code === '23505' &&
    (constraint === 'verifications_accepted_signature' || constraint === 'verifications_accepted_subject')
  );
}
