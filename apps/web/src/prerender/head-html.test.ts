import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import { expect, it } from 'vitest';
import { answerHeadHtml, escapeHtml, pageHeadHtml, unlistedHeadHtml } from './head-html.ts';
import { homeHead } from './public-pages.ts';

const head = {
  path: '/a-page',
  title: 'Tom & "Jerry" <b>',
  description: "It's </script><script>alert(1)</script>",
  image: '/art/social/social-home.png',
} as const;

it('escapes text in attributes, between tags, and in data', () => {
  const html = pageHeadHtml(head);
  expect(html).toContain('<title>Tom &amp; &quot;Jerry&quot; &lt;b&gt;</title>');
  expect(html).toContain('content="It&#39;s &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(html.match(/<script/g)).toHaveLength(1);
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)['@graph'][1]).toMatchObject({ name: head.title, description: head.description });
});

it('leaves a placeholder for the origin of the site', () => {
  const html = pageHeadHtml(head);
  expect(html).toContain('<link rel="canonical" href="%PUBLIC_ORIGIN%/a-page" />');
  expect(html).toContain('<meta property="og:url" content="%PUBLIC_ORIGIN%/a-page" />');
  expect(html).toContain('content="%PUBLIC_ORIGIN%/art/social/social-home.png"');
  expect(html).not.toMatch(/localhost|127\.0\.0\.1/);
});

const since = '2026-11-21T03:00:00.000Z';
const elf: SubjectAnswer = {
  subject: { kind: 'account', username: 'elf' },
  ...{ naughty: null, burned: null, nice: null, near: [], meant: [] },
  ...{ naming: { trace: null, total: 0, cases: [] }, isReceipt: false },
};
const naughty: NonNullable<SubjectAnswer['naughty']> = {
  ...{ username: 'Elf', status: 'unreviewed', statusSince: since, times: 1, since },
  ...{
    firstLines: 'Stole a sleigh.',
    twitterUrl: 'https://x.com/Elf/status/1',
    aliases: [],
    handleChangedAt: null,
    losses: [],
  },
};
const nice = { username: 'Elf', times: 1, since, isReviewed: false };
const headOf = (answer: Partial<SubjectAnswer>) =>
  answerHeadHtml(homeHead, { answers: [{ ...elf, ...answer }] });

it.each<[Partial<SubjectAnswer>, title: string, description: string]>([
  [{ naughty }, 'Reports about @Elf, not reviewed', 'Not reviewed yet.'],
  [{ naughty, nice }, 'Reports about @Elf, not reviewed', 'Praised, not reviewed.'],
  [
    { naughty: { ...naughty, status: 'compromised' as const } },
    'Reports about @Elf: the account was compromised',
    'someone else controlled @Elf at the time',
  ],
  [
    { naughty: { ...naughty, status: 'corroborated' as const, handleChangedAt: since } },
    'Reports about a former owner of @Elf, corroborated',
    'no longer belonged to the reported account',
  ],
  [{ naughty: { ...naughty, status: 'cleared' as const } }, '@Elf was cleared', 'a moderator cleared it'],
  [
    { burned: { username: 'Elf', at: since } },
    '@Elf: Removed by a payment',
    'silenced by a payment on November 21, 2026. Nobody decided that it was false.',
  ],
  [{ nice }, '@Elf: Not on the Naughty List. Praised, not reviewed', "That doesn't mean it's safe."],
  [{ nice: { ...nice, isReviewed: true } }, '@Elf: On the Nice List', 'A moderator has read the praise.'],
  [{}, '@elf: Not on either list', "That doesn't mean it's safe."],
  [
    {
      nice,
      near: [
        {
          username: 'E1f',
          list: 'naughty' as const,
          status: 'corroborated' as const,
          hasChangedHands: false,
        },
      ],
    },
    '@Elf: Not on the Naughty List. Praised, not reviewed',
    "Careful: @E1f, which looks like @Elf, is listed (Corroborated); @Elf isn't.",
  ],
])('states the answer of a shared link and the status of its case: %#', (answer, title, description) => {
  const html = headOf(answer);
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(escapeHtml(description));
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).not.toContain('No report found');
  if (!('naughty' in answer)) expect(html).not.toContain('social-listed');
});

it('warns of no look-alike that is the name of another account now', () => {
  const name = { username: 'E1f', list: 'naughty', status: 'corroborated' } as const;
  const heads = [false, true].map((hasChangedHands) => headOf({ near: [{ ...name, hasChangedHands }] }));
  expect(heads.map((html) => html.includes('Careful'))).toEqual([true, false]);
});

it('repeats no text of a search but a username', () => {
  for (const subject of [
    { kind: 'words', text: '<b>Send 1 SOL to', names: [] },
    { kind: 'unknown', why: 'invite', text: 'Send 1 SOL', names: [] },
  ] as const) {
    const html = headOf({ subject: { ...subject, names: [] } });
    expect(html).toContain(`<title>${homeHead.title}</title>`);
    expect(html).not.toContain('Send 1');
    expect(html).toContain('name="robots" content="noindex"');
  }
});

it('keeps what is no page of its own, such as Page Not Found and the shell, out of search results', () => {
  const html = unlistedHeadHtml(head);
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).not.toContain('canonical');
});
