import { niceReportTexts } from '@naughty-list/contracts/nice-reports';
import { accountInUrl } from '@naughty-list/contracts/report-input';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { submit } from '../src/register/nice-reports/submit.ts';
import { niceReportInput, openReports, startReports, untilAnswered } from './running-service.ts';

let names = 0;

const service = closeAfterAll(await startReports({}, undefined, { praisesPerUsernamePerDay: 20 }));
const { db } = service.context;

const newName = () => `praised${++names}`;
const send = (body: unknown) => service.send('POST', '/api/nice-reports', body);
const rowsOf = (username: string) => db('nice_reports').where({ username });

describe('a new nice report', () => {
  it('is answered with a message and what was stored, and nothing else of the sender’s', async () => {
    const { status, body } = await send({
      ...niceReportInput({ username: ' @Rudolph ' }),
      twitterUrl: 'http://twitter.com/Rudolph/status/24',
      id: 500,
      reportCount: 99,
      post_key: 'mine',
      scamCategory: 'nft',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: '@Rudolph is on the Nice List now. Santa smiled!',
      id: 1,
      isReviewed: false,
      twitterUrl: 'https://twitter.com/Rudolph/status/24',
      username: 'Rudolph',
      tweetContent: null,
      tweetDate: null,
      description: 'Led the sleigh through fog, for free.',
      reportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reportCount: 1,
    });
  });

  it('of a username that has one already is a separate entry', async () => {
    const username = newName();
    for (let time = 0; time < 3; time++) expect((await send(niceReportInput({ username }))).status).toBe(201);
    expect(await rowsOf(username)).toHaveLength(3);
  });

  it('is independent of the Naughty List', async () => {
    const username = newName();
    const both = niceReportInput({ username });
    expect((await send(both)).status).toBe(201);
    expect((await service.send('POST', '/api/scammer-reports', both)).status).toBe(201);
    expect((await service.send('GET', '/api/scammer-reports')).body).toHaveLength(1);
  });
});

/** A nice report of the account that a URL names. */
const niceReportOf = (twitterUrl: string) =>
  niceReportInput({ twitterUrl, username: accountInUrl(twitterUrl) ?? newName() });

describe('the same post', () => {
  const again = {
    status: 409,
    body: {
      message: 'This post is already on the Nice List. Every good deed is written down once.',
      code: 'post_already_praised',
    },
  };

  it.each([
    ['https://x.com/elf/status/7001', 'https://x.com/elf/status/7001'],
    ['https://x.com/elf/status/7002', 'https://twitter.com/elf/status/7002'],
    ['https://x.com/elf/status/7003', 'http://www.x.com./ELF/status/7003/?s=20&t=abc#top'],
    ['https://x.com/elf/status/7004/photo/1', 'https://mobile.twitter.com/elf/statuses/7004'],
    ['https://x.com/elf/status/7005', 'https://x.com/@elf/status/007005'],
  ])('counts once: %s, %s', async (first, second) => {
    expect((await send(niceReportOf(first))).status).toBe(201);
    const { status, body } = await send(niceReportOf(second));
    expect({ status, body }).toEqual(again);
  });

  it.each([
    ['https://x.com/elf/status/8001', 'https://x.com/elf/status/80010'],
    ['https://x.com/elf/status/8002', 'https://x.com/elf/status/8003?ref=/elf/status/8002'],
    ['https://x.com/squatter/status/8004', 'https://x.com/elf/status/8004'],
  ])('is another one: %s, %s', async (first, second) => {
    expect((await send(niceReportOf(first))).status).toBe(201);
    expect((await send(niceReportOf(second))).status).toBe(201);
  });

  it('sent a hundred times at once, over two processes and in two spellings, is one nice report', async () => {
    const twitterUrl = 'https://x.com/elf/status/9001';
    const second = await openReports(service.context.config.DATABASE_URL);
    const options = { niceReportsPerDay: 20, perMinute: 0 };
    const reporter = { keys: 'z', networkKey: 'z', allocationKeys: 'z' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const input = niceReportInput({ username: index % 2 ? 'elf' : 'ELF', twitterUrl });
        if (index % 4 < 2) return (await untilAnswered(() => send(input))).status;
        const { outcome } = await second.db.transaction((trx) =>
          submit(trx, { ...input, reporter }, options),
        );
        return outcome === 'added' ? 201 : 409;
      }),
    );
    await second.close();
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(99);
    expect(await db('nice_reports').where({ twitter_url: twitterUrl })).toHaveLength(1);
  });

  it('follows a change of its row by SQL', async () => {
    const username = newName();
    const post = (number: number) => `https://x.com/${username}/status/${number}`;
    await send(niceReportOf(post(9100)));
    await rowsOf(username).update({ twitter_url: post(9200) });
    expect((await send(niceReportOf(post(9200).replace('x.com', 'twitter.com')))).status).toBe(409);
    expect((await send(niceReportOf(post(9100)))).status).toBe(201);
  });
});

it('praise of a username above its daily limit is held, even for concurrent calls: a flood keeps no honest one out', async () => {
  const username = newName();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(niceReportInput({ username: index % 2 ? username : username.toUpperCase() })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const held = answers.filter(({ body }) => body.held);
  expect(held.map(({ body }) => body.message)).toEqual(Array(30).fill(niceReportTexts.held));
  await db.raw("update nice_reports set reported_at = reported_at - interval '25 hours'");
  expect((await send(niceReportInput({ username }))).body.held).toBeUndefined();
});
