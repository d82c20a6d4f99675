import type { FeedCase } from '@naughty-list/contracts/feeds';

const columns = ['number', 'username', 'status', 'category', 'post', 'reportedAt'] as const;

/**
 * RFC 4180, every value quoted. No value can be mistaken for a spreadsheet formula: usernames are letters, digits and
 * `_`, posts begin with `https:`.
 */
export const toCsv = (cases: readonly FeedCase[]): string =>
  [columns, ...cases.map((each) => columns.map((column) => each[column]))]
    .map((row) => `${row.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');

export const toHandles = (cases: readonly FeedCase[]): string =>
  cases.map(({ username }) => `${username}\n`).join('');
