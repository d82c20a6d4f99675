import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { catalogOf } from '@naughty-list/service-kit/database/definitions';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJudgedPayment } from '../../../../services/chain-verifier/src/receipts/judged-payment.ts';
import { chainVerifier } from '../../../../services/chain-verifier/src/service.ts';
import { findAdminByName } from '../../../../services/gateway/src/admin/accounts.ts';
import { database as gateway } from '../../../../services/gateway/src/database.ts';
import { findAppeal } from '../../../../services/reports/src/cases/appeals/appeal.ts';
import { database as reports } from '../../../../services/reports/src/database.ts';
import { auditDatabase } from '../../../../services/reports/src/publication/ledger/audit.ts';
import { ensureLog } from '../../../../services/reports/src/publication/ledger/begin-log.ts';
import { growLedger } from '../../../../services/reports/src/publication/ledger/grow.ts';
import { endLog } from '../../../../services/reports/src/publication/ledger/repository.ts';
import { areOwn } from '../../../../services/reports/src/record/row-leaves.ts';

// A database of commit 9c378a2c, with every kind of row: README.md says how the dump was made.

const REPOSITORY = join(import.meta.dirname, '../../../..');
const DUMP = gunzipSync(readFileSync(join(import.meta.dirname, '9c378a2c.sql.gz'))).toString();

const { database: chain } = chainVerifier;
const SECRET = 's'.repeat(32);

const schemas = {
  analytics: 'analytics',
  'chain-verifier': 'chain',
  gateway: 'gateway',
  membership: 'membership',
  reports: 'reports',
};
const services = Object.entries(schemas);

/** Tables, and columns as `schema.table.column`, that are not brought over, each with the reason. */
const dropped: Record<string, string> = {
  'analytics.chores': 'when maintenance last ran, which any worker may now do at any time',
  'chain.lowest_prices': 'every price is kept in chain.state',
  'chain.list_token_config': 'settings are not kept, and wallets are in chain.state',
  'chain.list_token_config.id': 'its table is gone',
  'gateway.admin_users.password_hash': 'encrypted, see below',
  'gateway.sessions': 'admins log in again',
  'membership.member_browsers.joined_at': 'it was never read',
  'chain.listed_transactions': 'listed again from the last slot that a quorum had listed',
  'chain.watch_listings': 'listed again from the last slot that a quorum had listed',
  'chain.watched_addresses.cursor_signature': 'each provider has a cursor of its own',
  'chain.watched_addresses.anchor_signature': 'each provider has a cursor of its own',
  'chain.watched_addresses.moved_at': 'each provider has a cursor of its own',
  'chain.watched_addresses.lost_since': 'each provider has a cursor of its own',
  'chain.watch_lease': 'taken anew by the next watcher',
  'reports.appeals.waits_for_proof': 'every appeal counts',
  'reports.audit_log_tally': 'entries are counted where they are shown',
  'chain.mints.verified_at': 'it was never read',
  'chain.price_changes.id': 'they stand in order',
  'chain.found_transactions.due_at': 'once handled, it is when its owner is notified again',
  'chain.restores.id': 'only the last restore counts',
  'reports.reporter_salts.made_at': 'its month is known',
  'reports.report_sources.noted_at': 'the time of its contribution',
  'reports.post_proofs.id': 'an appeal has one',
  'reports.post_proofs.used_at': 'a proven appeal has used its code',
  'reports.ledger_head.private_key': 'it was readable, and its log has ended',
  'reports.duplicate_reports': 'repeats of a report count for nothing',
  'reports.ledger_head.only_one': 'a restore begins a log of its own',
  'reports.scammer_reports.report_count': 'independent reporters are counted',
  'reports.report_tally': 'reports are counted where they are shown',
  'reports.list_state.listed': 'reports are counted where they are shown',
  'reports.nice_list_state': 'list_state has its version',
  'reports.both_lists_state': 'one version covers both lists',
  'reports.report_slots': 'networks have shares instead',
};
/** Tables whose rows stand in another one now, and how they are read from there. */
const moved: Record<string, string> = {
  'analytics.hit_counter':
    "select true as only_row, visits as hit_count from analytics.daily_visits where kind = 'visitor'",
  'analytics.daily_visits': "select day, visits from analytics.daily_visits where kind = 'all'",
  'analytics.daily_pages': "select day, name as page, visits from analytics.daily_visits where kind = 'page'",
  'analytics.daily_referrers':
    "select day, name as referrer, visits from analytics.daily_visits where kind = 'referrer'",
  'chain.watched_addresses':
    'select listed_slot as cursor_slot, watched_addresses.* from chain.watched_addresses',
  'chain.reconciliation': 'select only_row as only_one, state.* from chain.state',
  'chain.restores': 'select restored_at from chain.state where restored_at is not null',
  'chain.found_transactions':
    'select *, case when handled_at is not null then due_at end as tell_again_at from chain.found_transactions',
  'chain.reference_prefixes': `select used ->> 'queue' as queue, used ->> 'prefix' as prefix, installed_at as first_used_at
    from chain.state, jsonb_array_elements(prefixes) used`,
  'chain.mints': `select address, mint ->> 'cluster' as cluster, mint ->> 'tokenProgram' as token_program,
      (mint ->> 'decimals')::int as decimals from chain.state, jsonb_each(mints) known (address, mint)`,
  'chain.price_changes': `select queue, mint as contract_address, price.tokens::numeric, to_timestamp(since) as since
    from chain.state, jsonb_to_recordset(prices) price (queue text, mint text, tokens text, since float8)`,
  'chain.database_identity': 'select identity from chain.state',
  'reports.database_identity': 'select identity from reports.state',
  'reports.list_state': 'select * from reports.state',
  'reports.reporter_salts':
    "select period, decode(salt, 'base64') as salt from reports.state, jsonb_each_text(salts) each (period, salt)",
  'reports.kept_posts': 'select * from reports.kept_posts where statement_id = 0',
  'reports.kept_statement_posts': 'select * from reports.kept_posts where statement_id > 0',
  'reports.post_proofs': `select id as appeal_id, proof_code as code, proof_issued_at as issued_at,
      proof_expires_at as expires_at, proof_url as post_url from reports.appeals where proof_code is not null`,
  'reports.report_sources':
    'select subject_id as report_id, source from reports.contributions where source is not null',
  'gateway.queue_changes':
    'select id, at, admin, change, request_id, sent, status from gateway.admin_log where account is null',
  'gateway.used_challenges': `select substr(key, 11) as id, ends_at - interval '1 hour' as expires_at
    from gateway.kept_rate_limits where key like 'challenge %'`,
  'membership.member_browsers': `select reference, member_id from membership.payment_references where member_id is not null`,
};
/** Tables that hold the number of a table. */
const renumbered = new Set(['chain.database_identity', 'reports.database_identity']);

type Row = Record<string, unknown>;

const opened: { db: Database; drop: () => Promise<void> }[] = [];
let old: Database;
let bridged: Database;
let fresh: Database;

async function open(sql?: string): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url, schema: 'public' });
  opened.push({ db, drop });
  if (sql) await restore(url, sql);
  return db;
}

/** On its own connection, whose settings the dump changes. */
async function restore(url: string, sql: string): Promise<void> {
  const db = openDatabase({ url, schema: 'public', max: 1 });
  await db.raw('create extension if not exists pg_trgm');
  await db.raw(sql.replaceAll('?', '\\?'));
  await db.destroy();
}

const run = (db: Database, [service, schema]: [string, string]) => {
  const url = db.client.config.connection.connectionString;
  const own = openDatabase({ url, schema, secret: SECRET });
  const directory = join(REPOSITORY, 'services', service, 'migrations');
  const migrated = { gateway, reports, 'chain-verifier': chain }[service] ?? { schema, directory };
  return migrate(own, migrated).finally(() => own.destroy());
};

/** A database's rows by table, in no particular order; knex's own records aside. Visits had a partition for each month. */
async function rowsOf(db: Database): Promise<Map<string, Row[]>> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = any(?) and tablename !~ '^(knex_migrations|migrations$|site_visits_20)' order by 1`,
    [Object.values(schemas)],
  );
  const found = new Map<string, Row[]>();
  for (const { name } of rows)
    found.set(
      name,
      (await db.raw(`select to_jsonb(row) as row from ${name} row`)).rows.map(({ row }: { row: Row }) => row),
    );
  return found;
}

beforeAll(async () => {
  [old, bridged, fresh] = await Promise.all([open(DUMP), open(DUMP), open()]);
  // Several copies start at once.
  await Promise.all([...services, ...services].map((service) => run(bridged, service)));
  for (const service of services) await run(fresh, service);
});
afterAll(async () => {
  for (const { db, drop } of opened) {
    await db.destroy();
    await drop();
  }
});

it('the dump has every kind of row', async () => {
  const empty = [...(await rowsOf(old))].filter(([, rows]) => rows.length === 0).map(([name]) => name);
  expect(empty.filter((name) => !(name in dropped))).toEqual([]);
});

it('brings every row over, with what its columns held', async () => {
  const before = await rowsOf(old);
  const after = await rowsOf(bridged);
  for (const [name, sql] of Object.entries(moved))
    after.set(
      name,
      (await bridged.raw(`select to_jsonb(row) as row from (${sql}) row`)).rows.map(
        ({ row }: { row: Row }) => row,
      ),
    );
  const lost = [...before.keys()].filter(
    (name) => !after.has(name) || after.get(name)?.length !== before.get(name)?.length,
  );
  expect(lost.filter((name) => !(name in dropped))).toEqual([]);
  for (const [name, rows] of before) {
    if (name in dropped || renumbered.has(name)) continue;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !(`${name}.${column}` in dropped));
    const pick = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    expect((after.get(name) ?? []).map(pick).sort(), name).toEqual(rows.map(pick).sort());
  }
});

it('gives a bridged database the schema of a fresh one', async () => {
  for (const schema of Object.values(schemas))
    expect(await catalogOf(bridged, schema), schema).toEqual(await catalogOf(fresh, schema));
  const left = await bridged('pg_namespace').where({ nspname: 'before' });
  expect(left).toEqual([]);
});

it('numbers go on where they were', async () => {
  const next = (db: Database, schema: string) =>
    db('pg_sequences')
      .where({ schemaname: schema })
      .whereRaw("sequencename !~ '^knex'")
      .orderBy('sequencename')
      .select('sequencename', 'last_value');
  const isKept = (schema: string, name: string) =>
    !(`${schema}.${name.replace('_id_seq', '.id')}` in dropped);
  for (const schema of Object.values(schemas))
    expect(await next(bridged, schema)).toEqual(
      expect.arrayContaining(
        (await next(old, schema))
          .filter(({ sequencename }) => isKept(schema, sequencename))
          .map((row) => ({
            ...row,
            sequencename: row.sequencename.replace(/^queue_changes/, 'admin_log'),
          })),
      ),
    );
});

it('is not taken for a restored database', async () => {
  for (const schema of ['chain', 'reports']) {
    // As written by the release before, on this very database.
    const db = await open(DUMP);
    const [before, table] = [`${schema}.database_identity`, `${schema}.state`];
    await db.raw("update ?? set identity = 'cluster/database/' || to_regclass(?)::oid", [before, before]);
    await run(db, services.find(([, each]) => each === schema) ?? ['', '']);
    const { rows } = await db.raw(
      "select identity = 'cluster/database/' || to_regclass(?)::oid as known from ??",
      [table, table],
    );
    expect(rows).toEqual([{ known: true }]);
  }
});

it('completes entries of the audit log that are older than some columns', async () => {
  const db = await open(DUMP);
  const log = () => db.withSchema('reports').table('audit_log').orderBy('id').select('before', 'after');
  const complete = await log();
  await db.raw(`alter table reports.audit_log disable trigger user;
    update reports.audit_log set before = before - 'version', after = after - 'version';
    alter table reports.audit_log enable trigger user`);
  expect(await log()).not.toEqual(complete);
  await run(db, ['reports', 'reports']);
  const versions = (rows: { before: Row | null; after: Row | null }[]) =>
    rows.map(({ before, after }) => [before?.version, after?.version]);
  expect(versions(await log())).toEqual(versions(complete).map((all) => all.map((version) => version && 1)));
});

it('lets the admins in by their passwords, and no account that is added later as it was before', async () => {
  const url = bridged.client.config.connection.connectionString;
  const db = openDatabase({ url, schema: 'gateway', secret: SECRET });
  const before = await old.withSchema('gateway').table('admin_users');
  expect(before.length).toBeGreaterThan(0);
  for (const { username, password_hash: passwordHash, role } of before)
    expect(await findAdminByName(db, username)).toMatchObject({ username, passwordHash, role });
  await db('admin_users').insert({ username: 'krampus', password_hash: before[0].password_hash });
  await Promise.all(services.map((service) => run(bridged, service)));
  expect(await findAdminByName(db, 'krampus')).toBe(undefined);
  await db('admin_users').where({ username: 'krampus' }).delete();
  await db.destroy();
});

it('has the receipts of accepted payments', async () => {
  const url = bridged.client.config.connection.connectionString;
  const db = openDatabase({ url, schema: 'chain', secret: SECRET });
  const ids = await db('verifications')
    .where({ outcome: 'accepted' })
    .whereNot({ purpose: 'look' })
    .pluck('id');
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(await findJudgedPayment(db, { id, unbound: 'prove' }), id).toBeDefined();
  await db.destroy();
});

it('lets the accounts of appeals in by their case codes, and takes their replies for their own', async () => {
  const db = await open(DUMP);
  const { id } = await db.withSchema('reports').table('appeals').whereNotNull('code_hash').first('id');
  const code = '0'.repeat(26);
  const code_hash = createHash('sha256').update(code).digest();
  await db.withSchema('reports').table('appeals').where({ id }).update({ code_hash });
  await run(db, ['reports', 'reports']);
  const url = db.client.config.connection.connectionString;
  const own = openDatabase({ url, schema: 'reports', secret: SECRET });
  expect(await findAppeal(own, code)).toBe(id);
  // As the first start does.
  await ensureLog(own, 'list.example/log');
  const { report_id } = await own('replies').first();
  expect(await areOwn(own, 'replies', [report_id])).toBe(true);
  await own.destroy();
});

it('begins a log after another restore, though leaves of the release before have lost their records', async () => {
  const url = bridged.client.config.connection.connectionString;
  const own = openDatabase({ url, schema: 'reports', secret: SECRET });
  await ensureLog(own, 'list.example/log');
  while ((await growLedger(own)) > 0);
  expect(await own('ledger_records').where({ log: 1, record: null })).not.toEqual([]);
  // The dump's cleared case and one of its members were made by SQL.
  const ofDump = /^report 1: its (case was cleared|status is not)|^member 3: the verifier/;
  expect((await auditDatabase(own)).named.filter((each) => !ofDump.test(each))).toEqual([]);
  expect(await own('ledger_records').where({ log: 2, subject: 'report 21' }).pluck('type')).toEqual([
    'report-deleted',
  ]);
  await endLog(own);
  await ensureLog(own, 'list.example/log');
  expect(await own('ledger_head').whereNull('ended_at')).toMatchObject([{ log: 3, fault: null }]);
  await own.destroy();
});

describe.each(services)('%s', (service, schema) => {
  it('has no files but migrations and the bridge: others are not run', () => {
    const names = readdirSync(join(REPOSITORY, 'services', service, 'migrations'));
    expect(
      names.filter((name) => !/^(\d{12}-[a-z0-9-]+|bridge-from-\d{12}-[a-z0-9-]+)\.sql$/.test(name)),
    ).toEqual([]);
  });

  it('refuses an older schema and one that no release made, with what to do, and changes nothing', async () => {
    const db = await open(DUMP);
    const last = await db.withSchema(schema).table('knex_migrations').max('name as name').first();
    await db
      .withSchema(schema)
      .table('knex_migrations')
      .where(last ?? {})
      .delete();
    const before = await rowsOf(db);
    await expect(run(db, [service, schema])).rejects.toThrow(
      /^The schema \w+ is not of commit 9c378a2c \(its last migration: \d{12}-.*start the release at commit 9c378a2c/,
    );
    await db.raw('drop table ??', [`${schema}.knex_migrations`]);
    await expect(run(db, [service, schema])).rejects.toThrow(/its last migration: none/);
    expect(await rowsOf(db)).toEqual(before);
  });
});
