import { expect, test } from 'vitest';
import { raidLink, shareTemplates } from './share-texts.ts';

const input = {
  username: 'grinch_1',
  twitterUrl: 'https://x.com/grinch_1/status/42',
  status: 'unreviewed',
  origin: 'https://naughty.example',
  account: '@naughtylistsol',
} as const;

test('has ten different texts, each with a search link and the project’s account', () => {
  const texts = shareTemplates.map((_, index) =>
    new URL(raidLink(input, () => index / shareTemplates.length)).searchParams.get('text'),
  );
  expect(new Set(texts).size).toBe(10);
  for (const text of texts) {
    expect(text).toContain('https://naughty.example/?search=grinch_1');
    expect(text).toContain('@naughtylistsol');
    // The post is read without the page behind its link.
    expect(text).toContain('(Reported, not reviewed)');
    expect(text?.length).toBeLessThanOrEqual(280);
  }
});

test('replies to the post, or mentions the account if the link has no post id', () => {
  const reply = new URL(raidLink(input));
  expect(reply.origin + reply.pathname).toBe('https://x.com/intent/tweet');
  expect(reply.searchParams.get('in_reply_to')).toBe('42');
  const mention = new URL(raidLink({ ...input, twitterUrl: 'https://x.com/grinch_1' }, () => 0));
  expect(mention.searchParams.has('in_reply_to')).toBe(false);
  expect(mention.searchParams.get('text')).toMatch(/^@grinch_1 /);
});

test('names a renamed account by its present name: someone else may have the other by now', () => {
  const names = { grinch_2: false, grinch_3: true };
  const aliases = Object.entries(names).map(([username, isCurrent]) => ({ username, isCurrent, seenAt: '' }));
  for (const twitterUrl of [input.twitterUrl, 'https://x.com/grinch_1']) {
    const text = new URL(raidLink({ ...input, twitterUrl, aliases })).searchParams.get('text');
    expect(text).toContain('@grinch_3');
    expect(text).not.toMatch(/@grinch_[12]/);
  }
});

test('picks a text for the largest random number', () => {
  expect(new URL(raidLink(input, () => 0.999999)).searchParams.get('text')).toContain('got there first');
});
