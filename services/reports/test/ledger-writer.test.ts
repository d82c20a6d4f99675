import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordChanges } from '../src/ledger/append.ts';
import { auditDatabase } from '../src/ledger/audit.ts';
import { growLedger } from '../src/ledger/grow.ts';
import { readHead } from '../src/ledger/repository.ts';
import { type Admins, openAdmins } from './admins.ts';

let admins: Admins;
const db = () => admins.service.context.db;

beforeAll(async () => {
  admins = await openAdmins();
  await db().raw(`insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
    select 'https://x.com/u' || n || '/status/1', 'u' || n, 'other', 'Stole every present.', 'REF' || n
    from generate_series(1, 600) n`);
  await recordChanges(db(), { cases: await db()('scammer_reports').pluck('id') });
  while ((await growLedger(db())) > 0);
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
