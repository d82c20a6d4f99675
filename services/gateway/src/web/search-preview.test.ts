import { expect, it } from 'vitest';
import { fillName, previewedName } from './search-preview.ts';

it.each([
  ['/?search=mr_grinch', 'mr_grinch'],
  ['/?search=%40mr_grinch', 'mr_grinch'],
  ['/?utm=x&search=+grinch+', 'grinch'],
])('finds the name in %s', (url, name) => {
  expect(previewedName(url)).toBe(name);
});

it.each([
  '/',
  '/?search=',
  '/?search',
  '/?search=two%20words',
  '/?search=a_name_of_sixteen',
  '/?search=%3Cscript%3E',
  '/?search="onload=',
  '/?search=Send+1+SOL+to',
  '/?search=%E2%80%AEevil',
  '/?search=%zz',
  '//evil.example/?search=%00',
])('has no preview of its own for %s', (url) => {
  expect(previewedName(url)).toBeUndefined();
});

it('escapes whatever it fills in', () => {
  expect(fillName('<title>%SEARCH_NAME%</title> %SEARCH_NAME%', `"><b>'&$&`)).toBe(
    '<title>&quot;&gt;&lt;b&gt;&#39;&amp;$&amp;</title> &quot;&gt;&lt;b&gt;&#39;&amp;$&amp;',
  );
});
