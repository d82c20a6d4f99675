import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { type NiceReportRow, toNiceReport } from '../src/register/nice-reports/nice-report.ts';
import { type ReportRow, toReport } from '../src/register/reports/report.ts';
import { startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());

/** Texts with special characters, and times with fractions of a millisecond. */
const post = {
  twitter_url: 'https://x.com/Krampus/status/1?a="b"&c=\\d',
  username: 'Krampus',
  tweet_content: 'He said "ho\tho" \\ \u0001\u007f\u2028 and left.\nТак и было 🎄',
  tweet_date: '2025-12-24 23:59:59.999999+00',
  description: 'A sleigh, sold twice: {"paid": true} <b>¯\\_(ツ)_/¯</b>',
  reported_at: '2026-02-28 23:30:00.0009-05:30',
};
const rows: Record<string, string | number | string[]>[] = [
  {
    ...post,
    independent: 7,
    scam_category: 'nft',
    evidence_urls: ['https://a.example/1,2', 'https://b.example/"q"{}'],
    unique_burn_address: 'LISTBURN001',
    profile_image_refreshed_at: '2026-03-01 00:00:00.999+00',
    status: 'disputed',
  },
  {
    twitter_url: 'https://x.com/plain/status/2',
    username: 'krampus_2',
    scam_category: 'other',
    description: 'Nothing more is known of him.',
    unique_burn_address: 'LISTBURN002',
    reported_at: '2025-06-01 12:00:00+00',
  },
];

it('list and search show a report exactly as the response to its reporter', async () => {
  const { db } = service.context;
  await db('scammer_reports').insert(rows);
  const stored: ReportRow[] = await db('scammer_reports').orderBy('reported_at', 'desc');
  const shown = JSON.parse(JSON.stringify(stored.map(toReport)));
  expect(await bodyOf('/api/scammer-reports')).toEqual(JSON.stringify(shown));
  expect(await bodyOf('/api/scammer-reports/search?q=krampus')).toEqual(JSON.stringify(shown));
});

it('so do they for a nice report', async () => {
  const { db } = service.context;
  await db('nice_reports').insert([
    { ...post, report_count: 7 },
    {
      twitter_url: 'https://x.com/santa/status/3',
      username: 'krampus_2',
      description: 'Gave it back.',
      reported_at: '2025-01-01',
    },
  ]);
  const stored: NiceReportRow[] = await db('nice_reports').orderBy('reported_at', 'desc');
  // The previous test reported both as well.
  const statuses = ['disputed', 'unreviewed'];
  const shown = JSON.stringify(
    stored.map((row, n) => ({ ...toNiceReport(row), alsoOnNaughtyList: statuses[n] })),
  );
  expect(await bodyOf('/api/nice-reports')).toEqual(shown);
  expect(await bodyOf('/api/nice-reports/search?q=krampus')).toEqual(shown);
});

async function bodyOf(path: string): Promise<string> {
  const { status, headers, body } = await service.send('GET', path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return JSON.stringify(body);
}
