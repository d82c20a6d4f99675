import { randomUUID } from 'node:crypto';
import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import {
  type Database,
  deleteInBatches,
  makeMac,
  notifying,
} from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { type ClaimTable, endClaims, INTENTS_CHANNEL, type Refusal } from './claim-table.ts';

export const LIFETIME_MS = 24 * 3_600_000;

/** For this long after it expires, payments still count by its terms. */
export const GRACE_MS = 3_600_000;

/** Time for a payment of the last minute to become final and be judged. */
export const SLACK_MS = 10 * 60_000;

/** What a browser was asked to pay: fixed terms for a subject. */
export type Intent = {
  id: string;
  visitor: string;
  subject: string;
  /** Whole tokens. */
  price: string;
  decimals: number;
  mint: string;
  burnWallet: string;
  reference: string;
  referenceKey: string;
  expiresAt: Date;
  state: 'open' | 'paid' | 'settled';
};

export const priceOf = ({ price, decimals }: Intent): bigint => toBaseUnits(price, decimals);

/** Until when payments count by its terms. */
export const countsUntil = ({ expiresAt }: Pick<Intent, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() + GRACE_MS);

/** The demand for a payment: the usual one, with the terms that its intent fixed. */
export function demandWithIntent(usual: PaymentDemand, intent: Intent | undefined): PaymentDemand {
  if (!intent) return usual;
  const { price, mint, burnWallet, referenceKey } = intent;
  return {
    ...usual,
    minimumTokens: WholeTokens.parse(price),
    referenceKey: Address.parse(referenceKey),
    intent: intent.id,
    fixed: {
      mint: Address.parse(mint),
      burnWallet: Address.parse(burnWallet),
      until: Math.floor(countsUntil(intent).getTime() / 1_000),
    },
  };
}

/** What an intent's state depends on. Amounts in base units. */
export type IntentFacts = {
  state: Intent['state'];
  isExpired: boolean;
  /** Whether there is still something to pay for. */
  isPayable: boolean;
  received: bigint;
  credited: bigint;
  /** How far the furthest payment under way is. */
  underWay: 'none' | 'seen' | 'confirmed';
};

export function stateOf(known: IntentFacts): PaymentIntent['state'] {
  if (known.state !== 'open') return known.state;
  if (known.underWay !== 'none') return known.underWay;
  if (!known.isPayable) return 'superseded';
  if (known.isExpired) return known.received + known.credited > 0n ? 'late' : 'expired';
  return known.received > 0n ? 'partial' : 'open';
}

type Row = Intent & { mac: Buffer };

const columns = [
  ...['id', 'visitor', 'subject', 'price', 'decimals', 'mint', 'burn_wallet as burnWallet', 'reference'],
  ...['reference_key as referenceKey', 'expires_at as expiresAt', 'state', 'mac'],
];

/** The MAC of an intent's fixed columns. */
export function macOf(db: Database, intent: Omit<Intent, 'state'>): Buffer {
  const { id, visitor, subject, price, decimals, mint, burnWallet, reference, referenceKey, expiresAt } =
    intent;
  return makeMac(db, 'payment intents', [
    ...[id, visitor, subject, price, decimals, mint, burnWallet, reference, referenceKey],
    expiresAt,
  ]);
}

/** Undefined if the row is missing or its MAC is wrong: the service did not write it. */
function toIntent(db: Database, row: Row | undefined): Intent | undefined {
  if (!row?.mac.equals(macOf(db, row))) return undefined;
  const { mac, ...intent } = row;
  return intent;
}

export async function findIntent(db: Knex, id: string): Promise<Intent | undefined> {
  return toIntent(db, await db('payment_intents').where({ id }).first(columns));
}

/** The intent of this id, if it is for this subject. */
export async function findIntentFor(
  db: Knex,
  id: string | undefined,
  subject: string | number,
): Promise<Intent | undefined> {
  const intent = id === undefined ? undefined : await findIntent(db, id);
  return intent?.subject === String(subject) ? intent : undefined;
}

/** Locks an intent until the transaction ends, so that its payments are added up one at a time. */
export async function lockIntent(trx: Knex, id: string): Promise<Intent | undefined> {
  return toIntent(trx, await trx('payment_intents').where({ id }).forUpdate().first(columns));
}

/** What has arrived in parts for each intent of a query, to order them by. */
const partsOf = (db: Knex, { table }: Pick<ClaimTable, 'table'>) => {
  const parts = db(table).whereRaw('intent_id = payment_intents.id').where({ status: 'counted' });
  return db.raw('coalesce((?), 0) desc', [parts.sum('amount')]);
};

/**
 * The intent for a subject with a reference key, which all of a browser's share: in the mint, if there is one; of these, the one of
 * which most has been paid, else the newest.
 */
export async function findIntentByKey(
  db: Knex,
  claims: Pick<ClaimTable, 'table'>,
  {
    subject,
    referenceKey,
    mint = '',
  }: Pick<Intent, 'subject' | 'referenceKey'> & { mint?: string | undefined },
): Promise<Intent | undefined> {
  const row: Row | undefined = await db('payment_intents')
    .where({ subject, reference_key: referenceKey })
    .orderByRaw('mint = ? desc, ?, created_at desc', [mint, partsOf(db, claims)])
    .first(columns);
  return toIntent(db, row);
}

/** The open intent of a browser for a subject that expired at most `expiredMs` ago: the one of which most has been paid, else the newest. */
export async function findOpenIntent(
  db: Knex,
  claims: Pick<ClaimTable, 'table'>,
  { subject, visitor, expiredMs = 0 }: { subject: string; visitor: string; expiredMs?: number },
): Promise<Intent | undefined> {
  const row: Row | undefined = await db('payment_intents')
    .where({ subject, state: 'open', visitor })
    .whereRaw(`expires_at > now() - ? * interval '1 millisecond'`, [expiredMs])
    .orderByRaw('?, created_at desc', [partsOf(db, claims)])
    .first(columns);
  return toIntent(db, row);
}

/** Intents of other browsers for the same subject that payments still count for: those of which most has been paid, then the newest. */
export async function findOthersOpen(
  db: Knex,
  claims: Pick<ClaimTable, 'table'>,
  { subject, visitor, limit }: { subject: string; visitor: string | undefined; limit: number },
): Promise<Intent[]> {
  const rows: Row[] = await db('payment_intents')
    .where({ subject, state: 'open' })
    .whereNot(visitor === undefined ? {} : { visitor })
    .whereRaw(`expires_at > now() - ? * interval '1 millisecond'`, [GRACE_MS])
    .orderByRaw('?, created_at desc', [partsOf(db, claims)])
    .limit(limit)
    .select(columns);
  return rows.flatMap((row) => toIntent(db, row) ?? []);
}

/** Whether an intent for this subject has fixed this wallet, however long ago. */
export async function hasFixed(
  db: Knex,
  { subject, burnWallet }: Pick<Intent, 'subject' | 'burnWallet'>,
): Promise<boolean> {
  const fixed = { subject, burn_wallet: burnWallet };
  return (await db('payment_intents').where(fixed).first('id')) !== undefined;
}

/** A new intent; or the one with these terms that another tab of the browser has just opened, so that parts are not split. */
export async function insertIntent(
  db: Knex,
  { claims, purpose }: { claims: ClaimTable; purpose: 'removal' | 'membership' },
  terms: Omit<Intent, 'id' | 'expiresAt' | 'state'>,
): Promise<Intent> {
  const { visitor, subject, price, mint } = terms;
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${visitor} ${subject}`]);
    const newest = await findOpenIntent(trx, claims, { subject, visitor });
    if (newest?.price === price && newest.mint === mint && newest.burnWallet === terms.burnWallet)
      return newest;
    const id = `${purpose}_${randomUUID()}`;
    const intent = { id, ...terms, expiresAt: new Date(Date.now() + LIFETIME_MS) };
    const { burnWallet, referenceKey, expiresAt, ...rest } = intent;
    const named = { burn_wallet: burnWallet, reference_key: referenceKey, expires_at: expiresAt };
    const [written] = await trx('payment_intents')
      .insert({ ...rest, ...named, mac: macOf(trx, intent) })
      .returning<Row[]>(columns);
    const kept = toIntent(trx, written);
    if (!kept) throw new Error('The intent was not written');
    return kept;
  });
}

/**
 * Renews an intent with other terms for another day, if parts count for it; undefined otherwise. If they reach the price alone, the largest
 * is judged again: its verdict, which stays as it is, then takes effect as that of a last part does.
 */
export async function renewIntent(
  db: Knex,
  claims: Pick<ClaimTable, 'table' | 'done'>,
  { known, price, burnWallet }: { known: Intent; price: string; burnWallet: string },
): Promise<Intent | undefined> {
  return db.transaction(async (trx) => {
    // Locked as by payments and by the sweep that refuses parts.
    const now = await lockIntent(trx, known.id);
    if (now?.state !== 'open') return undefined;
    const { received } = await sumPayments(trx, claims, known.id);
    if (received === 0n) return undefined;
    const expiresAt = new Date(Date.now() + LIFETIME_MS);
    const mac = macOf(trx, { ...now, price, burnWallet, expiresAt });
    const [written] = await trx('payment_intents')
      .where({ id: known.id })
      .update({ price, burn_wallet: burnWallet, expires_at: expiresAt, mac })
      .returning<Row[]>([...columns, notifying(trx, INTENTS_CHANNEL)] as never);
    const parts = trx(claims.table).where({ intent_id: known.id, status: 'counted' });
    if (received >= toBaseUnits(price, known.decimals))
      await trx(claims.table)
        .whereIn('id', parts.orderBy('amount', 'desc').limit(1).select('id'))
        .update({ status: 'pending', due_at: trx.fn.now() });
    return toIntent(trx, written);
  });
}

/** Sums of an intent's payments that count, in base units: all, and the unburned share of them. */
export async function sumPayments(
  db: Knex,
  { table, done }: Pick<ClaimTable, 'table' | 'done'>,
  intentId: string,
): Promise<{ received: bigint; sent: bigint }> {
  const { rows } = await db.raw<{ rows: { received: string; sent: string }[] }>(
    `select coalesce(sum(amount), 0)::text as received, coalesce(sum(sent), 0)::text as sent
     from :table: where intent_id = :intentId and status in ('counted', :done)`,
    { table, done, intentId },
  );
  const { received, sent } = rows[0] ?? { received: 0, sent: 0 };
  return { received: BigInt(received), sent: BigInt(sent) };
}

/** Refuses the parts that count for an intent: they are their payers' credit. */
export async function refuseParts(
  trx: Knex,
  claims: Pick<ClaimTable, 'table' | 'channel'>,
  { id, refusal }: { id: string; refusal: Refusal },
): Promise<void> {
  const which = { intent_id: id, status: 'counted' };
  await endClaims(trx, claims, { which, end: { status: 'refused', ...refusal } });
}

/** Ends an open intent, and its parts as done: they took effect with the payment that completed them. */
export async function endIntent(
  trx: Knex,
  claims: Pick<ClaimTable, 'table' | 'channel' | 'done'>,
  { id, state }: { id: string; state: 'paid' | 'settled' },
): Promise<void> {
  await endClaims(trx, claims, { which: { intent_id: id, status: 'counted' }, end: { status: claims.done } });
  await trx('payment_intents')
    .where({ id, state: 'open' })
    .update({ state })
    .returning(notifying(trx, INTENTS_CHANNEL));
}

/** Wakes the pages that follow open intents for these subjects, or those of one visitor, when the transaction commits. */
export async function announceSubjects(
  trx: Knex,
  subjects: readonly (string | number)[],
  of: Partial<Pick<Intent, 'visitor'>> = {},
): Promise<void> {
  await trx('payment_intents')
    .where({ state: 'open', ...of })
    .whereIn('subject', subjects.map(String))
    .select(notifying(trx, INTENTS_CHANNEL));
}

/** Deletes intents made before a time that no payment names. Returns the number deleted. */
export async function forgetIntents(
  db: Knex,
  { table }: { table: string },
  { before, mayGoOn }: { before: Date; mayGoOn: () => boolean },
): Promise<number> {
  return deleteInBatches(db, {
    table: 'payment_intents',
    key: ['id'],
    where: (intents) =>
      void intents
        .where('created_at', '<', before)
        .whereNotExists(db(table).whereRaw('intent_id = payment_intents.id').select(db.raw('1'))),
    mayGoOn,
  });
}
