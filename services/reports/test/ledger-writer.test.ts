import { openCheckpoint, signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { sealLeaf } from '@naughty-list/ledger/leaf';
import { createSigner, makePrivateKey } from '@naughty-list/ledger/note';
import { growRows, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import { encrypt } from '@naughty-list/service-kit/database/encrypted';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordChanges } from '../src/ledger/append.ts';
import { auditDatabase } from '../src/ledger/audit.ts';
import { endLog, ensureLog } from '../src/ledger/begin-log.ts';
import { growLedger } from '../src/ledger/grow.ts';
import { signerOf } from '../src/ledger/log-key.ts';
import { appendToRow, readHead } from '../src/ledger/repository.ts';
import { type Admins, openAdmins } from './admins.ts';
import { SECRET } from './running-service.ts';

let admins: Admins;
const db = () => admins.service.context.db;

beforeAll(async () => {
  admins = await openAdmins();
  await db().raw(`insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
    select 'https://x.com/u' || n || '/status/1', 'u' || n, 'other', 'Stole every present.', 'REF' || n
    from generate_series(1, 600) n`);
  await recordChanges(db(), { cases: await db()('scammer_reports').pluck('id') });
  while ((await growLedger(db(), SECRET)) > 0);
});
afterAll(() => admins.service.stop());

const head = async () => {
  const found = await readHead(db());
  if (!found) throw new Error('no head');
  return found;
};
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
])('signs nothing over a byte flipped in %s, and goes on once it is mended', async (_, flipOnce) => {
  const before = await head();
  await flipOnce();
  await admins.newReport();
  expect(await growLedger(db(), SECRET)).toBe(0);
  expect(await growLedger(db(), SECRET)).toBe(0);
  expect(await head()).toMatchObject({
    size: before.size,
    checkpoint: before.checkpoint,
    fault: expect.stringContaining('signed'),
  });
  expect(await readiness()).toBe(503);
  expect((await auditDatabase(db(), SECRET)).named.join()).toContain('the writer has stopped');
  await flipOnce();
  expect(await growLedger(db(), SECRET)).toBe(1);
  expect((await head()).fault).toBe(null);
  expect(await readiness()).toBe(200);
});

it.each([
  ['a checkpoint of another key', `update ledger_head set checkpoint = replace(checkpoint, '/log', '/lag')`],
  ['a head that was rolled back', 'update ledger_head set size = size - 1'],
])('signs nothing after %s', async (_, sql) => {
  const { size, checkpoint } = await head();
  await db().raw(sql);
  await admins.newReport();
  expect(await growLedger(db(), SECRET)).toBe(0);
  expect((await head()).fault).not.toBe(null);
  await db()('ledger_head').update({ size, checkpoint });
  expect(await growLedger(db(), SECRET)).toBe(1);
});

describe('with the password of the database alone', () => {
  const REWRITTEN = 300;
  const tables = ['ledger_head', 'ledger_records', 'ledger_tiles'];

  /** Past every trigger. */
  const run = (sql: string) =>
    db().raw(`begin; set local session_replication_role = replica; ${sql}; commit`);
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
    expect(await growLedger(db(), SECRET)).toBe(1);
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
    expect(await growLedger(db(), SECRET)).toBe(0);
    expect(await growLedger(db(), SECRET)).toBe(0);
    const { checkpoint, fault } = await head();
    expect(fault).toContain(why);
    expect(await readiness()).toBe(503);
    expect((await auditDatabase(db(), SECRET)).named.join()).toContain(`the writer has stopped: ${fault}`);
    // With the key that was kept elsewhere, and without INTERNAL_SECRET.
    expect((await auditDatabase(db(), key)).count).toBeGreaterThan(0);
    expect([undefined, Number(older?.split('\n')[1])]).toContain(openCheckpoint(checkpoint ?? '', key)?.size);
    await forAll(
      (table) => `truncate ${table}; insert into ${table} overriding system value table kept_${table}`,
    );
    await admins.newReport();
    expect(await growLedger(db(), SECRET)).toBe(1);
    await forAll((table) => `drop table kept_${table}; create table kept_${table} as table ${table}`);
  });
});

it('signs nothing with another INTERNAL_SECRET until it is set back, or a new log is begun', async () => {
  const OTHER = 'o'.repeat(32);
  await admins.newReport();
  expect(await growLedger(db(), OTHER)).toBe(0);
  expect((await head()).fault).toContain('INTERNAL_SECRET');
  expect(await readiness()).toBe(503);
  expect(await growLedger(db(), SECRET)).toBe(1);
  expect(await readiness()).toBe(200);
  await endLog(db());
  await ensureLog(db(), 'list.example/log', OTHER);
  while ((await growLedger(db(), OTHER)) > 0);
  expect(await head()).toMatchObject({ log: 2, fault: null, predecessor: expect.stringContaining('/log\n') });
  expect((await auditDatabase(db(), OTHER)).named.filter((each) => each.includes('sign'))).toEqual([]);
});
