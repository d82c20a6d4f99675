import { expect, it } from 'vitest';
import type { Profile } from '../profile/profile.ts';
import { writeDocument } from './document.ts';
import { writeProfiles } from './profiles-document.ts';
import type { Results } from './results.ts';
import type { Row } from './row.ts';

const WHAT = 'search in 1,000 reports, 1 letter';

const profile: Profile = {
  what: WHAT,
  operation: 'search',
  operations: 1_000,
  seconds: 2,
  processes: [
    { name: 'reports', microseconds: 900, percentOfCore: 45 },
    { name: 'PostgreSQL', microseconds: 1_700, percentOfCore: 85 },
  ],
  cpu: [
    {
      service: 'reports',
      summary: {
        categories: [{ name: 'waiting', percent: 100 }],
        functions: [{ name: 'query, pg/lib/client.js:500', percent: 10 }],
      },
    },
  ],
  database: {
    statements: 1,
    commits: 2.04,
    walBytes: 0,
    syncMs: 0.25,
    list: [{ text: 'select a || b', calls: 1, meanMs: 1.5, rows: 100, withinFunction: false }],
  },
  plans: ['duration: 1.5 ms\nIndex Scan using usernames on scammer_reports'],
  at: '2026-12-01',
  command: 'npm run bench -- --profiles',
  machine: '2 cores',
};

const row = (what: string, ratio: number): Row => ({
  what,
  reference: 'bare',
  figures: { reference: '2/s', product: '1/s' },
  ratio: { median: ratio, lowest: ratio, highest: ratio },
  target: { atLeast: 0.7 },
});

const results = (...rows: Row[]): Results => ({ search: { at: '', command: '', machine: '', rows } });

it('quotes the profile beside each target that is not met, at whatever size it was taken', () => {
  const missed = row('search in 1,000,000 reports, 1 letter', 0.5);
  const page = writeDocument(results(missed), ['search'], { [WHAT]: profile });
  expect(page).toContain('Per search: PostgreSQL 1,700 µs, reports 900 µs; 1.0 statements, 2.0 commits');
  expect(page).toContain('2.0 commits (0.25 ms of disk each)');
});

it('says nothing beside a target that is met, and says so where no profile was taken', () => {
  const met = row('search in 1,000,000 reports, 1 letter', 0.9);
  expect(writeDocument(results(met), ['search'], { [WHAT]: profile })).not.toContain('Per search');
  const unknown = row('something else', 0.1);
  expect(writeDocument(results(unknown), ['search'], { [WHAT]: profile })).toContain(
    'No profile was taken yet.',
  );
});

it('writes every load under its own heading', () => {
  const page = writeProfiles({ [WHAT]: profile, visits: { ...profile, what: 'visits' } }, [WHAT]);
  expect(page).toContain('## search in 1,000 reports, 1 letter');
  expect(page).toContain('| PostgreSQL | 1,700');
  expect(page).toContain('`select a \\|\\| b`');
  expect(page).toContain('Index Scan using usernames');
  // As formatted in the repository.
  expect(page).not.toContain('\n\n\n');
  expect(page).toMatch(/[^\n]\n$/);
});

it('keeps the order of the table', () => {
  const later = { ...profile, what: 'visits' };
  const page = writeProfiles({ visits: later, [WHAT]: profile }, ['search in 9 reports, 1 letter', 'visits']);
  expect(page.indexOf('## search')).toBeLessThan(page.indexOf('## visits'));
});

it('states the ratio by processor time of the busier core', () => {
  const times = (here: number, there: number) => [
    { name: 'one', microseconds: here / 2, percentOfCore: 40 },
    { name: 'another', microseconds: here / 2, percentOfCore: 40 },
    { name: 'load generator', microseconds: there, percentOfCore: 50, elsewhere: true } as const,
  ];
  const bare = { name: 'bare', operation: 'query', operations: 10, seconds: 1, comparesTimes: false };
  const compared = {
    ...profile,
    processes: times(1_250, 9),
    reference: { ...bare, processes: times(500, 499) },
  };
  const sums = '1,250 µs against 500 µs';
  expect(writeProfiles({ [WHAT]: compared }, [WHAT])).toContain(
    `${sums} of the reference, which alone makes a ratio of 0.40`,
  );
  const page = writeDocument(results(row(WHAT, 0.5)), ['search'], { [WHAT]: compared });
  expect(page).toContain(`${sums}, a ratio of 0.40`);
  const slower = { ...compared, reference: { ...compared.reference, comparesTimes: true } };
  expect(writeProfiles({ [WHAT]: slower }, [WHAT])).toContain('which alone makes a ratio of 2.50');
  const elsewhere = { ...compared, processes: times(1_250, 2_000) };
  expect(writeProfiles({ [WHAT]: elsewhere }, [WHAT])).toContain('2,000 µs against 500 µs');
});
