import { type Database, makeMac } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { database } from '../../database.ts';
import type { Differences } from './differences.ts';

/** For how many days audits are kept. */
const KEPT = 30;
/** An audit that found nothing may take this long to be stored. */
const STORED_AFTER_MS = 60_000;

type Audit = { at: Date; leaves: number; differences: number; named: string[] };
type Row = Omit<Audit, 'leaves' | 'differences'> & { leaves: string; differences: string; mac: Buffer };

const table = (db: Knex) => db.withSchema(database.schema).table<Row>('ledger_audits');

/** The code of an audit, so that none without differences can be forged. */
const macOf = (db: Database, { at, leaves, differences, named }: Audit): Buffer =>
  makeMac(db, 'audits of the ledger', [at, leaves, differences, named]);

const toAudit = ({ at, leaves, differences, named }: Row): Audit => ({
  at,
  leaves: Number(leaves),
  differences: Number(differences),
  named,
});

const isOwn = (db: Database, row: Row): boolean => row.mac.equals(macOf(db, toAudit(row)));

/**
 * The last audits that this process made, by database: the row of one could be deleted, or kept from the table by a lock. It must
 * be there from `due` on, in milliseconds.
 */
const made = new WeakMap<object, Audit & { due: number }>();

export async function keepAudit(db: Knex, audit: Audit): Promise<void> {
  made.set(db.client, { ...audit, due: audit.differences > 0 ? 0 : audit.at.getTime() + STORED_AFTER_MS });
  await db('ledger_audits').insert({ ...audit, mac: macOf(db, audit) });
  made.set(db.client, { ...audit, due: 0 });
  await db('ledger_audits').whereRaw(`at < now() - interval '${KEPT} days'`).delete();
}

/** The last audit, and its age in seconds; one that the service did not write, or that is gone, counts as a difference. */
export async function readLastAudit(db: Knex): Promise<(Audit & { age: number }) | undefined> {
  const row: (Row & { age: number }) | undefined = await table(db)
    .orderBy('at', 'desc')
    .first('*', db.raw('(extract(epoch from now()) - extract(epoch from at))::float8 as age'));
  const last = made.get(db.client);
  if (last && last.due <= Date.now() && !(row && row.at >= last.at)) {
    const named = [`the audit of ${last.at.toISOString()} is gone`, ...last.named];
    return {
      ...last,
      differences: last.differences + 1,
      named,
      age: row?.age ?? (Date.now() - last.at.getTime()) / 1_000,
    };
  }
  if (!row) return undefined;
  const forged = !isOwn(db, row) && { differences: 1, named: [foreign(row)] };
  return { ...toAudit(row), ...forged, age: row.age };
}

/** `pg` returns a number for infinity. */
const foreign = ({ at }: { at: Date | number }): string =>
  `the audit of ${at instanceof Date ? at.toISOString() : at} was not written by the service`;

/** Gives audits their codes, once INTERNAL_SECRET was lost. */
export async function writeMacsOfAudits(db: Knex): Promise<void> {
  for (const row of await table(db))
    await table(db)
      .where({ at: row.at })
      .update({ mac: macOf(db, toAudit(row)) });
}

/** Names the audits that the service did not write. */
export async function auditAudits(db: Knex, differences: Differences): Promise<void> {
  const rows: Row[] = await table(db).orderBy('at').select();
  for (const row of rows) if (!isOwn(db, row)) differences.add(foreign(row));
}
