import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import { expect, it } from 'vitest';
import { answerText } from './answer-texts.ts';

const at = '2026-12-03T03:00:00.000Z';
const answerFor = (asked: string, change: Partial<NonNullable<SubjectAnswer['naughty']>>): SubjectAnswer => ({
  subject: { kind: 'account', username: asked },
  naughty: {
    username: 'Old',
    status: 'corroborated',
    statusSince: at,
    times: 1,
    since: at,
    firstLines: '',
    twitterUrl: '',
    aliases: [],
    handleChangedAt: null,
    losses: [],
    ...change,
  },
  burned: null,
  nice: null,
  near: [],
  meant: [],
  naming: { trace: null, total: 0, cases: [] },
  isReceipt: false,
});
const aliases = [
  { username: 'New', seenAt: at, isCurrent: true },
  { username: 'Middle', seenAt: '2026-11-26T03:00:00.000Z', isCurrent: false },
];

it.each(['compromised', 'cleared'] as const)('says why it answers with another name: %s', (status) => {
  for (const asked of ['New', 'middle'])
    expect(answerText(answerFor(asked, { status, aliases })).text).toMatch(
      /^@Old (now calls|called) itself @/,
    );
});

it.each(['Old', 'new'])('gives the current name of a renamed account, asked by %s', (asked) => {
  expect(answerText(answerFor(asked, { aliases }))).toMatchObject({
    form: 'listed',
    name: '@Old',
    text: expect.stringMatching(
      /^@Old now calls itself @New, seen December 3, 2026\. Reported on December 3/,
    ),
  });
});

it('does not say that an account wrote a post: a link and an unconfirmed report may name another', () => {
  const subject = { kind: 'account', username: 'Old', post: '20' } as const;
  const { asked } = answerText({ ...answerFor('Old', { status: 'unreviewed' }), subject });
  expect(asked).toBe('You asked about the X account linked to this post');
});

it('dates a name that the account gave up, and does not call it current', () => {
  const left = aliases.slice(1);
  expect(answerText(answerFor('Old', { aliases: left })).text).toMatch(/^Reported on December 3/);
  expect(answerText(answerFor('middle', { aliases: left })).text).toMatch(
    /^@Old called itself @Middle, seen November 26, 2026\. Reported on December 3/,
  );
});

it('says that another account may have a name that the reported one has left', () => {
  expect(answerText(answerFor('middle', { aliases: aliases.slice(1) }))).toMatchObject({
    form: 'listed',
    name: '@Old',
    asked: 'You asked about the X account',
    text: '@Old called itself @Middle, seen November 26, 2026. Reported on December 3, 2026. Someone else may have @Middle by now.',
  });
  // The private check knows the account only by the name that was asked about.
  const nameless = { username: 'Middle', aliases: aliases.slice(1) };
  expect(answerText(answerFor('Middle', nameless))).toMatchObject({
    form: 'calm',
    verdict: 'The reported account has left this handle',
    mayReport: true,
    text: 'The reported account had left @Middle by November 26, 2026. Reported on December 3, 2026. Someone else may have @Middle by now. The case page says more.',
  });
});

it('leads with the change of hands of a handle, without a red seal for its current owner', () => {
  expect(answerText(answerFor('old', { aliases, handleChangedAt: at }))).toMatchObject({
    form: 'calm',
    verdict: 'This handle has changed hands',
    text: 'By December 3, 2026, @Old no longer belonged to the reported account. The report is about the account that had it before. A former owner of @Old now calls itself @New, seen December 3, 2026. The case page says more.',
  });
  for (const asked of ['New', 'middle'])
    expect(answerText(answerFor(asked, { aliases, handleChangedAt: at }))).toMatchObject({
      form: 'listed',
      name: '@New',
      text: expect.stringMatching(/^A former owner of @Old (now calls|called) itself @/),
    });
});

it('counts independent reporters from three on, and praise only once it is reviewed', () => {
  expect(answerText(answerFor('Old', { times: 1 })).text).toBe('Reported on December 3, 2026.');
  expect(answerText(answerFor('Old', { times: 3 })).text).toBe(
    'Reported by 3 independent reporters since December 3, 2026.',
  );
  const nice = { username: 'Old', times: 1, since: at, isReviewed: false };
  const praised = (change: object) =>
    answerText({ ...answerFor('Old', {}), naughty: null, nice: { ...nice, ...change } });
  expect(praised({}).verdict).toBe('Not on the Naughty List. Praised, not reviewed.');
  expect(praised({ isReviewed: true, times: 2 }).text).toContain('Praised 2 times since December 3, 2026.');
});

const ofAddress = (change: Partial<SubjectAnswer>) =>
  answerText({ ...answerFor('', {}), naughty: null, ...change }).verdict;

it('says first of an address that reports name it, and of a payment what it paid for', () => {
  const address = { kind: 'address', chain: 'solana', value: '1'.repeat(32) } as const;
  const named = (total: number) => ({ trace: null, total, cases: [] });
  expect(ofAddress({ subject: address })).toBe("I can't say who is behind this");
  expect(ofAddress({ subject: address, naming: named(1) })).toBe('A report names this');
  expect(ofAddress({ subject: address, naming: named(2) })).toBe('Reports name this');
  const payment = { kind: 'transaction', chain: 'solana', value: '1'.repeat(64) } as const;
  expect(ofAddress({ subject: payment, isReceipt: true })).toBe('This paid for the removal of a report');
});
