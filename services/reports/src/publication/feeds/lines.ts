import type { FeedCase } from '@naughty-list/contracts/feeds';

/** An innocent may have a name that the account has left; only JSON and MISP, which date it, have it. */
export const currentAliases = ({ aliases }: Pick<FeedCase, 'aliases'>): string[] =>
  aliases.filter(({ isCurrent }) => isCurrent).map(({ username }) => username);

const columns = {
  number: ({ number }) => number,
  username: ({ username }) => username,
  status: ({ status }) => status,
  category: ({ category }) => category,
  post: ({ post }) => post,
  reportedAt: ({ reportedAt }) => reportedAt,
  aliases: (of) => currentAliases(of).join(' '),
  handleChangedAt: ({ handleChangedAt }) => handleChangedAt ?? '',
  traces: ({ traces }) => traces.map(({ kind, value }) => `${kind}:${value}`).join(' '),
} as const satisfies Record<string, (of: FeedCase) => string | number>;

/**
 * RFC 4180, every value quoted. No value can be mistaken for a spreadsheet formula: usernames are letters, digits and
 * `_`, posts begin with `https:`, traces with their kind.
 */
export const toCsv = (cases: readonly FeedCase[]): string =>
  [Object.keys(columns), ...cases.map((each) => Object.values(columns).map((column) => column(each)))]
    .map((row) => `${row.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');

/** The names that the accounts have now, one a line: none that they left or that another account took. */
export const toHandles = (cases: readonly FeedCase[]): string =>
  cases
    .flatMap((of) => [...(of.handleChangedAt ? [] : [of.username]), ...currentAliases(of)])
    .map((name) => `${name}\n`)
    .join('');
