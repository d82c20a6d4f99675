import { lookUp } from '@naughty-list/contracts/look-up';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { submitReport } from '@naughty-list/contracts/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAlike } from '../src/lists/near.ts';
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
