import { expect, it } from 'vitest';
import { fillOrigin, withoutOriginLines } from './pages.ts';

it('fills the origin in, or stays within the site', () => {
  const text = 'a %PUBLIC_ORIGIN%/x b %PUBLIC_ORIGIN%/y';
  expect(fillOrigin(text, 'https://naughty.example')).toBe(
    'a https://naughty.example/x b https://naughty.example/y',
  );
  expect(fillOrigin(text, undefined)).toBe('a /x b /y');
  expect(withoutOriginLines('Allow: /\nSitemap: %PUBLIC_ORIGIN%/s\n')).toBe('Allow: /\n');
});
