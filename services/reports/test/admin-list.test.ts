import { AdminReport, listAdminNiceReports, listAdminReports } from '@naughty-list/contracts/admin-reports';
import type { EndpointInput } from '@naughty-list/contracts/endpoint';
import { listReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { startReports } from './running-service.ts';

const categories = ['nft', 'token', 'other', 'other'];

// Ids and times are in opposite order: the newest report has the smallest id. Every tenth is removed.
const service = closeAfterAll(await startReports());
const { db } = service.context;
await db.raw(
  `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, reported_at,
     is_removed, removal_tx_hash, burn_transaction_hash)
   select 'https://x.com/elf/status/1', 'elf_' || n, (?::text[])[1 + n % 4],
     case when n % 7 = 0 then 'Sold 100% fake Sleighbells.' else 'Makes toys that break at once.' end, 'ELF' || n,
     now() - n * interval '1 hour', n % 10 = 0, case when n % 10 = 0 then 'paid' || n end,
     case when n % 10 = 0 then 'paid' || n end
   from generate_series(1, 1200) n`,
  [categories],
);
await db.raw(
  `insert into nice_reports (twitter_url, username, description, reported_at)
   select 'https://x.com/elf/status/' || n, 'hero_' || n, 'Gives toys away, and 100% of them work.',
     now() - n * interval '1 hour' from generate_series(1, 120) n`,
);

async function list(query: EndpointInput<typeof listAdminReports>['query'] = {}) {
  const { body, headers } = await service.asAdmin('claus').callFull(listAdminReports, { query });
  expect(headers.get('cache-control')).toBe('no-store');
  return { reports: body, total: Number(headers.get('x-total-count')) };
}

describe('the list of an admin', () => {
  it('has all reports, removed ones too, newest first, with their payments', async () => {
    const { reports, total } = await list();
    expect(total).toBe(1_200);
    expect(reports.map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(AdminReport.parse(reports[9])).toMatchObject({
      isRemoved: true,
      removalTxHash: 'paid10',
      burnTransactionHash: 'paid10',
    });
    expect(reports[0]).toMatchObject({ isRemoved: false, removalTxHash: null, burnTransactionHash: null });
  });

  it('is not what visitors see', async () => {
    const [report] = await service.as('visitor').call(listReports, { query: { limit: 1 } });
    expect(report).not.toHaveProperty('removalTxHash');
  });

  it.each([
    [{ limit: 2, offset: 9 }, [10, 11], 1_200],
    [{ offset: 1_199 }, [1_200], 1_200],
    [{ offset: 2_147_483_647 }, [], 1_200],
    [{ state: 'removed', limit: 2 }, [10, 20], 120],
    [{ state: 'listed', limit: 2, offset: 8 }, [9, 11], 1_080],
    [{ category: 'nft', limit: 2 }, [4, 8], 300],
    [{ category: 'other', limit: 3 }, [2, 3, 6], 600],
    [{ category: 'nft', state: 'removed', limit: 2 }, [20, 40], 60],
    [{ category: 'token', state: 'removed' }, [], 0],
    [{ category: 'ponzi' }, [], 0],
    [{ reported: '24h', limit: 2 }, [1, 2], 23],
    [{ reported: '24h', offset: 20 }, [21, 22, 23], 23],
    [{ reported: '24h', offset: 23 }, [], 23],
    [{ reported: '7d', limit: 1, offset: 166 }, [167], 167],
    [{ reported: '30d', limit: 1 }, [1], 719],
    [{ reported: '24h', state: 'removed' }, [10, 20], 2],
    [{ reported: '24h', state: 'listed', category: 'nft' }, [4, 8, 12, 16], 4],
    [{ reported: '24h', q: 'sleighbells' }, [7, 14, 21], 3],
    [{ reported: '24h', q: '24' }, [], 0],
    [{ reported: '7d', q: '24' }, [24], 1],
    [{ q: 'sleighbells', limit: 2, offset: 1 }, [14, 21], 171],
    [{ q: 'SLEIGHBELLS', state: 'removed', limit: 1 }, [70], 17],
    [{ q: ' @ELF_77 ', limit: 10 }, [77, 770, 771, 772, 773, 774, 775, 776, 777, 778], 11],
    [{ q: '100%', limit: 1 }, [7], 171],
    [{ q: '100%', category: 'nft', limit: 1 }, [28], 42],
    [{ q: 'e', limit: 2 }, [1, 2], 1_200],
    [{ q: 'lf' }, [], 0],
    [{ q: '@', limit: 1 }, [1], 1_200],
    [{ q: '7', limit: 5 }, [7], 1],
    [{ q: '99999999999' }, [], 0],
    [{ q: 'absent' }, [], 0],
    [{ q: '\\' }, [], 0],
    [{ q: "'; drop table scammer_reports; --" }, [], 0],
  ] as const)('for %j', async (query, ids, total) => {
    const found = await list(query);
    expect(found).toMatchObject({ total });
    expect(found.reports.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['state=gone', 'state must be listed, removed, held or all.'],
    ['reported=1h', 'reported must be 24h, 7d or 30d.'],
    ['reported=', 'reported must be 24h, 7d or 30d.'],
    ['limit=0', 'limit must be a whole number from 1 to 1000.'],
    ['offset=-1', 'offset must be a whole number, 0 or more.'],
    ['category=sleighs', undefined],
    [`q=${'x'.repeat(201)}`, undefined],
  ])('refuses ?%s', async (query, message) => {
    const headers = { 'x-admin-username': 'claus', 'x-admin-role': 'admin' };
    const { status, body } = await service.send('GET', `/api/admin/reports?${query}`, undefined, headers);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
    if (message !== undefined) expect(body.message).toBe(message);
  });
});

describe('the list of nice reports', () => {
  it.each([
    [{ limit: 2 }, [1, 2], 120],
    [{ q: 'hero_11', limit: 3 }, [11, 110, 111], 11],
    [{ q: '100%', offset: 119 }, [120], 120],
    [{ q: 'he', limit: 1 }, [1], 120],
    [{ q: '12' }, [12], 1],
    [{ reported: '24h', limit: 2, offset: 21 }, [22, 23], 23],
    [{ reported: '7d', limit: 1 }, [1], 120],
    [{ reported: '24h', q: 'hero_11' }, [11], 1],
    [{ q: 'absent' }, [], 0],
  ] as const)('for %j', async (query, ids, total) => {
    const answer = await service.asAdmin('claus').callFull(listAdminNiceReports, { query });
    expect(answer.body.map(({ id }) => id)).toEqual(ids);
    expect(answer.headers.get('x-total-count')).toBe(String(total));
  });

  it('refuses an unknown period', async () => {
    const headers = { 'x-admin-username': 'claus', 'x-admin-role': 'admin' };
    const path = '/api/admin/nice-reports?reported=always';
    const { status, body } = await service.send('GET', path, undefined, headers);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', message: 'reported must be 24h, 7d or 30d.' });
  });
});

it('totals stay right through every kind of change', async () => {
  const { db } = service.context;
  const totals = async () => [
    (await list()).total,
    (await list({ state: 'removed' })).total,
    (await list({ category: 'nft' })).total,
  ];
  expect(await totals()).toEqual([1_200, 120, 300]);
  await db('scammer_reports').where({ id: 4 }).update({ is_removed: true });
  await db('scammer_reports').whereIn('id', [4, 5]).update({ description: 'Something else entirely.' });
  expect(await totals()).toEqual([1_200, 121, 300]);
  await db('scammer_reports').whereIn('id', [4, 8, 10]).delete();
  expect(await totals()).toEqual([1_197, 119, 298]);
  await db.raw(
    `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
     values ('u', 'n1', 'nft', 'd', 'r1'), ('u', 'n2', 'phishing', 'd', 'r2')`,
  );
  expect(await totals()).toEqual([1_199, 119, 299]);
});
