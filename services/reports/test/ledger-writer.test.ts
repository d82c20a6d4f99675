import { randomUUID } from 'node:crypto';
import { deleteNiceReport } from '@naughty-list/contracts/admin-reports';
import { openCheckpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { canonicalJson, sealLeaf } from '@naughty-list/ledger/leaf';
import { createSigner, makePrivateKey } from '@naughty-list/ledger/note';
import { growRows, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import { encrypt } from '@naughty-list/service-kit/database/encrypted';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, describe, expect, it } from 'vitest';
import { database } from '../src/database.ts';
import { undoOperation } from '../src/desk/audit-log/undo.ts';
import { erase } from '../src/desk/personal-data/erase.ts';
import { auditDatabase, auditSnapshot } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { keepAudit, writeMacsOfAudits } from '../src/publication/ledger/kept-audits.ts';
import { endUnreadableLog, signerOf } from '../src/publication/ledger/log-key.ts';
import { appendToRow, endLog, readHead } from '../src/publication/ledger/repository.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { readPublicState } from '../src/record/ledger/public-state.ts';
import { openAdmins } from './admins.ts';
import { rolledBack } from './past-operations.ts';
import { ANYTHING, openReports, SECRET } from './running-service.ts';

const db = () => admins.service.context.db;

const admins = closeAfterAll(await openAdmins());
await db().raw(`insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
  select 'https://x.com/u' || n || '/status/1', 'u' || n, 'other', 'Stole every present.', 'REF' || n
  from generate_series(1, 600) n`);
const all: number[] = await db()('scammer_reports').pluck('id');
await db().transaction((trx) => recordChanges(trx, { cases: all }, ANYTHING));
while ((await growLedger(db())) > 0);

const head = async () => {
  const found = await readHead(db());
  if (!found) throw new Error('no head');
  return found;
};
/** Past every trigger. */
const run = (sql: string) => db().raw(`begin; set local session_replication_role = replica; ${sql}; commit`);
const readiness = async () => (await fetch(`${admins.service.baseUrl}/health/ready`)).status;

const flip = (row: number, index: number, at: number) =>
  db().raw(
    `update ledger_tiles set hashes = set_byte(hashes, ${at}, get_byte(hashes, ${at}) # 1)
     where row_number = ${row} and index = ${index}`,
  );

it.each([
  ['a full tile', () => flip(0, 0, 4_000)],
  ['the last tile', () => flip(0, 2, 40)],
  ['the row above', () => flip(1, 0, 33)],
])('signs nothing after a byte was flipped in %s, and continues once it is repaired', async (_, flipOnce) => {
  const before = await head();
  await flipOnce();
  await admins.newReport();
  expect(await growLedger(db())).toBe(0);
  expect(await growLedger(db())).toBe(0);
  expect(await head()).toMatchObject({
    size: before.size,
    checkpoint: before.checkpoint,
    fault: expect.stringContaining('signed'),
  });
  expect(await readiness()).toBe(503);
  expect((await auditDatabase(db())).named.join()).toContain('the writer has stopped');
  await flipOnce();
  expect(await growLedger(db())).toBe(1);
  expect((await head()).fault).toBe(null);
  expect(await readiness()).toBe(200);
});

it('is not ready while a record waits longer than any writer takes, as when another holds the lock', async () => {
  await admins.newReport();
  const [{ id, entry }] = await db()('ledger_records').whereNull('leaf_index').select('id', 'entry');
  const set = (bytes: Buffer) =>
    run(`update ledger_records set entry = '\\x${bytes.toString('hex')}' where id = ${id}`);
  await set(Buffer.from(JSON.stringify({ ...JSON.parse(entry), time: '2026-01-01T00:00:00.000Z' })));
  expect(await readiness()).toBe(503);
  expect((await auditDatabase(db())).named.join()).toContain('1 records wait to be added to the tree');
  await set(entry);
  expect(await growLedger(db())).toBe(1);
  expect(await readiness()).toBe(200);
});

it.each([
  ['a checkpoint of another key', `update ledger_head set checkpoint = replace(checkpoint, '/log', '/lag')`],
  ['a head that was rolled back', 'update ledger_head set size = size - 1'],
])('signs nothing after %s', async (_, sql) => {
  const { size, checkpoint } = await head();
  await db().raw(sql);
  await admins.newReport();
  expect(await growLedger(db())).toBe(0);
  expect((await head()).fault).not.toBe(null);
  await db()('ledger_head').update({ size, checkpoint });
  expect(await growLedger(db())).toBe(1);
});

describe('with the password of the database alone', () => {
  const REWRITTEN = 300;
  const tables = ['ledger_head', 'ledger_records', 'ledger_tiles'];

  const forAll = (sql: (table: string) => string) => run(tables.map(sql).join(';'));

  /** Rewrites a leaf with its record and every hash above it; returns the tree's head. */
  async function rewrite(): Promise<{ size: number; root: Hash }> {
    const record = '{"case":301,"kind":"report","text":"a lie"}';
    const { entry, salt } = sealLeaf(
      { type: 'report-published', case: REWRITTEN + 1, time: new Date().toISOString() },
      record,
    );
    await run(
      `update ledger_records set record = '${record}', salt = '\\x${salt.toString('hex')}',
         entry = '\\x${entry.toString('hex')}' where leaf_index = ${REWRITTEN}; truncate ledger_tiles`,
    );
    const entries: Buffer[] = await db()('ledger_records').orderBy('leaf_index').pluck('entry');
    const rows: Hash[][] = [];
    for (const growth of await growRows(async () => [], 0, entries.map(leafHash))) {
      rows[growth.row] = [...growth.hashes];
      await appendToRow(db(), 1, growth);
    }
    const read: ReadRow = async (row, from, to) => rows[row]?.slice(from, to) ?? [];
    return { size: entries.length, root: await rootAt(read, entries.length) };
  }

  /** Signs the rewritten tree with a key that takes the place of the log's. */
  async function signAs(toStored: (key: string, origin: string) => Buffer): Promise<void> {
    const { origin } = await head();
    const key = makePrivateKey();
    const checkpoint = signCheckpoint(await rewrite(), createSigner(origin, key));
    await db()('ledger_head').update({ checkpoint, encrypted_key: toStored(key, origin) });
  }

  let older: string | null;
  beforeAll(async () => {
    older = (await head()).checkpoint;
    await admins.newReport();
    expect(await growLedger(db())).toBe(1);
    await forAll((table) => `create table kept_${table} as table ${table}`);
  });

  it.each([
    ['signs with a key of its own', 'INTERNAL_SECRET', () => signAs((key) => Buffer.from(key))],
    [
      'encrypts a key of its own with another secret',
      'INTERNAL_SECRET',
      () =>
        signAs((key, origin) =>
          encrypt(key, { secret: 'x'.repeat(32), purpose: `key of the log ${origin}` }),
        ),
    ],
    [
      'has the tree signed as that of a new log',
      'the signed checkpoint is gone',
      async () => {
        await rewrite();
        await run(`update ledger_records set leaf_index = null; truncate ledger_tiles;
          update ledger_head set size = 0, checkpoint = null`);
      },
    ],
    [
      'has the tree signed anew from an older checkpoint on',
      'the log was rolled back',
      async () => {
        const size = Number(older?.split('\n')[1]);
        await run(`update ledger_records set leaf_index = null, type = 'report-erased' where leaf_index >= ${size};
          update ledger_tiles set hashes = substr(hashes, 1, length(hashes) - 32)
            where row_number = 0 and index = ${Math.floor(size / 256)};
          update ledger_head set size = ${size}`);
        await db()('ledger_head').update({ checkpoint: older });
      },
    ],
  ])('an intruder who %s gets no checkpoint for it', async (_, why, forge) => {
    const before = await head();
    const key = signerOf(before, SECRET);
    await forge();
    await admins.newReport();
    expect(await growLedger(db())).toBe(0);
    expect(await growLedger(db())).toBe(0);
    const { checkpoint, fault } = await head();
    expect(fault).toContain(why);
    expect(await readiness()).toBe(503);
    expect((await auditDatabase(db())).named.join()).toContain(`the writer has stopped: ${fault}`);
    // With the key that was kept elsewhere, and without INTERNAL_SECRET.
    expect((await auditDatabase(db(), key)).count).toBeGreaterThan(0);
    expect([undefined, Number(older?.split('\n')[1])]).toContain(openCheckpoint(checkpoint ?? '', key)?.size);
    await forAll(
      (table) => `truncate ${table}; insert into ${table} overriding system value table kept_${table}`,
    );
    await admins.newReport();
    expect(await growLedger(db())).toBe(1);
    await forAll((table) => `drop table kept_${table}; create table kept_${table} as table ${table}`);
  });
});

describe('with the password of the database alone, who changes a row and adds a record that says so', () => {
  const fields = 'log, subject, type, report_id, burn, record, salt, entry';
  /** Of a report that was rewritten: what its records say before and after. */
  let id: number;
  beforeAll(async () => {
    ({ id } = await admins.newReport());
    await admins.edit(id, { description: 'Stole every single present.' });
    while ((await growLedger(db())) > 0);
  });

  /** A record that opens to what it says, with a code or without one. */
  const insert = ({
    subject = `report ${id}`,
    type = 'report-changed',
    record = '{}',
    log = '(select max(log) from ledger_head)',
    mac = 'null',
    burn = null as string | null,
  }) => {
    const head = { type, case: id, ...(burn && { burn }), time: new Date().toISOString() };
    const { salt, entry } = sealLeaf(head, record);
    return db().raw(
      `insert into ledger_records (${fields}, mac) values (${log}, ?, ?, ?, ?, ?, ?, ?, ${mac})`,
      [subject, type, id, burn as string, record, salt, entry],
    );
  };
  const rewritten = (description: string) => admins.changeRow(id, { description });
  const shown = async () => {
    const states = await readPublicState(db(), { cases: [id] });
    const { about, said } = states.find(({ state }) => state.subject === `report ${id}`)?.state ?? {};
    return canonicalJson({ ...about, ...said });
  };
  const newest = `select id from ledger_records where subject = 'report ' || ? order by id`;

  it.each([
    [
      'without a code',
      async () => {
        await rewritten('Stole nothing at all.');
        await insert({ record: await shown() });
      },
    ],
    [
      'with the code of another record',
      async () => {
        await rewritten('Stole nothing at all.');
        const mac = `(select mac from ledger_records where subject = 'report ${id}' order by id desc limit 1)`;
        await insert({ record: await shown(), mac });
      },
    ],
    [
      'that is an older one, and true',
      async () => {
        await rewritten('Stole every present in town.');
        await db().raw(
          `insert into ledger_records (${fields}, mac) select ${fields}, mac from ledger_records where id in (${newest} limit 1)`,
          [id],
        );
      },
    ],
    [
      'that is an older one, moved to the end',
      async () => {
        await rewritten('Stole every present in town.');
        await run(
          `update ledger_records set leaf_index = null, id = default where id in (${newest.replace('?', String(id))} limit 1)`,
        );
      },
    ],
    [
      'of a burn',
      async () => {
        const [burn, at] = ['made up', '2026-12-01T00:00:00.000Z'];
        await db()('removal_claims').insert({
          ...{ id: 'removal_x', report_id: id, signature: burn, status: 'removed', amount: 7, decimals: 6 },
          ...{ due_at: at, decided_at: at },
        });
        const said = { case: id, kind: 'burn', burn, burned: '7', sent: '0', decimals: 6, at };
        await insert({ subject: `burn ${burn}`, type: 'burned', burn, record: canonicalJson(said) });
      },
    ],
  ])('gets nothing signed: a record %s', async (_, forge) => {
    const tables = ['scammer_reports', 'removal_claims', 'ledger_records'];
    for (const table of tables) await db().raw(`create table mine_${table} as table ${table}`);
    const before = await head();
    await forge();
    expect(await growLedger(db())).toBe(0);
    const { size, fault } = await head();
    expect({ size, fault }).toEqual({
      size: before.size,
      fault: expect.stringMatching(
        /^record \d+ \((report \d+|burn made up)\) was not written by the service$/,
      ),
    });
    expect(await readiness()).toBe(503);
    expect((await auditDatabase(db())).named).toContain(fault);
    for (const table of tables)
      await run(
        `truncate ${table} cascade; insert into ${table} overriding system value table mine_${table}; drop table mine_${table}`,
      );
    expect(await growLedger(db())).toBe(0);
    expect(await readiness()).toBe(200);
  });

  it('adds none to the log that a restore will begin', async () => {
    await insert({ log: '(select max(log) + 1 from ledger_head)' });
    await endLog(db());
    await ensureLog(db(), 'list.example/log');
    expect((await head()).size).toBe(0);
    expect(await growLedger(db())).toBe(0);
    expect((await head()).fault).toContain('was not written by the service');
    await run('delete from ledger_records where mac is null');
    while ((await growLedger(db())) > 0);
    expect(await head()).toMatchObject({ fault: null, log: 2 });
  });
});

it('signs nothing with another INTERNAL_SECRET until it is set back, or a new log is begun', async () => {
  const OTHER = 'o'.repeat(32);
  const { origin } = await head();
  await admins.newReport();
  const changed = await openReports(admins.service.context.config.DATABASE_URL, { INTERNAL_SECRET: OTHER });
  expect(await growLedger(changed.db)).toBe(0);
  expect((await head()).fault).toContain('INTERNAL_SECRET');
  expect(await readiness()).toBe(503);
  expect(await growLedger(db())).toBe(1);
  expect(await readiness()).toBe(200);
  await endLog(db());
  await ensureLog(changed.db, 'list.example/log');
  expect(await growLedger(changed.db)).toBe(0);
  expect((await head()).fault).toContain('INTERNAL_SECRET');
  await endUnreadableLog(changed.db);
  await ensureLog(changed.db, 'list.example/log');
  while ((await growLedger(changed.db)) > 0);
  // The permit could be copied.
  expect(await db()('ledger_head').where({ log: 2 }).first()).toMatchObject({ encrypted_key: null });
  expect(await head()).toMatchObject({
    ...{ log: 3, fault: null },
    predecessor: expect.stringContaining(`\n${origin}\n`),
  });
  const { named } = await auditDatabase(changed.db);
  const { checkpoint } = await head();
  for (const note of [null, checkpoint])
    expect(
      await rolledBack(changed.db, async (trx) => {
        await trx('ledger_head').update({ predecessor: note });
        return (await auditSnapshot(trx)).named;
      }),
    ).toContain('the note about the log before this one is not signed by the log');
  await changed.close();
  expect(named.filter((each) => /sign|written by|did not write/.test(each))).toEqual([]);
});

it('goes on with another INTERNAL_SECRET as if nothing had happened, once the tables were restated', async () => {
  const before = await openAdmins();
  const { db: old } = before.service.context;
  const [back, gone, praise] = [
    await before.newReport(),
    await before.newReport(),
    await before.newNiceReport(),
  ];
  await before.appeal(back.username);
  const { headers } = await before.admin().callFull(deleteNiceReport, { params: { id: praise.id } });
  const operations = [await before.deleted(back.id), headers.get('x-operation-id') ?? ''];
  await before.deleted(gone.id);
  // Never public.
  await before.addStatement(back.id, { held_at: new Date() });
  while ((await growLedger(old)) > 0);
  await keepAudit(old, { at: new Date(), leaves: 1, differences: 0, named: [] });
  await old('webhook_cursors').insert({ subscriber: 'elf', epoch: randomUUID(), version: 1, report_id: 1 });

  const { db, close } = await openReports(before.service.context.config.DATABASE_URL, {
    INTERNAL_SECRET: 'o'.repeat(32),
  });
  await database.afterBridge(db);
  await writeMacsOfAudits(db);
  await ensureLog(db, 'list.example/log');
  while ((await growLedger(db)) > 0);
  expect((await auditDatabase(db)).named).toEqual([]);

  const by = { who: 'claus', role: 'moderator' } as const;
  for (const operationId of operations)
    expect(await undoOperation(db, { operationId, ...by })).toMatchObject({ notRestored: [] });
  expect(await db('scammer_reports').where({ id: back.id }).first()).toMatchObject({ is_removed: false });
  // A deleted praise has no row, and no log that can be read says that it was public.
  expect(await db('nice_reports').where({ id: praise.id }).first()).toMatchObject({
    held_at: expect.any(Date),
  });
  await erase(db, { subject: { reportId: gone.id }, who: 'claus' });
  while ((await growLedger(db)) > 0);
  expect((await auditDatabase(db)).named).toEqual([]);

  const cut = await rolledBack(db, async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx('ledger_records').where({ log: 1, leaf_index: 3 }).delete();
    return (await auditSnapshot(trx)).named;
  });
  expect(cut).toEqual(expect.arrayContaining([expect.stringMatching('log 1: leaf 3 is missing')]));
  await close();
  await before.stop();
});
