import { createHash } from 'node:crypto';
import { lookAlike } from '@naughty-list/contracts/look-alike';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { oembedOf, startOembedServer } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFindAuthor } from '../src/register/lists/look-up.ts';
import { createFetchOembed } from '../src/register/posts/oembed.ts';
import { reportInput, startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());
for (const username of ['SolRugKing', 'Paypal_Help', 'two_faces', 'b0b0', 'modem_elf']) {
  await service.report({ username }, 'seed');
}
for (const username of ['two_faces', 'kind_elf', 'Kind_Elf']) await service.praise({ username }, 'seed');

const ask = async (q: string) => (await service.as('visitor').call(lookUp, { query: { q } })).answers;
const askOne = async (q: string) => {
  const answers = await ask(q);
  expect(answers).toHaveLength(1);
  return answers[0];
};
const set = (username: string, change: object) =>
  service.context.db('scammer_reports').where({ username }).update(change);
const setPraiseReviewed = (username: string, reviewed_at: Date | null = new Date()) =>
  service.context.db('nice_reports').where({ username }).update({ reviewed_at });

it('says how often and since when an account was reported, or praised, or both', async () => {
  const since = expect.stringMatching(/^20\d\d-\d\d-\d\dT/);
  expect(await askOne(' @solrugking ')).toEqual({
    subject: { kind: 'account', username: 'solrugking' },
    naughty: {
      username: 'SolRugKing',
      status: 'unreviewed',
      statusSince: since,
      times: 1,
      since,
      firstLines: reportInput().description,
      twitterUrl: expect.stringContaining('/SolRugKing/'),
      aliases: [],
      handleChangedAt: null,
      losses: [],
    },
    burned: null,
    nice: null,
    near: [],
    meant: [],
    naming: { trace: null, total: 0, cases: [] },
    isReceipt: false,
  });
  expect(await askOne('KIND_ELF')).toMatchObject({
    naughty: null,
    nice: { username: 'Kind_Elf', times: 1, since, isReviewed: false },
  });
  // A scammer's praise of himself is not part of the answer before a moderator has read it.
  expect(await askOne('two_faces')).toMatchObject({ naughty: { times: 1 }, nice: null });
  await setPraiseReviewed('two_faces');
  expect(await askOne('two_faces')).toMatchObject({ naughty: { times: 1 }, nice: { times: 1 } });
  await setPraiseReviewed('two_faces', null);
});

it('answers for each account in a text, and for no more than five', async () => {
  const answers = await ask('@SolRugKing @two_faces @nobody_1');
  expect(answers.map(({ naughty }) => naughty?.username)).toEqual(['SolRugKing', 'two_faces', undefined]);
  expect(await ask('@a @b @c @d @e @f')).toHaveLength(5);
});

it('finds the reports that name a wallet, a chat or an account', async () => {
  const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const description = `Sent my coins to ${wallet}, see discord.gg/elfpump and @helper_elf.`;
  await service.report({ username: 'namer', description }, 'seed');
  const named = { naughty: null, naming: { total: 1, cases: [{ username: 'namer' }] } };
  for (const q of [`https://solscan.io/account/${wallet}`, 'https://discord.gg/elfpump'])
    expect(await askOne(q)).toMatchObject(named);
  // Who has something to say about an account reports it, with its post.
  expect(await askOne('@helper_elf')).toMatchObject({ naming: { total: 0, cases: [] } });
  await set('namer', { status: 'corroborated' });
  expect(await askOne('@helper_elf')).toMatchObject(named);
});

it('finds who was reported for a post, under whatever name it is opened', async () => {
  const url = (await askOne('SolRugKing'))?.naughty?.twitterUrl ?? '';
  const id = /\d+$/.exec(url)?.[0] ?? '';
  await set('SolRugKing', { twitter_url: 'https://x.com/SolRugKing/status/1860000000000000777' });
  for (const q of ['https://x.com/i/status/1860000000000000777', '1860000000000000777'])
    expect(await askOne(q)).toMatchObject({
      subject: { kind: 'account' },
      naughty: { username: 'SolRugKing' },
    });
  expect(await askOne('https://x.com/innocent/status/1860000000000000777')).toMatchObject({
    subject: { username: 'innocent' },
    naughty: null,
    meant: [{ username: 'SolRugKing', list: 'naughty' }],
  });
  expect(await askOne('https://x.com/i/status/1860000000000000778')).toMatchObject({
    subject: { kind: 'post' },
    naughty: null,
  });
  await set('SolRugKing', { twitter_url: url });
  expect(id).not.toBe('');
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
])('warns for %s of a listed name that looks like it, and gives no verdict', async (q, username) => {
  expect(await askOne(q)).toMatchObject({
    naughty: null,
    nice: null,
    near: [{ username, list: 'naughty', status: 'unreviewed' }],
  });
});

it('warns of a listed look-alike of a praised name', async () => {
  const username = 'SoIRugKing';
  await service.praise({ username }, 'seed');
  expect(await askOne(username)).toMatchObject({
    nice: { username, isReviewed: false },
    near: [{ username: 'SolRugKing', list: 'naughty' }],
  });
  await service.context.db('nice_reports').where({ username }).delete();
});

it('suggests heroes too, nothing for what resembles no name, and nothing that is not listed', async () => {
  await setPraiseReviewed('kind_elf');
  expect((await askOne('kindelf'))?.near).toMatchObject([{ list: 'nice', status: null }]);
  await setPraiseReviewed('kind_elf', null);
  expect((await askOne('entirely_else'))?.near).toEqual([]);
  expect((await askOne('bobb'))?.near).toEqual([]);
  await set('Paypal_Help', { is_removed: true });
  expect((await askOne('paypalhelp'))?.near).toEqual([]);
});

it('says that a report was removed by a burn, until there is another', async () => {
  await service.report({ username: 'burned_elf' }, 'seed');
  await set('burned_elf', { is_removed: true, removal_tx_hash: 'a' });
  const at = expect.stringMatching(/^20/);
  expect(await askOne('Burned_Elf')).toMatchObject({ naughty: null, burned: { username: 'burned_elf', at } });
  expect(await shardOf('burned_elf')).toMatchObject([{ list: 'burned', status: null, since: at }]);
  await set('burned_elf', { is_removed: false });
  expect(await askOne('burned_elf')).toMatchObject({ naughty: { username: 'burned_elf' }, burned: null });
});

it('answers with the status, and with a case cleared lately', async () => {
  await service.report({ username: 'stolen_elf' }, 'seed');
  await set('stolen_elf', { status: 'compromised' });
  expect(await askOne('stolen_elf')).toMatchObject({ naughty: { status: 'compromised' } });
  const now = service.context.clock.now();
  await set('stolen_elf', { status: 'cleared', cleared_at: now, is_removed: true });
  expect(await askOne('stolen_elf')).toMatchObject({ naughty: { status: 'cleared' } });
  expect(await shardOf('stolen_elf')).toMatchObject([
    { list: 'naughty', status: 'cleared', since: now.toISOString() },
  ]);
  // A later report is what counts.
  const again = { username: 'stolen_elf', twitterUrl: 'https://x.com/stolen_elf/status/77' };
  const { id } = await service.report(again, 'seed');
  const later = service.context.db('scammer_reports').where({ id });
  await later.clone().update({ is_removed: false, held_at: null, status: 'corroborated' });
  expect(await askOne('stolen_elf')).toMatchObject({ naughty: { status: 'corroborated' } });
  expect(await shardOf('stolen_elf')).toMatchObject([{ status: 'corroborated' }, { status: 'cleared' }]);
  await later.delete();
  await set('stolen_elf', { cleared_at: new Date(now.getTime() - 31 * 86_400_000) });
  expect(await askOne('stolen_elf')).toMatchObject({ naughty: null, burned: null });
});

it('calls praise reviewed once a moderator has read it', async () => {
  await setPraiseReviewed('two_faces');
  expect(await askOne('two_faces')).toMatchObject({ nice: { isReviewed: true } });
  // The seal of one praise makes no more of the others.
  const praises = () => service.context.db('nice_reports').whereRaw("lower(username) = 'kind_elf'");
  const [first] = await praises().orderBy('id');
  await praises().where({ id: first.id }).update({ reviewed_at: new Date() });
  expect(await askOne('kind_elf')).toMatchObject({
    nice: { times: 1, since: first.reported_at.toISOString(), isReviewed: true },
  });
  await praises().update({ reviewed_at: null });
});

it('sees the same in a name as the database', async () => {
  for (const username of ['I1l0O_o__', 'Mrn_vvW', 'rrnvvv', '_', 'r_n']) {
    const { rows } = await service.context.db.raw('select look_alike(?)', [username]);
    expect(rows).toEqual([{ look_alike: lookAlike(username) }]);
  }
});

it.each(['paypalhlp', 'paypallhelp', 'paypalhalp', 'paypalhepl', 'PayPaIHe1p'])(
  'the database finds %s by a form that it shares with paypalhelp',
  async (typo) => {
    const { rows } = await service.context.db.raw('select typo_forms(?) && typo_forms(?) as found', [
      typo,
      'paypalhelp',
    ]);
    expect(rows).toEqual([{ found: true }]);
  },
);

it('needs a text', async () => {
  await expect(ask(' \u200b ')).rejects.toMatchObject({ status: 400, code: 'empty_search' });
  expect(await ask(' !!! ')).toMatchObject([{ subject: { kind: 'unknown', why: 'no_name', text: '!!!' } }]);
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
    { account: sha256('kind_elf'), list: 'nice', status: null, times: 1 },
  ]);
  expect((await shardOf('two_faces')).map(({ list }) => list)).toEqual(['naughty', 'nice']);
  const { body } = await service.send('GET', `/api/private-check/${prefixOf('two_faces')}`);
  expect(JSON.stringify(body)).not.toMatch(/two_?faces/i);
});

it('has shards of one length, whether accounts are in them or not, and drops a removed account', async () => {
  await service.report({ username: 'gone_elf' }, 'seed');
  const read = async (prefix: string) => {
    const { body, headers } = await service.send('GET', `/api/private-check/${prefix}`);
    expect([headers.get('content-length'), headers.get('cache-control')]).toEqual([
      '8192',
      'public, max-age=30, no-transform',
    ]);
    return (body.entries as unknown[]).length;
  };
  expect(await read(prefixOf('gone_elf'))).toBe(1);
  expect(await read(prefixOf('nobody_at_all'))).toBe(0);
  expect(await read(prefixOf('two_faces'))).toBe(2);
  await set('gone_elf', { is_removed: true });
  expect(await read(prefixOf('gone_elf'))).toBe(0);
});

it.each(['', 'abc', 'abcde', 'ABCD', 'grin', '%00%00'])('has no shard %j', async (prefix) => {
  expect((await service.send('GET', `/api/private-check/${prefix}`)).status).toBe(404);
});

it('shows a corroborated look-alike before any number that strangers reported or praised', async () => {
  for (const username of ['xmas_vau1t', 'x_mas_vault', 'xmasvau1t', 'Xmas_Vauit', 'zmas_vault'])
    await service.report({ username }, 'seed');
  await set('zmas_vault', { status: 'corroborated' });
  expect((await askOne('xmas_vault'))?.near).toHaveLength(3);
  expect((await askOne('xmas_vault'))?.near[0]).toMatchObject({ username: 'zmas_vault' });
});

it('finds for a post whom a moderator found to have written it, not who was reported with it later', async () => {
  for (const username of ['real_author', 'blamed_elf'])
    await service.report(
      { username, twitterUrl: `https://x.com/${username}/status/1860000000000000888` },
      'seed',
    );
  await set('real_author', { status: 'corroborated' });
  expect(await askOne('1860000000000000888')).toMatchObject({ naughty: { username: 'real_author' } });
});

it('names a hero as the praise does that a moderator has read, and hints at no hero before', async () => {
  await service.praise({ username: 'Jolly_Lisa' }, 'seed');
  expect((await askOne('jo11y_lisa'))?.near).toEqual([]);
  await setPraiseReviewed('Jolly_Lisa');
  await service.praise({ username: 'JoLLy_LisA' }, 'seed');
  expect(await askOne('jolly_lisa')).toMatchObject({ nice: { username: 'Jolly_Lisa' } });
  expect((await askOne('jo11y_lisa'))?.near).toEqual([
    { username: 'Jolly_Lisa', list: 'nice', status: null, hasChangedHands: false },
  ]);
});

it('hints first at the listed account of the very name, then at those that look like it, and of a post at the reported one', async () => {
  for (const username of ['zoolou_elf', 'z00lou_elf', 'z0olou_elf', 'zo0lou_elf'])
    await service.report({ username }, 'seed');
  const { meant } = (await askOne('t.me/ZooLou_Elf')) ?? {};
  expect(meant).toHaveLength(3);
  expect(meant?.[0]).toMatchObject({ username: 'zoolou_elf' });
  await set('zoolou_elf', { twitter_url: 'https://x.com/zoolou_elf/status/1860000000000000779' });
  const ofPost = await askOne('https://x.com/innocent/status/1860000000000000779');
  expect(ofPost?.meant.map(({ username }) => username)).toEqual(['zoolou_elf']);
});

describe('the author of a post', async () => {
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
    await service.report({ username: 'SolRugKing' }, 'seed');
    const ask = async (q: string) => (await service.as('visitor').call(lookUp, { query: { q } })).answers;
    expect(await ask('https://x.com/i/status/1860000000000000777')).toMatchObject([
      { subject: { kind: 'account', username: 'SolRugKing' }, naughty: { username: 'SolRugKing' } },
    ]);
    status = 404;
    expect(await ask('1860000000000000778')).toMatchObject([{ subject: { kind: 'post' }, naughty: null }]);
    await service.stop();
  });
});
