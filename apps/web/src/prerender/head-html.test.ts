import type { LookUp } from '@naughty-list/contracts/look-up';
import { expect, it } from 'vitest';
import {
  answerHeadHtml,
  notFoundHeadHtml,
  pageHeadHtml,
  searchHeadHtml,
  shellHeadHtml,
} from './head-html.ts';
import { homeHead } from './public-pages.ts';

const head = {
  path: '/a-page',
  title: 'Tom & "Jerry" <b>',
  description: "It's </script><script>alert(1)</script>",
  image: '/art/social/social-home.png',
} as const;

it('escapes what it writes, in attributes, between tags, and in data', () => {
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

it('asks a question about a name, and keeps it out of search results', () => {
  const html = searchHeadHtml();
  expect(html).toContain('<title>Is @%SEARCH_NAME% on the Naughty List?</title>');
  expect(html).toContain('<meta property="og:title" content="Is @%SEARCH_NAME% on the Naughty List?" />');
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toContain('<link rel="canonical" href="%PUBLIC_ORIGIN%/" />');
});

it('states the answer of a shared link, without other text than a username', () => {
  const onList = {
    username: 'Elf',
    times: 2,
    since: '2026-11-21T03:00:00.000Z',
    twitterUrl: 'https://x.com/Elf',
  };
  const answer: LookUp = { kind: 'account', term: 'elf', naughty: null, nice: null, near: [] };
  const listed = answerHeadHtml(homeHead, { ...answer, naughty: onList });
  expect(listed).toContain('<title>@Elf is on the Naughty List</title>');
  expect(listed).toContain('content="Reported 2 times, since 2026-11-21. Read why before you send a coin."');
  expect(listed).toContain('content="%PUBLIC_ORIGIN%/?search=Elf"');
  const both = answerHeadHtml(homeHead, { ...answer, naughty: onList, nice: { ...onList, times: 1 } });
  expect(both).toContain('Reported 2 times, since 2026-11-21. Praised once, since 2026-11-21.');
  const unknown = answerHeadHtml(homeHead, answer);
  expect(unknown).toContain('<title>No report found: @elf</title>');
  expect(unknown).toContain('content="No report found. Not listed doesn&#39;t mean safe."');
  const words = answerHeadHtml(homeHead, { ...answer, kind: 'words', term: '<b>Send 1 SOL to' });
  expect(words).toContain(`<title>${homeHead.title}</title>`);
  expect(words).not.toContain('Send 1');
  for (const html of [listed, both, unknown, words])
    expect(html).toContain('name="robots" content="noindex"');
});

it('keeps Page Not Found and the shell out of search results', () => {
  for (const html of [notFoundHeadHtml(), shellHeadHtml()]) {
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain('canonical');
  }
});
