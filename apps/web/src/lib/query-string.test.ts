import { expect, test } from 'vitest';
import { parseQuery, sharedSearch, writeQuery } from './query-string.ts';

test('values stay text', () => {
  expect(parseQuery('?search=123&view=true')).toEqual({ search: '123', view: 'true' });
  expect(writeQuery({ view: 'report', search: undefined })).toBe('?view=report');
  expect(writeQuery({})).toBe('');
});

test.each([
  ['?search=grinch', '', 'grinch'],
  ['', '#search=%40grinch', '@grinch'],
  ['?search=one', '#search=two', 'one'],
  ['?search=', '#search=two', 'two'],
  ['?search=%20', '', undefined],
  ['', '#token', undefined],
])('%s%s searches for %s', (query, hash, term) => {
  expect(sharedSearch(query, hash)).toBe(term);
});
