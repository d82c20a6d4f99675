import { lookUp } from '@naughty-list/contracts/look-up';
import { submitReport } from '@naughty-list/contracts/reports';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { oembedOf, startOembedServer } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, expect, it } from 'vitest';
import { createFindAuthor } from '../src/register/lists/look-up.ts';
import { createFetchOembed } from '../src/register/posts/oembed.ts';
import { reportInput, startReports } from './running-service.ts';

const oembed = closeAfterAll(await startOembedServer());
/** How X answers to the next questions; 200 with the author. */
let status = 200;
let author = 'SolRugKing';

oembed.answerWith((path, response) => {
  const url = new URL(path, 'http://x').searchParams.get('url') ?? '';
  const post = { username: author, id: url.split('/').at(-1) ?? '', text: 'Ho ho ho' };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(oembedOf(post)));
});
beforeEach(() => {
  [status, author] = [200, 'SolRugKing'];
  oembed.asked.length = 0;
});

const create = () =>
  createFindAuthor(createFetchOembed({ url: `${oembed.url}/oembed`, log: createLog('tests', 'silent') }));

it('finds the author of a post by its id, and calls X once for it', async () => {
  const findAuthor = create();
  expect(await Promise.all(['20', '20', '20'].map(findAuthor))).toEqual(Array(3).fill('SolRugKing'));
  expect(await findAuthor('20')).toBe('SolRugKing');
  expect(oembed.asked).toHaveLength(1);
  expect(decodeURIComponent(oembed.asked[0] ?? '')).toContain('https://twitter.com/i/status/20');
});

it('knows no author for a post that X does not return', async () => {
  status = 404;
  const findAuthor = create();
  expect(await findAuthor('21')).toBeUndefined();
  expect(await findAuthor('21')).toBeUndefined();
  expect(oembed.asked).toHaveLength(1);
});

it.each(['no/handle', '', 'sixteen_letters_x'])('does not take %j for an author', async (name) => {
  author = name;
  expect(await create()('22')).toBeUndefined();
});

it.each([429, 500])('knows no author while X answers %i, and asks again later', async (failure) => {
  const findAuthor = create();
  status = failure;
  expect(await findAuthor('23')).toBeUndefined();
  status = 200;
  expect(await findAuthor('23')).toBe('SolRugKing');
});

it('asks about thirty posts a minute, and still answers what it knows', async () => {
  const findAuthor = create();
  const posts = Array.from({ length: 40 }, (_, at) => String(100 + at));
  const found = await Promise.all(posts.map(findAuthor));
  expect(found.filter((name) => name === 'SolRugKing')).toHaveLength(30);
  expect(oembed.asked).toHaveLength(30);
  expect(await findAuthor('100')).toBe('SolRugKing');
});

it('does not ask X when third parties are off', async () => {
  expect(await createFindAuthor(undefined)('24')).toBeUndefined();
});

it('answers for the author of a pasted post', async () => {
  const service = await startReports({ OEMBED_URL: `${oembed.url}/oembed` });
  await service.as('seed').call(submitReport, { body: reportInput({ username: 'SolRugKing' }) });
  const ask = async (q: string) => (await service.as('visitor').call(lookUp, { query: { q } })).answers;
  expect(await ask('https://x.com/i/status/1860000000000000777')).toMatchObject([
    { subject: { kind: 'account', username: 'SolRugKing' }, naughty: { username: 'SolRugKing' } },
  ]);
  status = 404;
  expect(await ask('1860000000000000778')).toMatchObject([{ subject: { kind: 'post' }, naughty: null }]);
  await service.stop();
});
