import { expect, it } from 'vitest';
import { browseLinks } from './session.ts';

it('encodes page and origin as Phantom and Solflare decode them', () => {
  const page = 'https://list.example/?search=Rug_Puller&from=a b#naughty-list';
  const [phantom, solflare] = browseLinks(page);
  const coded = 'https%3A%2F%2Flist.example%2F%3Fsearch%3DRug_Puller%26from%3Da%20b%23naughty-list';
  expect(phantom).toEqual({
    name: 'Phantom',
    href: `https://phantom.app/ul/browse/${coded}?ref=https%3A%2F%2Flist.example`,
  });
  expect(solflare).toEqual({
    name: 'Solflare',
    href: `https://solflare.com/ul/v1/browse/${coded}?ref=https%3A%2F%2Flist.example`,
  });
  for (const { href } of [phantom, solflare].flatMap((one) => one ?? [])) {
    const { pathname, searchParams } = new URL(href);
    expect(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))).toBe(page);
    expect(searchParams.get('ref')).toBe('https://list.example');
  }
});
