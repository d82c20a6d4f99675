import { MOST_PAYERS } from '@naughty-list/contracts/payment-proofs';
import { removalTexts } from '@naughty-list/contracts/removal';
import { CHAIN_VERIFICATIONS_CHANNEL, type RuleResult } from '@naughty-list/contracts/verifications';
import { type Database, isDuplicate, notifying } from '@naughty-list/service-kit/database/database';
import type { Evidence } from '../chain/facts.ts';
import { type Demand, writeDemand } from '../verdicts/demand.ts';
import { OWN_COLUMNS, type Row, type StoredEvidence, toRecord } from './repository.ts';
import type { ChainStage, Decision, VerificationRecord } from './verification.ts';

type EvidenceRow = {
  cluster: string;
  signature: string;
  facts: Evidence;
  providers: string[];
  response: string | null;
};

export async function findEvidence(
  db: Database,
  /** `is_accepted`: only if an accepted claim rests on it; anything else may be a provider's mistake. */
  which: { cluster: string; signature: string; is_accepted?: true },
): Promise<Evidence | undefined> {
  const row = await db<EvidenceRow & { is_accepted: boolean }>('evidence').where(which).first('facts');
  return row?.facts;
}

/**
 * SQL condition that no accepted claim rests on the row aliased `stored`: accepted claims keep their evidence forever.
 */
export const REPLACEABLE = `not stored.is_accepted and not exists (
  select 1 from verifications used where used.cluster = stored.cluster and used.signature = stored.signature
    and used.outcome = 'accepted' and used.purpose <> 'look')`;

/** Stores evidence, replacing earlier evidence unless an accepted claim rests on it. */
export async function saveEvidence(db: Database, row: EvidenceRow): Promise<void> {
  await db('evidence as stored')
    .insert({ ...row, facts: JSON.stringify(row.facts) })
    .onConflict(['cluster', 'signature'])
    .merge({
      facts: db.raw('excluded.facts'),
      providers: db.raw('excluded.providers'),
      response: db.raw('excluded.response'),
      stored_at: db.fn.now(),
    })
    .whereRaw(REPLACEABLE);
}

/** The requested values of a verification: the columns of a new row. */
function rowValues({ id, purpose, signature, demand, round, receivedAt }: VerificationRecord) {
  const { subject } = demand;
  return { id, purpose, signature, subject, demand: JSON.stringify(demand), round, received_at: receivedAt };
}

const stageIndex = (stage: string) =>
  `array_position(array['received','found','confirmed','finalised','judged'], ${stage})`;
const isFurther = `${stageIndex('own.stage')} < ${stageIndex('excluded.stage')}`;

/**
 * Records how far a pending verification has progressed and why it is still pending; inserts it if missing. A stage
 * never goes back.
 */
export async function recordProgress(
  db: Database,
  record: VerificationRecord,
  progress: { stage: ChainStage; code: string; message: string; seenAt?: Date | undefined },
): Promise<void> {
  const { stage, code, message, seenAt = null } = progress;
  await db.raw(
    `insert into verifications as own
       (id, purpose, signature, subject, demand, round, received_at, stage, code, message, seen_at)
     values (:id, :purpose, :signature, :subject, :demand, :round, :received_at, :stage, :code, :message, :seenAt)
     on conflict (id) do update set
       stage = case when ${isFurther} then excluded.stage else own.stage end,
       code = excluded.code, message = excluded.message, round = greatest(own.round, excluded.round),
       seen_at = coalesce(excluded.seen_at, own.seen_at),
       absent_since = case when excluded.seen_at is null then own.absent_since end
     where own.outcome = 'pending' and (${isFurther} or own.code is distinct from excluded.code
       or own.round < excluded.round or excluded.seen_at is not null)
     returning pg_notify('${CHAIN_VERIFICATIONS_CHANNEL}', own.id)`,
    { ...rowValues(record), stage, code, message, seenAt },
  );
}

/**
 * Records since when, in chain time, no provider knows the transaction of a pending verification; the first record
 * stays.
 */
export async function recordAbsence(db: Database, record: VerificationRecord, since: Date): Promise<void> {
  await db.raw(
    `insert into verifications as own (id, purpose, signature, subject, demand, round, received_at, absent_since)
     values (:id, :purpose, :signature, :subject, :demand, :round, :received_at, :since)
     on conflict (id) do update set absent_since = excluded.absent_since
     where own.outcome = 'pending' and own.absent_since is null`,
    { ...rowValues(record), since },
  );
}

const WRITE_DECISION = `
   with kept as (
     insert into evidence as stored (cluster, signature, facts, providers, response, is_accepted)
     select :cluster::text, :signature::text, :facts::jsonb, :providers::text[], :response::text, :isAccepted::boolean
     where :facts::text is not null
     on conflict (cluster, signature) do update set facts = excluded.facts, providers = excluded.providers,
       response = excluded.response, is_accepted = excluded.is_accepted, stored_at = now()
     where (excluded.is_accepted or stored.facts is distinct from excluded.facts) and ${REPLACEABLE}
   ), own as (
     insert into verifications as own (id, purpose, signature, subject, demand, round, received_at, stage, outcome,
       code, message, amount, sent, decimals, slot, rules, payer, payers, judged_demand, cluster, seen_at, judged_at)
     values (:id, :purpose, :signature, :subject, :demand, :round, :received_at, 'judged', :outcome,
       :code, :message, :amount, :sent, :decimals, :slot, :rules, :payer, :payers, :judgedDemand, :cluster, :seenAt, :at)
     on conflict (id) do update set
       stage = excluded.stage, outcome = excluded.outcome, code = excluded.code, message = excluded.message,
       amount = excluded.amount, sent = excluded.sent, decimals = excluded.decimals, slot = excluded.slot, rules = excluded.rules,
       payer = excluded.payer, payers = excluded.payers,
       judged_demand = excluded.judged_demand, cluster = excluded.cluster, judged_at = excluded.judged_at,
       round = greatest(own.round, excluded.round), seen_at = coalesce(excluded.seen_at, own.seen_at),
       absent_since = case when excluded.seen_at is null then own.absent_since end
     where own.outcome = 'pending'
     returning *
   )
   select ${OWN_COLUMNS} from own, pg_notify('${CHAIN_VERIFICATIONS_CHANNEL}', own.id)`;

/**
 * Stores a decision with its evidence in one statement, unless the verification is already decided: then returns
 * undefined. Evidence of an accepted claim never changes. Throws PostgreSQL's unique violation, with nothing stored, if
 * another accepted claim has the transaction or subject: see {@link isTaken}.
 */
export async function writeDecision(
  db: Database,
  record: VerificationRecord,
  {
    decision,
    cluster,
    at,
    seenAt = null,
    keep,
    demand,
  }: {
    decision: Decision;
    cluster: string;
    at: Date;
    seenAt?: Date | null | undefined;
    keep?: StoredEvidence | undefined;
    /** By which an accepted claim was judged. */
    demand?: Demand | undefined;
  },
): Promise<VerificationRecord | undefined> {
  const { outcome, code, message, amount, sent = 0n, decimals, slot, rules, payer, payers } = decision;
  const isAccepted = outcome === 'accepted' && record.purpose !== 'look';
  const { rows } = await db.raw<{ rows: Row[] }>(WRITE_DECISION, {
    ...rowValues(record),
    facts: keep ? JSON.stringify(keep.facts) : null,
    providers: keep?.providers ?? null,
    response: keep?.response ?? null,
    isAccepted,
    outcome,
    code,
    message,
    amount: amount?.toString() ?? null,
    sent: sent.toString(),
    decimals,
    slot,
    rules: JSON.stringify(rules satisfies RuleResult[]),
    payer: payer ?? null,
    payers: payers ? JSON.stringify(payers.slice(0, MOST_PAYERS)) : null,
    judgedDemand: isAccepted && demand ? writeDemand(demand) : null,
    cluster,
    seenAt,
    at,
  });
  const [written] = rows;
  return written && toRecord(written);
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
