import { createHash } from 'node:crypto';
import { lookAlike } from '@naughty-list/contracts/look-alike';
import { lookUp } from '@naughty-list/contracts/look-up';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { submitReport } from '@naughty-list/contracts/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHARD } from '../src/lists/private-check.ts';
import { type RunningService, reportInput, startReports } from './running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startReports();
  const post = reportInput({ username: 'x' });
  for (const username of ['SolRugKing', 'Paypal_Help', 'two_faces', 'b0b0', 'modem_elf']) {
    await service.as('seed').call(submitReport, { body: reportInput({ username }) });
  }
  for (const [username, status] of [
    ['two_faces', 1],
    ['kind_elf', 2],
    ['Kind_Elf', 3],
  ] as const) {
    const twitterUrl = `https://x.com/${username}/status/${status}`;
    await service.as('seed').call(submitNiceReport, { body: { ...post, username, twitterUrl } });
  }
});
afterAll(() => service.stop());

const ask = (q: string) => service.as('visitor').call(lookUp, { query: { q } });

it('says how often and since when an account was reported, or praised, or both', async () => {
  const since = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);
  expect(await ask(' @solrugking ')).toMatchObject({
    kind: 'account',
    term: 'solrugking',
    naughty: { username: 'SolRugKing', times: 1, since, twitterUrl: expect.stringContaining('/SolRugKing/') },
    nice: null,
    near: [],
  });
  expect(await ask('KIND_ELF')).toMatchObject({ naughty: null, nice: { times: 2, since } });
  expect(await ask('two_faces')).toMatchObject({ naughty: { times: 1 }, nice: { times: 1 } });
});

it.each([
  ['https://mobile.x.com/SolRugKing/status/1225?s=20', 'account'],
  ['twitter.com/solrugking', 'account'],
  ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', 'address'],
  ['free money for all', 'words'],
  ['https://example.com/SolRugKing', 'words'],
])('understands %s', async (q, kind) => {
  expect(await ask(q)).toMatchObject({
    kind,
    naughty: kind === 'account' ? { username: 'SolRugKing' } : null,
  });
});

it.each([
  ['solrugkng', 'SolRugKing'],
  ['SoIRugKing', 'SolRugKing'],
  ['s0lrugking', 'SolRugKing'],
  ['SolRug__King', 'SolRugKing'],
  ['paypalhelp', 'Paypal_Help'],
  ['PaypaI__Help', 'Paypal_Help'],
  ['solrugkimg', 'SolRugKing'],
  ['soirugknig', 'SolRugKing'],
  ['ssolrugking', 'SolRugKing'],
  ['bobo', 'b0b0'],
  ['modernelf', 'modem_elf'],
])('suggests for %s a listed name that looks like it, and gives no verdict', async (q, username) => {
  expect(await ask(q)).toMatchObject({ naughty: null, nice: null, near: [{ username, list: 'naughty' }] });
});

it('suggests heroes too, nothing for what resembles no name, and nothing that is not listed', async () => {
  expect((await ask('kindelf')).near).toEqual([{ username: 'Kind_Elf', list: 'nice' }]);
  expect((await ask('entirely_else')).near).toEqual([]);
  expect((await ask('bobb')).near).toEqual([]);
  await service.context.db('scammer_reports').where({ username: 'Paypal_Help' }).update({ is_removed: true });
  expect((await ask('paypalhelp')).near).toEqual([]);
});

it('sees the same in a name as the database', async () => {
  for (const username of ['I1l0O_o__', 'Mrn_vvW', 'rrnvvv', '_', 'r_n']) {
    const { rows } = await service.context.db.raw('select look_alike(?)', [username]);
    expect(rows).toEqual([{ look_alike: lookAlike(username) }]);
  }
});

it('needs a text', async () => {
  await expect(ask(' @ ')).rejects.toMatchObject({ status: 400, code: 'empty_search' });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const prefixOf = (username: string) => sha256(lookAlike(username)).slice(0, 4);
const shardOf = async (username: string) =>
  (
    await service.as('visitor').call(getPrivateCheckShard, { params: { prefix: prefixOf(username) } })
  ).entries.filter(({ looksLike }) => looksLike === sha256(lookAlike(username)));

it('finds an account and those that look like it by one prefix, without their names', async () => {
  const entry = {
    account: sha256('solrugking'),
    list: 'naughty',
    status: 'unreviewed',
    times: 1,
    since: expect.stringMatching(/^20/),
  };
  expect(await shardOf('SolRugKing')).toMatchObject([entry]);
  expect(await shardOf('S0IRug__King')).toMatchObject([entry]);
  expect(await shardOf('kind_elf')).toMatchObject([
    { account: sha256('kind_elf'), list: 'nice', status: null, times: 2 },
  ]);
  expect((await shardOf('two_faces')).map(({ list }) => list)).toEqual(['naughty', 'nice']);
  const { body, headers } = await service.send('GET', `/api/private-check/${prefixOf('two_faces')}`);
  expect(JSON.stringify(body)).not.toMatch(/two_?faces/i);
  expect(headers.get('cache-control')).toBe('public, max-age=30');
});

it('drops a removed account, and answers 304 only while nothing has changed', async () => {
  await service.as('seed').call(submitReport, { body: reportInput({ username: 'gone_elf' }) });
  const path = `/api/private-check/${prefixOf('gone_elf')}`;
  const etag = (await service.send('GET', path)).headers.get('etag') ?? '';
  expect((await service.send('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
  await service.context.db('scammer_reports').where({ username: 'gone_elf' }).update({ is_removed: true });
  const now = await service.send('GET', path, undefined, { 'if-none-match': etag });
  expect(now).toMatchObject({ status: 200, body: { entries: [] } });
});

it.each(['', 'abc', 'abcde', 'ABCD', 'grin', '%00%00'])('has no shard %j', async (prefix) => {
  expect((await service.send('GET', `/api/private-check/${prefix}`)).status).toBe(404);
});

it('reads a shard by its indexes', async () => {
  const plan = await service.context.db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    return JSON.stringify(await trx.raw<object>(`explain ${SHARD.text.replaceAll('$1', "'0f9a'")}`));
  });
  expect(plan).toContain('scammer_reports_check_prefix');
  expect(plan).toContain('nice_reports_check_prefix');
});
