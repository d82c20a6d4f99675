import { expect, it } from 'vitest';
import { notFoundHeadHtml, pageHeadHtml, SEARCH_NAME, searchHeadHtml, shellHeadHtml } from './head-html.ts';
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

it('leaves the site’s address to whoever serves the page', () => {
  const html = pageHeadHtml(head);
  expect(html).toContain('<link rel="canonical" href="%PUBLIC_ORIGIN%/a-page" />');
  expect(html).toContain('<meta property="og:url" content="%PUBLIC_ORIGIN%/a-page" />');
  expect(html).toContain('content="%PUBLIC_ORIGIN%/art/social/social-home.png"');
  expect(html).not.toMatch(/localhost|127\.0\.0\.1/);
});

it('asks a question about a name, and keeps it out of search results', () => {
  const html = searchHeadHtml(homeHead, SEARCH_NAME);
  expect(html).toContain('<title>Is @%SEARCH_NAME% on the Naughty List?</title>');
  expect(html).toContain('<meta property="og:title" content="Is @%SEARCH_NAME% on the Naughty List?" />');
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toContain('<link rel="canonical" href="%PUBLIC_ORIGIN%/" />');
});

it('keeps pages out of search results that are none', () => {
  for (const html of [notFoundHeadHtml(), shellHeadHtml()]) {
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain('canonical');
  }
});
