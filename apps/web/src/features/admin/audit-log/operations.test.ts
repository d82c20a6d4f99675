import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { expect, test } from 'vitest';
import { operationsOf, operationTitle } from './operations.ts';

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  operationId: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T00:00:00.000Z',
  who: 'santa',
  action: 'delete',
  subject: 'scammer_report',
  subjectId: 7,
  username: 'grinch',
  before: null,
  after: null,
  isRestorable: true,
  operationSize: 1,
  operationRestorable: 1,
  ...changes,
});

test('groups adjacent entries of one operation, in order', () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const entries = [
    entry({ id: 4 }),
    entry({ id: 3, subjectId: 8 }),
    entry({ id: 2, operationId: other, action: 'edit' }),
    entry({ id: 1 }),
  ];
  expect(operationsOf(entries).map(({ entries: some }) => some.map(({ id }) => id))).toEqual([
    [4, 3],
    [2],
    [1],
  ]);
  expect(operationsOf([])).toEqual([]);
});

test.each([
  [[entry({})], 'Deleted scammer report #7 about @grinch'],
  [[entry({ operationSize: 2 }), entry({ operationSize: 2, subjectId: 8 })], 'Deleted 2 scammer reports'],
  [[entry({ operationSize: 1_000 })], 'Deleted 1,000 scammer reports'],
  [[entry({ action: 'edit', subject: 'nice_report' })], 'Edited nice report #7 about @grinch'],
  [
    [entry({ action: 'refresh_profile_image' })],
    'Refreshed the profile image in scammer report #7 about @grinch',
  ],
  [[entry({ action: 'hold' })], 'Held again: scammer report #7 about @grinch'],
  [
    [entry({ action: 'decide_statement', who: 'the reporter' })],
    'Withdrew a statement under scammer report #7 about @grinch',
  ],
  [[entry({ who: 'the reporter' })], 'Withdrew scammer report #7 about @grinch'],
  [[entry({ action: 'erase', username: 'erased' })], 'Erased scammer report #7'],
])('titles an operation: %#', (entries, title) => {
  expect(operationsOf(entries).map(operationTitle)).toEqual([title]);
});
