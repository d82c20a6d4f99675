import { WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import { hasOwnMac, writeMacs } from '@naughty-list/payment-flow/proofs';
import type { Database } from '@naughty-list/service-kit/database/database';
import { type TraceCarrier, traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { Evidence } from '../chain/facts.ts';
import { type Terms, type TermsRow, termsColumns, toTerms } from '../terms/terms.ts';
import { purposeOf, type VerificationRecord } from './verification.ts';

export type Row = Omit<VerificationRecord, 'slot' | 'receivedAt' | 'seenAt' | 'absentSince'> & {
  slot: string | null;
  received_at: Date;
  seen_at: Date | null;
  absent_since: Date | null;
};

export function toRecord(row: Row): VerificationRecord {
  const { received_at: receivedAt, seen_at: seenAt, absent_since: absentSince, slot, ...rest } = row;
  return { ...rest, slot: slot === null ? null : Number(slot), receivedAt, seenAt, absentSince };
}

export type Requested = Pick<VerificationRecord, 'id' | 'signature' | 'demand' | 'round'>;

/**
 * Inserts the verification if missing, records the newest round, and returns the stored row, which keeps the signature and
 * demand of its first request, except the price of an intent. One that was accepted in the database, past the service, is to be judged again; so is one that was
 * too little before its owner added it to an intent, by this one.
 */
export async function receive(
  db: Database,
  { id, signature, demand, round }: Requested,
  at: Date,
): Promise<VerificationRecord> {
  const asked = { subject: demand.subject, demand: JSON.stringify(demand), round, received_at: at };
  const [written] = await db('verifications')
    .insert({ id, purpose: purposeOf(id), signature, ...asked })
    .onConflict('id')
    .merge({ round: db.raw('excluded.round') })
    .whereRaw("verifications.outcome = 'pending' and verifications.round < excluded.round")
    .returning<Row[]>(columns);
  type Coded = Row & { judged_demand?: object; mac?: Buffer };
  const found: Coded | undefined =
    written ??
    (await db('verifications')
      .where({ id })
      .first([...columns, 'judged_demand', 'mac']));
  if (!found) throw new Error(`Verification ${id} is gone`);
  const { judged_demand: _, mac: __, ...row } = found;
  const { outcome } = row;
  const isForged = outcome === 'accepted' && !hasOwnMac(db, 'verifications', found);
  const isTooLittle = outcome === 'rejected' && row.code === 'amount_below_minimum';
  const isAdded = isTooLittle && demand.intent !== undefined && row.demand.intent === undefined;
  const hasOtherPrice = demand.intent !== undefined && demand.minimumTokens !== row.demand.minimumTokens;
  if (outcome === 'accepted' && !isForged && hasOtherPrice && round > row.round)
    await updatePrice(db, { id, demand, round });
  if (!isForged && !isAdded) return toRecord(row);
  await db('verifications')
    .where({ id, outcome })
    .update({
      outcome: 'pending',
      stage: 'received',
      judged_at: null,
      ...(isAdded && { demand: asked.demand }),
    });
  return receive(db, { id, signature, demand, round }, at);
}

/** Writes the price of an intent that was renewed to all that was accepted for it: lists of payments say what is missing. */
async function updatePrice(
  db: Database,
  { id, demand: { intent, minimumTokens }, round }: Pick<Requested, 'id' | 'demand' | 'round'>,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Locked, because their codes are for the rows as they are by then; in one order, for others do the same.
    const accepted: Row[] = await trx('verifications')
      .whereRaw(isOfIntents('array[:intent]'), { intent })
      .orderBy('id')
      .forUpdate();
    await trx('verifications').where({ id }).update({ round });
    for (const row of accepted.filter((one) => hasOwnMac(trx, 'verifications', one))) {
      const demand = JSON.stringify({ ...row.demand, minimumTokens });
      await trx('verifications').where({ id: row.id }).update({ demand });
      await writeMacs(trx, 'verifications', { id: row.id });
    }
  });
}

/** Finalised evidence, the names of the providers that returned it, and the response of one of them (JSON). */
export type StoredEvidence = { facts: Evidence; providers: string[]; response: string | null };

/** The database's state for a claim, in one snapshot. */
export type ClaimState = BlockingClaims & {
  evidence: StoredEvidence | undefined;
  /** Whether the transaction was accepted without effect and freed: its payer may sign for something else. */
  isCredit: boolean;
  /** Whether it is a credit, or was refused as too little for what it names. */
  isSpare: boolean;
  terms: Terms;
};

export const columns = [
  'id',
  'purpose',
  'cluster',
  'signature',
  'subject',
  'demand',
  'stage',
  'outcome',
  'code',
  'message',
  'amount',
  'sent',
  'decimals',
  'slot',
  'rules',
  'payer',
  'payers',
  'round',
  'received_at',
  'seen_at',
  'absent_since',
  'judged_at',
];

/** Loads all state known before asking a provider. */
export async function loadState(
  db: Database,
  { cluster, signature, subject }: { cluster: string; signature: string; subject: string },
): Promise<ClaimState> {
  type StateRow = {
    facts: Evidence | null;
    providers: string[];
    response: string | null;
    mac: Buffer | null;
    used_for: string | null;
    is_paid: boolean;
    is_credit: boolean | null;
  } & TermsRow;
  const { rows } = await db.raw<{ rows: StateRow[] }>(
    `select asked.cluster, asked.signature, evidence.facts, evidence.providers, evidence.response, evidence.mac, used.subject as used_for, paid.id is not null as is_paid,
      (select bool_or(spare.code = 'subject_already_paid') from verifications spare where spare.cluster = asked.cluster
        and spare.signature = asked.signature and spare.outcome = 'rejected' and spare.purpose <> 'look' and spare.amount is not null) as is_credit,
      ${termsColumns}
    from state cross join (values (:cluster::text, :signature::text, :subject::text)) asked (cluster, signature, subject)
    left join evidence on evidence.cluster = asked.cluster and evidence.signature = asked.signature
    left join verifications used on used.cluster = asked.cluster and used.signature = asked.signature
      and used.outcome = 'accepted' and used.purpose <> 'look'
    left join verifications paid on paid.subject = asked.subject
      and paid.outcome = 'accepted' and paid.purpose <> 'look' and paid.demand->'fixed' is null`,
    { cluster, signature, subject },
  );
  const [found] = rows;
  if (!found) throw new Error('The query returned no row');
  const {
    facts,
    providers,
    response,
    used_for: usedFor,
    is_paid: isPaid,
    is_credit: isCredit,
    ...terms
  } = found;
  return {
    evidence: facts && hasOwnMac(db, 'evidence', found) ? { facts, providers, response } : undefined,
    use: usedFor === null ? undefined : { subject: usedFor },
    isPaid,
    isCredit: isCredit === true,
    isSpare: isCredit !== null,
    terms: toTerms(terms, cluster),
  };
}

export async function findVerification(db: Database, id: string): Promise<VerificationRecord | undefined> {
  const row = await db('verifications').where({ id }).select<Row[]>(columns).first();
  return row && toRecord(row);
}

/** Whether an accepted claim has used the transaction. */
export async function isTransactionUsed(
  db: Database,
  { cluster, signature }: Pick<VerificationRecord, 'cluster' | 'signature'>,
): Promise<boolean> {
  const used = db('verifications')
    .where({ cluster, signature, outcome: 'accepted' })
    .whereNot({ purpose: 'look' });
  return (await used.first('id')) !== undefined;
}

/** Those of these claims that the chain has shown and that are not refused, in their order. */
export async function findSeenClaims(db: Database, ids: readonly string[]): Promise<VerificationRecord[]> {
  const rows = await db('verifications')
    .whereIn('id', ids)
    .whereNot({ stage: 'received' })
    .whereNot({ outcome: 'rejected' })
    .orderByRaw('array_position(?::text[], id)', [[...ids]])
    .select<Row[]>(columns);
  return rows.map(toRecord);
}

/** SQL: what the index of names has of a claim: its wallets and its intent. */
export const namesOf = (row: string) =>
  `array[${row}.payer, ${row}.demand->>'provenWallet', ${row}.demand->>'intent']`;

/** SQL: whether a claim was accepted for one of these intents. */
export const isOfIntents = (intents: string, row = 'verifications') =>
  `${namesOf(row)} && ${intents} and ${row}.demand->>'intent' = any(${intents})
    and ${row}.outcome = 'accepted' and ${row}.purpose <> 'look'`;

/** What was accepted for each of these intents, in base units. */
export async function sumParts(db: Database, intents: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await db.raw<{ rows: { intent: string; amount: string }[] }>(
    `select demand->>'intent' as intent, sum(amount)::text as amount from verifications
     where ${isOfIntents(':intents::text[]')} group by 1`,
    { intents: [...intents] },
  );
  return new Map(rows.map(({ intent, amount }) => [intent, BigInt(amount)]));
}

/** The payer of a verification; of an intent paid in parts, the wallet that paid most. */
export async function findMainPayer(
  db: Database,
  {
    demand: { intent },
    outcome,
    code,
    payer,
  }: Pick<VerificationRecord, 'demand' | 'outcome' | 'code' | 'payer'>,
): Promise<string | null> {
  // With one of the whole price, in another mint, parts are their payers' credit.
  if (intent === undefined || outcome !== 'accepted' || code === WHOLE_PRICE) return payer;
  const main: { payer: string } | undefined = await db('verifications')
    .whereRaw(isOfIntents('array[:intent]'), { intent })
    .whereNotNull('payer')
    .groupBy('payer')
    .orderByRaw('sum(amount) desc, min(received_at)')
    .first('payer');
  return main?.payer ?? payer;
}

/** Accepted claims that block another: `use` is what its transaction has paid for, `isPaid` whether its subject is paid for. */
export type BlockingClaims = { use: { subject: string } | undefined; isPaid: boolean };

/** A verification to poll; `polls` counts its polls, including this one. */
export type Polled = {
  record: VerificationRecord;
  polls: number;
  requestId: string | null;
  /** Trace context in which the claim was received. */
  trace: TraceCarrier;
};

// The longest that a crashed poller or a lost job delays the rows it had taken.
const TAKEN_SECONDS = 30;
/** Without a poll for this long, the poller is presumed dead, and a job from the owner's sweep judges directly. */
const POLLED_SECONDS = 60;

/** Hands a pending verification over to the poller, with its first poll after `afterMs`. */
export async function leaveToPoller(
  db: Database,
  { id, requestId, afterMs }: { id: string; requestId: string | undefined; afterMs: number },
): Promise<void> {
  const { traceparent } = traceCarrier();
  await db('verifications')
    .where({ id, outcome: 'pending' })
    .update({
      poll_at: db.raw("now() + ? * interval '1 millisecond'", [afterMs]),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(traceparent !== undefined && { traceparent }),
    });
}

/** Whether the poller is handling a verification; if so, records the round in which its owner requested it again. */
export async function isPolled(db: Database, { id, round }: { id: string; round: number }): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update verifications set round = greatest(round, :round)
     where id = :id and outcome = 'pending' and poll_at > now() - interval '${POLLED_SECONDS} seconds'`,
    { id, round },
  );
  return rowCount === 1;
}

/**
 * Takes verifications that are due, payments before previews and the longest overdue first, skipping those that another poller is taking. A due time
 * beyond the longest possible delay was set before the database's clock was set back, so it counts as due.
 */
export async function takeDuePolls(db: Database, limit: number): Promise<Polled[]> {
  type PolledRow = Row & { polls: number; request_id: string | null; traceparent: string | null };
  const { rows } = await db.raw<{ rows: PolledRow[] }>(
    `update verifications own
     set poll_at = now() + interval '${TAKEN_SECONDS} seconds', polls = own.polls + 1
     from (select id from verifications where outcome = 'pending'
           and (poll_at <= now() or poll_at > now() + interval '${POLLED_SECONDS} seconds')
           order by purpose = 'look', poll_at limit :limit for update skip locked) due
     where own.id = due.id
     returning ${columns.map((column) => `own.${column}`).join(', ')}, own.polls, own.request_id, own.traceparent`,
    { limit },
  );
  return rows.map(({ polls, request_id: requestId, traceparent, ...row }) => ({
    record: toRecord(row as Row),
    polls,
    requestId,
    trace: traceparent === null ? {} : { traceparent },
  }));
}

/** Sets when each is polled next; without a time, never again. Rows decided in the meantime are unchanged. */
export async function schedulePolls(
  db: Database,
  polls: readonly { id: string; nextInMs: number | null }[],
): Promise<void> {
  if (polls.length === 0) return;
  await db.raw(
    `update verifications polled set poll_at = now() + next.after_ms * interval '1 millisecond'
     from unnest(:ids::text[], :after::float8[]) next (id, after_ms)
     where polled.id = next.id and polled.outcome = 'pending'`,
    { ids: polls.map(({ id }) => id), after: polls.map(({ nextInMs }) => nextInMs) },
  );
}
