import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { Address } from '@naughty-list/contracts/primitives';
import { type RuleResult, unseenClaimLimits } from '@naughty-list/contracts/verifications';
import { deleteInBatches } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

/** The owner's word for a claim that took effect. */
type Done = 'removed' | 'admitted';

/**
 * A claim that a transaction pays for something.
 *
 *   pending ─ accepted verdict, effect took place ──► done (`removed`, `admitted`)
 *      ├───── accepted part of an intent's price ─────► counted ─ the rest arrived ► done, or its time is over ► refused
 *      ◄───── the price fell to its parts ────────────┘
 *      └───── rejected verdict, or nothing to pay for ► refused; with an amount, it is its payer's credit
 */
export type Claim = {
  id: string;
  /** What is paid for; null when it has been deleted. */
  subject: string | null;
  signature: string;
  status: 'pending' | 'counted' | 'refused' | Done;
  /** The intent that it pays for, or a part of. */
  intentId: string | null;
  code: string | null;
  /** For display. */
  message: string | null;
  /** Base units. */
  amount: bigint | null;
  /** The part of the amount sent to a burn wallet that has a key, which is not burned. */
  sent: bigint;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** How often the sweep has requested the verdict again. */
  round: number;
  requestId: string | null;
  /**
   * The wallet that signed for this claim. A claim of the same payment by another wallet, or without one, is a separate
   * claim.
   */
  provenWallet: Address | null;
  /** Only on a new claim: how many other pending claims its client has of transactions not seen on the chain. */
  othersPending?: number;
  /** Wallets that may sign, when the claim was refused for lack of a proof. */
  payers: Address[] | null;
};

/** The verifier's verdict. */
export type ClaimVerdict = JobPayload<typeof applyBurnVerdictJob>;

/** Why a claim ended without effect; `message` is for display. */
export type Refusal = { code: string; message: string };

/** The end of a claim. */
export type ClaimEnd = { status: Done | 'counted' } | ({ status: 'refused' } & Refusal);

/** The code of a payment that no provider knows yet. */
export const NOT_FOUND_YET = 'not_found_yet';
/** Refusal codes for which owners have their own response. */
export const ALREADY_USED = 'already_used';
export const SUBJECT_ALREADY_PAID = 'subject_already_paid';
export const TOO_LITTLE = 'amount_below_minimum';

/** PostgreSQL channel on which intents that may have changed are announced by id. */
export const INTENTS_CHANNEL = 'payment_intents';

/** SQL: what keeps a refused claim from standing in the way of others of its payment. */
const OWN_PLACE = "case when status = 'refused' then id else '' end";

/**
 * An owner's claim table. It has the columns of {@link Row}, one column for the subject, and a unique index on that
 * column, `signature`, `coalesce(proven_wallet, '')` and {@link OWN_PLACE}.
 */
export type ClaimTable = {
  table: string;
  subjectColumn: string;
  /** Channel on which each decided claim is announced by id. */
  channel: string;
  done: Done;
};

type Row = Omit<Claim, 'amount' | 'sent' | 'slot'> & {
  amount: string | null;
  sent: string;
  slot: string | null;
  notified?: unknown;
};

/** SQL for the columns of {@link Row}. */
const columnsOf = ({ subjectColumn }: ClaimTable) =>
  `claim.id, ${subjectColumn}::text as subject, signature, status, code, message, amount, sent, decimals, slot, rules, round,
  request_id as "requestId", proven_wallet as "provenWallet", payers, intent_id as "intentId"`;

/** SQL for `returning`: wakes the pages that show the claim's intent. */
const INTENT_CHANGED = `case when intent_id is not null then pg_notify('${INTENTS_CHANNEL}', intent_id) end`;

/** SQL for `returning`: wakes the followers of a decided claim and of its intent. */
const decided = ({ channel }: { channel: string }) => `pg_notify('${channel}', id), ${INTENT_CHANGED}`;

function toClaim({ amount, sent, slot, notified: _, ...row }: Row): Claim {
  return {
    ...row,
    amount: amount === null ? null : BigInt(amount),
    sent: BigInt(sent),
    slot: slot === null ? null : Number(slot),
  };
}

const select = (db: Knex, claims: ClaimTable) =>
  db(`${claims.table} as claim`).select<Row[]>(db.raw(columnsOf(claims)));

export async function findClaim(db: Knex, claims: ClaimTable, id: string): Promise<Claim | undefined> {
  const [row] = await select(db, claims).where({ id });
  return row && toClaim(row);
}

/**
 * The claim of this payment for this subject that took effect, else the pending one. If a wallet is given, only its
 * own claim counts as pending (`null`: the claim without a proof).
 */
export async function findStandingClaim(
  db: Knex,
  claims: ClaimTable,
  { subject, signature, provenWallet }: { subject: string; signature: string; provenWallet?: Address | null },
): Promise<Claim | undefined> {
  const rows = await select(db, claims)
    .where({ [claims.subjectColumn]: subject, signature })
    .whereIn('status', ['pending', 'counted', claims.done]);
  const isOwn = (row: Row) => provenWallet === undefined || row.provenWallet === provenWallet;
  const row = rows.find(({ status }) => status === claims.done) ?? rows.find(isOwn);
  return row && toClaim(row);
}

/** The claims of an intent, oldest first. */
export async function findClaimsOfIntent(db: Knex, claims: ClaimTable, intentId: string): Promise<Claim[]> {
  const rows = await select(db, claims).where({ intent_id: intentId }).orderBy(['created_at', 'id']);
  return rows.map(toClaim);
}

/** The ids of a subject's pending claims: the newest of each client, then the next of each, so that none hides the others'. */
export async function findPendingIds(
  db: Knex,
  claims: ClaimTable,
  { subject, limit }: { subject: string; limit: number },
): Promise<string[]> {
  return db(claims.table)
    .where({ [claims.subjectColumn]: subject, status: 'pending' })
    .orderByRaw('row_number() over (partition by client order by created_at desc), created_at desc')
    .limit(limit)
    .pluck('id');
}

/** Adds a pending claim to an intent; false if it has one, or is not pending any more. */
export async function addToIntent(
  db: Knex,
  claims: ClaimTable,
  { id, intentId }: { id: string; intentId: string },
): Promise<boolean> {
  const added = await db(claims.table)
    .where({ id, status: 'pending' })
    .whereNull('intent_id')
    .update({ intent_id: intentId })
    .returning(db.raw(INTENT_CHANGED));
  return added.length > 0;
}

/**
 * Inserts a pending claim, due for the sweep after `dueInMs`. Undefined when the same claim already stands, or when
 * its `client`, or all clients together, have too many pending ({@link unseenClaimLimits}). No limit applies without
 * a client.
 */
export async function insertClaim(
  db: Knex,
  claims: ClaimTable,
  claim: {
    id: string;
    subject: string;
    signature: string;
    requestId: string | null;
    dueInMs: number;
    provenWallet: Address | null;
    client: string | null;
    intentId: string | null;
  },
): Promise<Claim | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into ${claims.table} as claim (id, ${claims.subjectColumn}, signature, request_id, due_at, proven_wallet, client, intent_id)
     select :id, :subject, :signature, :requestId, now() + :dueInMs::float8 * interval '1 millisecond', :provenWallet, :client::text, :intentId
     where :client::text is null or not (${hasTooMany(claims, ':client::text')})
     on conflict (${claims.subjectColumn}, signature, coalesce(proven_wallet, ''), (${OWN_PLACE})) do nothing
     returning ${columnsOf(claims)},
       (select count(*)::int from ${claims.table} where status = 'pending' and client = :client) as "othersPending", ${INTENT_CHANGED} as notified`,
    claim,
  );
  const [row] = rows;
  return row && toClaim(row);
}

const hasTooMany = ({ table }: { table: string }, client: string) => `
  (select count(*) from ${table} where status = 'pending' and client = ${client}) >= ${unseenClaimLimits.perClient}
  or (select count(*) from ${table} where status = 'pending' and client is not null) >= ${unseenClaimLimits.total}`;

/** Whether a client, or all clients together, have reached the limit of pending claims. */
export async function hasTooManyPending(db: Knex, claims: ClaimTable, client: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_full: boolean }[] }>(
    `select ${hasTooMany(claims, ':client')} as is_full`,
    {
      client,
    },
  );
  return rows[0]?.is_full === true;
}

/** Locks a pending claim until the transaction ends; undefined when it is no longer pending. */
export async function lockPendingClaim(
  trx: Knex,
  claims: ClaimTable,
  id: string,
): Promise<Claim | undefined> {
  const [row] = await select(trx, claims).where({ id, status: 'pending' }).forUpdate();
  return row && toClaim(row);
}

/** SQL: whether another claim keeps the payment as a credit already: anyone may claim it again and again. */
const isKept = ({ table, subjectColumn }: ClaimTable) =>
  `exists (select from ${table} kept where kept.${subjectColumn} = ${table}.${subjectColumn}
     and kept.signature = ${table}.signature and kept.status = 'refused' and kept.amount is not null
     and kept.intent_id is not distinct from ${table}.intent_id)`;

/** Writes the end of a pending claim with its verdict; false when it was not pending. */
export async function endClaim(
  db: Knex,
  claims: ClaimTable,
  { verdict, end }: { verdict: ClaimVerdict; end: ClaimEnd },
): Promise<boolean> {
  const { id, outcome, sent = '0', decimals, slot, rules, payers } = verdict;
  const once = db.raw(`case when ${isKept(claims)} then null else ?::numeric end`, [verdict.amount]);
  // What was accepted has to be freed at the verifier.
  const amount = outcome === 'rejected' ? once : verdict.amount;
  const paid = { amount, sent, decimals, slot, rules: JSON.stringify(rules) };
  const refused = { code: null, message: null, payers: payers ? JSON.stringify(payers) : null };
  return endClaims(db, claims, {
    which: { id, status: 'pending' },
    end: { ...paid, ...refused, ...end, decided_at: db.fn.now() },
  });
}

/** Ends the claims that match `which`, and deletes their client keys; false when there are none. */
export async function endClaims(
  db: Knex,
  claims: { table: string; channel: string },
  { which, end }: { which: Record<string, string>; end: { status: string } & Record<string, unknown> },
): Promise<boolean> {
  const ended = await db(claims.table)
    .where(which)
    .update({ ...end, client: null })
    .returning(db.raw(decided(claims)));
  return ended.length > 0;
}

/** Refuses a pending claim without a verdict. */
export async function refuseClaim(
  db: Knex,
  claims: ClaimTable,
  { id, refusal }: { id: string; refusal: Refusal },
): Promise<void> {
  const { code, message } = refusal;
  const end = { status: 'refused', code, message, decided_at: db.fn.now() };
  await endClaims(db, claims, { which: { id, status: 'pending' }, end });
}

// SQL: the delay of old claims. Anyone may claim any transaction, and some can never be judged: these are sent ever more rarely.
const ofAge = "least((now() - created_at) * 0.25, interval '6 hours')";

/**
 * Takes pending claims that are due, oldest first, skipping those locked by another sweep. Each becomes due again after
 * a delay that doubles from `firstDelayMs` up to `maxDelayMs`, or a quarter of the claim's age if that is longer. A
 * later due time was set before the database's clock was set back, so it counts as due.
 */
export async function takeDueClaims(
  db: Knex,
  claims: ClaimTable,
  sweep: { limit: number; firstDelayMs: number; maxDelayMs: number },
): Promise<Claim[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update :table: claim
     set round = round + 1,
         due_at = now() + greatest(
           least(:firstDelayMs * 2 ^ least(round + 1, 16), :maxDelayMs) * interval '1 millisecond',
           ${ofAge})
     from (select id from :table: where status = 'pending'
             and (due_at <= now() or due_at > now() + interval '1 minute'
               + greatest(:maxDelayMs * interval '1 millisecond', ${ofAge}))
           order by due_at limit :limit for update skip locked) due
     where claim.id = due.id
     returning ${columnsOf(claims)}`,
    { ...sweep, table: claims.table },
  );
  return rows.map(toClaim);
}

/**
 * Deletes claims refused before a time, except those with an amount: a valid payment without effect, about which its payer
 * may ask. Returns the number deleted.
 */
export async function forgetRefusedClaims(
  db: Knex,
  claims: ClaimTable,
  { before, mayGoOn }: { before: Date; mayGoOn: () => boolean },
): Promise<number> {
  return deleteInBatches(db, {
    table: claims.table,
    key: ['id'],
    where: (claims) =>
      void claims
        .where({ status: 'refused', released_at: null })
        .whereRaw('num_nulls(amount) = 1')
        .where('decided_at', '<', before),
    mayGoOn,
  });
}
