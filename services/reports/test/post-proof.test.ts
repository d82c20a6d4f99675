import type { ServerResponse } from 'node:http';
import { appealTexts, CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { oembedOf, type Post, postIdAt, startOembedServer } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFetchOembed } from '../src/register/posts/oembed.ts';
import { openAdmins } from './admins.ts';

const oembed = closeAfterAll(await startOembedServer());
const admins = closeAfterAll(await openAdmins({ OEMBED_URL: `${oembed.url}/oembed` }));
const { db } = admins.service.context;
/** A case with an appeal and a code to post, anew for each test. */
let username: string;
let caseCode: string;
let code: string;

beforeEach(async () => {
  ({ username } = await admins.newReport());
  ({ caseCode } = await admins.appeal(username));
  oembed.asked.length = 0;
  code = await issue();
});

const send = (method: string, path: string, body?: unknown) =>
  admins.service.send(method, `/api/appeal${path}`, body, { [CASE_CODE_HEADER]: caseCode });
const issue = async () => (proofIn((await send('POST', '/proof-code')).body).code ?? '') as string;
const proofIn = (body: Record<string, unknown>) => body.proof as Record<string, unknown>;
const isProven = async () => proofIn((await send('GET', '')).body).provenAt !== null;
/** A post that is newer than the code. */
const freshId = () => postIdAt(new Date(Date.now() + 1_000));
const check = (id: string, url = `https://x.com/${username}/status/${id}`) =>
  send('POST', '/proof', { postUrl: url });

const json = (response: ServerResponse, body: unknown) =>
  response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(body));
const post = (changes: Partial<Post> = {}): Post => ({
  username,
  id: freshId(),
  text: `This is really me. ${code}`,
  ...changes,
});

/** Checks a post for which X returns this answer. */
async function checkAnswer(id: string, body: unknown) {
  oembed.answerWith((_path, response) => json(response, body));
  return check(id);
}

it('asks no third party while those are off', async () => {
  const quiet = await openAdmins({ OEMBED_URL: `${oembed.url}/oembed`, THIRD_PARTIES: 'off' });
  const report = await quiet.newReport();
  const appeal = await quiet.appeal(report.username);
  const headers = { [CASE_CODE_HEADER]: appeal.caseCode };
  await quiet.service.send('POST', '/api/appeal/proof-code', undefined, headers);
  const postUrl = `https://x.com/${report.username}/status/${freshId()}`;
  const checked = await quiet.service.send('POST', '/api/appeal/proof', { postUrl }, headers);
  expect([checked.status, proofIn(checked.body).provenAt]).toEqual([200, null]);
  expect(oembed.asked).toEqual([]);
  await quiet.service.stop();
});

describe('an honest post is accepted', () => {
  const honest: Record<string, (own: Post) => { own: Post; answer: unknown }> = {
    'with the code in its text': (own) => ({ own, answer: oembedOf(own) }),
    'with the code alone': (own) => {
      const alone = { ...own, text: code };
      return { own: alone, answer: oembedOf(alone) };
    },
    'with mentions, links, line breaks and punctuation': (own) => {
      const text =
        `<a href="https://twitter.com/listsol">@listsol</a> my code:<br>(${code})! ` +
        '<a href="https://t.co/abc">pic.twitter.com/abc</a>';
      return { own, answer: oembedOf({ ...own, text }) };
    },
    'of a name in other letters': (own) => ({
      own,
      answer: oembedOf({ ...own, username: own.username.toUpperCase() }),
    }),
    'answered from x.com': (own) => ({ own, answer: oembedOf({ ...own, host: 'x.com' }) }),
    'with the embedding script': (own) => {
      const answer = oembedOf(own);
      const script = '<script async src="https://platform.twitter.com/widgets.js"></script>';
      return { own, answer: { ...answer, html: answer.html + script } };
    },
  };

  it.each(Object.keys(honest))('%s', async (name) => {
    const { own, answer } = honest[name]?.(post()) ?? { own: post(), answer: {} };
    const checked = await checkAnswer(own.id, answer);
    expect([checked.status, checked.body.message]).toEqual([200, undefined]);
    expect(proofIn(checked.body)).toMatchObject({ provenAt: expect.any(String), code: null });
    expect(oembed.asked).toEqual([
      `/oembed?url=${encodeURIComponent(`https://twitter.com/${username}/status/${own.id}`)}&omit_script=1&dnt=1`,
    ]);
    expect((await check(own.id)).body.message).toBe(appealTexts.proven);
  });
});

type Hostile = (own: Post) => unknown;
const withHtml = (own: Post, html: string) => ({ ...oembedOf(own), html });
const framed = (own: Post, inner: string) =>
  withHtml(
    own,
    `<blockquote class="twitter-tweet">${inner}&mdash; S (@${own.username}) <a href="https://twitter.com/${own.username}/status/${own.id}">day</a></blockquote>`,
  );
const cyrillic = (text: string) =>
  text.replace(/[0-9A-Z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0));

/** Hostile answers, by the reason of their refusal. */
const hostile: Record<keyof typeof appealTexts.proofFailed, Record<string, Hostile>> = {
  author: {
    'of another account': (own) => oembedOf({ ...own, username: 'grinch_2' }),
    'a retweet, which is answered as the original': (own) =>
      oembedOf({ ...own, username: 'original', id: freshId() }),
    'by a longer name': (own) => ({ ...oembedOf(own), author_url: `https://twitter.com/${own.username}x` }),
    'by the name on another host': (own) => ({
      ...oembedOf(own),
      author_url: `https://twitter.com.evil.example/${own.username}`,
    }),
    "by the name behind another host's user": (own) => ({
      ...oembedOf(own),
      author_url: `https://twitter.com@evil.example/${own.username}`,
    }),
    'by the name in a query': (own) => ({
      ...oembedOf(own),
      author_url: `https://twitter.com/i?/${own.username}`,
    }),
    'by the name below another': (own) => ({
      ...oembedOf(own),
      author_url: `https://twitter.com/other/${own.username}`,
    }),
    'by no account': (own) => ({ ...oembedOf(own), author_url: '' }),
  },
  id: {
    'another post of the account': (own) => oembedOf({ ...own, id: String(BigInt(own.id) + 1n) }),
    'a link in the text to another post': (own) =>
      withHtml(own, oembedOf({ ...own, id: String(BigInt(own.id) + 1n) }).html),
    "an address of another account's post": (own) => ({
      ...oembedOf(own),
      url: `https://twitter.com/other/status/${own.id}`,
    }),
  },
  code: {
    'no code': (own) => oembedOf({ ...own, text: 'This is really me.' }),
    'the code in the name of the account': (own) => oembedOf({ ...own, text: 'Hello.', name: code }),
    'the code in an address': (own) =>
      oembedOf({ ...own, text: `<a href="https://evil.example/${code}">link</a>` }),
    'the code in the text of a link': (own) =>
      oembedOf({ ...own, text: `<a href="https://t.co/x">evil.example/ ${code}</a>` }),
    'the code as a tag': (own) => oembedOf({ ...own, text: `<a href="https://t.co/x">#${code}</a>` }),
    'the code in the description of a picture': (own) =>
      oembedOf({ ...own, text: `<img alt="${code}" src="x">` }),
    'the code in a comment': (own) => oembedOf({ ...own, text: `Hello <!-- ${code} -->` }),
    'the code in a script': (own) => oembedOf({ ...own, text: `Hello <script>${code}</script>` }),
    'the code in a template': (own) => oembedOf({ ...own, text: `Hello <template>${code}</template>` }),
    'the code cut by a comment': (own) =>
      oembedOf({ ...own, text: `${code.slice(0, 8)}<!-- -->${code.slice(8)}` }),
    'the code within a longer word': (own) => oembedOf({ ...own, text: `A${code}` }),
    'the code with look-alike characters': (own) => oembedOf({ ...own, text: cyrillic(code) }),
    'the code in small letters': (own) => oembedOf({ ...own, text: `a${code}`.toLowerCase() }),
    'the code of before': (own) => oembedOf({ ...own, text: 'ABCDEFGHJKMNPQRS' }),
  },
  early: {
    'a post older than the code': (own) =>
      oembedOf({ ...own, id: postIdAt(new Date(Date.now() - 3_600_000)) }),
    'the oldest of all posts': (own) => oembedOf({ ...own, id: '20' }),
  },
  unreadable: {
    'the post in a second quote': (own) => withHtml(own, `<blockquote>x</blockquote>${oembedOf(own).html}`),
    'two paragraphs': (own) => framed(own, `<p>nothing</p><p>${code}</p>`),
    'nothing but the code': (own) => withHtml(own, code),
    'no HTML': (own) => withHtml(own, ''),
    'the code in the name, which closes the paragraph': (own) =>
      oembedOf({ ...own, text: 'Hello.', name: `</p>${code}` }),
    'the code in what is quoted': (own) =>
      oembedOf({ ...own, text: `Look:<blockquote><p>${code}</p></blockquote>` }),
  },
};

describe('a hostile answer is refused', () => {
  const cases = Object.entries(hostile).flatMap(([failure, of]) =>
    Object.entries(of).map(([name, make]) => ({ failure: failure as keyof typeof hostile, name, make })),
  );

  it('of more than 30 kinds', () => expect(cases.length).toBeGreaterThanOrEqual(30));

  it.each(cases)('$failure: $name', async ({ failure, make }) => {
    const own = post();
    const answer = make(own) as { url: string };
    const id = failure === 'early' ? (/\d+$/.exec(answer.url)?.[0] ?? '') : own.id;
    const checked = await checkAnswer(id, answer);
    expect(checked.body).toEqual({ code: 'proof_invalid', message: appealTexts.proofFailed[failure] });
    expect(await isProven()).toBe(false);
  });

  it('of a post from the future', async () => {
    const own = post({ id: postIdAt(new Date(Date.now() + 3_600_000)) });
    expect((await checkAnswer(own.id, oembedOf(own))).body.code).toBe('proof_invalid');
  });

  it('of 404: X does not return the post', async () => {
    oembed.answerWith((_path, response) => response.writeHead(404).end());
    expect((await check(freshId())).body.message).toBe(appealTexts.proofFailed.unreadable);
  });
});

it.each([
  ['a profile', () => `https://x.com/${username}`],
  ['another account', () => 'https://x.com/santa/status/1790000000000000000'],
  ['a host of X’s', () => `https://help.x.com/${username}/post/1`],
  ['a number beyond 64 bits', () => `https://x.com/${username}/status/9999999999999999999`],
  ['a number of twenty digits', () => `https://x.com/${username}/status/12345678901234567890`],
  ['digits of another script', () => `https://x.com/${username}/status/١٢٣٤`],
  ['a path that climbs', () => `https://x.com/${username}/status/1/../../oembed`],
])('a link to something else is refused unasked: %s', async (_name, urlOf) => {
  expect((await check('', urlOf())).body.code).toBe('proof_invalid');
  expect(oembed.asked).toEqual([]);
});

describe('a fault decides nothing', () => {
  const good = () => oembedOf(post());
  const faults: Record<string, (response: ServerResponse) => void> = {
    'a redirect': (response) => response.writeHead(302, { location: oembed.url }).end(),
    'a redirect to a private address': (response) =>
      response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(),
    'a server error': (response) => response.writeHead(500).end(),
    'a refusal of this server': (response) => response.writeHead(403).end(),
    'too many requests': (response) => response.writeHead(429).end(),
    'another content type': (response) =>
      response.setHeader('content-type', 'text/html').end(JSON.stringify(good())),
    'no content type': (response) => response.end(JSON.stringify(good())),
    'a body that is not JSON': (response) =>
      response.setHeader('content-type', 'application/json').end('{"url":'),
    'JSON of another form': (response) => json(response, { ...good(), html: { toString: 'x' } }),
    'deeply nested JSON': (response) =>
      response.setHeader('content-type', 'application/json').end('['.repeat(20_000) + ']'.repeat(20_000)),
    'a body of a megabyte': (response) => json(response, { ...good(), more: 'x'.repeat(1_000_000) }),
    'an endless body': (response) => {
      response.setHeader('content-type', 'application/json');
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(1_000)));
      };
      response.on('drain', write);
      write();
    },
    'a compressed body': (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end('\u001f\u008b'),
    'a connection that breaks': (response) => response.destroy(),
  };

  it.each(Object.keys(faults))('%s', async (name) => {
    oembed.answerWith((_path, response) => faults[name]?.(response));
    // The post goes to a moderator at once.
    const waiting = freshId();
    const answer = await check(waiting);
    expect([answer.status, answer.body.proof]).toMatchObject([
      200,
      { provenAt: null, automatic: true, postUrl: expect.stringContaining(waiting) },
    ]);
    expect(await isProven()).toBe(false);
    // The code is still valid.
    const own = post();
    expect((await checkAnswer(own.id, oembedOf(own))).status).toBe(200);
  });

  it.each([
    ['headers', (_response: ServerResponse) => {}],
    [
      'a body',
      (response: ServerResponse) => void response.setHeader('content-type', 'application/json').write('{'),
    ],
  ])('%s that never come', async (_name, hang) => {
    oembed.answerWith((_path, response) => hang(response));
    const ask = createFetchOembed({ url: oembed.url, log: admins.service.context.log, timeoutMs: 50 });
    await expect(ask({ username, postId: '1' })).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a code', () => {
  it('is valid for one check, however many ask at once', async () => {
    const own = post();
    oembed.answerWith((_path, response) => json(response, oembedOf(own)));
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => check(own.id)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('is replaced by a newer one', async () => {
    const old = code;
    code = await issue();
    expect(code).not.toBe(old);
    const own = post({ text: old });
    expect((await checkAnswer(own.id, oembedOf(own))).body.message).toBe(appealTexts.proofFailed.code);
  });

  it.each([
    ['a word of the account', 'appeals', { proof_code: 'snow' }, () => ({ text: 'So much snow.' })],
    [
      'posted under another name',
      'scammer_reports',
      { username: 'krampus' },
      () => ({ username: 'krampus' }),
    ],
  ])('%s, set in the database for a moment, proves nothing', async (_, table, forged, said) => {
    const { report_id } = await db('appeals').where({ proof_code: code }).first();
    const of = table === 'appeals' ? { report_id } : { id: report_id };
    const before = await db(table).where(of).first(Object.keys(forged));
    const own = post(said());
    oembed.answerWith(async (_path, response) => {
      if (table !== 'appeals') await db(table).where(of).update(before);
      json(response, oembedOf(own));
    });
    await db(table).where(of).update(forged);
    await check(own.id, `https://x.com/${own.username}/status/${own.id}`);
    await db(table).where(of).update(before);
    expect(await isProven()).toBe(false);
  });

  it('expires', async () => {
    await db('appeals')
      .where({ proof_code: code })
      .update({ proof_expires_at: db.raw("now() - interval '1 second'") });
    const own = post();
    expect((await checkAnswer(own.id, oembedOf(own))).body).toMatchObject({
      code: 'proof_expired',
      message: appealTexts.proofExpired,
    });
  });
});
