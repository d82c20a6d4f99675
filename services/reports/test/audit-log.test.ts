import { listAuditLog } from '@naughty-list/contracts/audit-log';
import type { EndpointInput } from '@naughty-list/contracts/endpoint';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { praiseColumns } from '../src/register/nice-reports/nice-report.ts';
import { startReports } from './running-service.ts';

// One entry per minute, as left by a hundred thousand operations; the newest has the largest id.
const service = closeAfterAll(await startReports());
const { db } = service.context;
await db.raw(
  `insert into audit_log (operation_id, at, who, action, subject, subject_id, username, before, after)
   select gen_random_uuid(), now() - (1200 - n) * interval '1 minute',
     (array['claus', 'Mrs_Claus', 'elf'])[1 + n % 3],
     case when n % 100 = 0 then 'edit' else 'delete' end,
     case when n % 10 = 0 then 'nice_report' else 'scammer_report' end, n, 'grinch' || n,
     jsonb_build_object('id', n, 'username', 'grinch' || n, 'reported_at', '2026-01-01T00:00:00.000001+00:00',
       'evidence_urls', '[]'::jsonb, 'unique_burn_address', 'R' || n),
     case when n % 100 = 0 then jsonb_build_object('id', n, 'username', 'grinch' || n,
       'reported_at', '2026-01-01T00:00:00+00:00') end
   from generate_series(1, 1200) n`,
);

async function list(query: EndpointInput<typeof listAuditLog>['query'] = {}) {
  const { body, headers } = await service.asAdmin('claus').callFull(listAuditLog, { query });
  expect(headers.get('cache-control')).toBe('no-store');
  return { entries: body, total: Number(headers.get('x-total-count')) };
}

describe('the audit log', () => {
  it('is newest first, with rows as admins see them', async () => {
    const { entries, total } = await list();
    expect(total).toBe(1_200);
    expect(entries.map(({ subjectId }) => subjectId)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 1_200 - index),
    );
    expect(entries[0]).toMatchObject({
      action: 'edit',
      subject: 'nice_report',
      before: { username: 'grinch1200', reportedAt: '2026-01-01T00:00:00.000Z' },
      after: { reportedAt: '2026-01-01T00:00:00.000Z' },
      isRestorable: true,
    });
    expect(entries[1]).toMatchObject({
      before: { uniqueBurnAddress: 'R1199' },
      after: null,
      isRestorable: true,
    });
  });

  it.each([
    [{ limit: 2, offset: 3 }, [1_197, 1_196], 1_200],
    [{ action: 'edit', limit: 2 }, [1_200, 1_100], 12],
    [{ action: 'restore' }, [], 0],
    [{ subject: 'nice_report', limit: 2 }, [1_200, 1_190], 120],
    [{ subject: 'nice_report', action: 'edit', offset: 10 }, [200, 100], 12],
    [{ subject: 'scammer_report', action: 'edit' }, [], 0],
    [{ q: 'CLAUS', limit: 3 }, [1_200, 1_198, 1_197], 800],
    [{ q: 'mrs', limit: 2 }, [1_198, 1_195], 400],
    [{ q: '@Grinch12', limit: 2 }, [1_200, 129], 12],
    [
      { q: 'rinch119', action: 'delete' },
      [1_199, 1_198, 1_197, 1_196, 1_195, 1_194, 1_193, 1_192, 1_191, 1_190, 119],
      11,
    ],
    [{ q: 'el', limit: 1 }, [1_199], 400],
    [{ q: 'gr', limit: 1 }, [1_200], 1_200],
    [{ q: 'elf', subject: 'nice_report', limit: 2 }, [1_190, 1_160], 40],
    [{ q: '%' }, [], 0],
    [{ q: 'absent' }, [], 0],
    [{ offset: 1_200 }, [], 1_200],
  ] as const)('for %j', async (query, ids, total) => {
    const found = await list(query);
    expect(found.entries.map(({ subjectId }) => subjectId)).toEqual(ids);
    expect(found.total).toBe(total);
  });

  it.each(['action=burn', 'subject=users', 'limit=0', 'offset=x'])('refuses ?%s', async (query) => {
    const headers = { 'x-admin-username': 'claus', 'x-admin-role': 'admin' };
    const answer = await service.send('GET', `/api/admin/audit-log?${query}`, undefined, headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('the table', () => {
  it.each([
    "update audit_log set who = 'nobody' where id = 7",
    "update audit_log set before = '{}', restored_at = now() where id = 7",
    'delete from audit_log where id = 7',
    'truncate audit_log',
  ])('refuses: %s', async (statement) => {
    await expect(db.raw(statement)).rejects.toThrow('The audit log is append only');
  });

  it('can be marked as undone once', async () => {
    await db.raw('update audit_log set restored_at = now() where id = 7');
    for (const statement of ['set restored_at = null', 'set restored_at = now()'])
      await expect(db.raw(`update audit_log ${statement} where id = 7`)).rejects.toThrow('append only');
  });
});

it('every column of a nice report comes back', async () => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'reports' and table_name = 'nice_reports' and is_generated = 'NEVER'`,
  );
  expect([...praiseColumns].sort()).toEqual(rows.map((row) => row.name).sort());
});
