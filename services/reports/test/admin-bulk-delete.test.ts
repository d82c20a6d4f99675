import { deleteReports } from '@naughty-list/contracts/admin-reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { openAdmins } from './admins.ts';

const admins = closeAfterAll(await openAdmins());

describe('deleting many at once', () => {
  it('is one operation; unknown ids are left out', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, () => admins.newReport()))).map(({ id }) => id);
    const before = await admins.totals();
    const body = { ids: [...ids, ...ids, 2_147_483_647, 9_007_199_254_740_991] };
    const { status, headers, body: answer } = await admins.admin().callFull(deleteReports, { body });
    expect(status).toBe(200);
    expect(answer.deleted.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(headers.get('x-operation-id')).toBe(answer.operationId);
    const entries = await admins.lastEntries(21);
    expect(entries.filter(({ operationId }) => operationId === answer.operationId)).toHaveLength(20);
    const { restored } = await admins.restore(answer.operationId);
    expect(restored.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(await admins.totals()).toEqual(before);
  });

  it('by two admins in opposite orders deletes each once', async () => {
    const ids = (await Promise.all(Array.from({ length: 30 }, () => admins.newReport()))).map(({ id }) => id);
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids].map((some) => admins.admin().call(deleteReports, { body: { ids: some } })),
    );
    const all = answers.flatMap((answer) => answer.deleted);
    expect(all.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('is undone except for conflicts, each with its reason, which are restored later', async () => {
    const [free, listedAgain, idTaken] = [
      await admins.newReport(),
      await admins.newReport(),
      await admins.newReport(),
    ];
    const ids = [free.id, listedAgain.id];
    const { operationId } = await admins.admin().call(deleteReports, { body: { ids } });
    const newer = await admins.newReport(listedAgain.username);
    const { db } = admins.service.context;
    // A deleted report keeps its id, so no other report can have it; that does not hold for deletions in another
    // database.
    await expect(db('scammer_reports').where({ id: idTaken.id }).update({ id: free.id })).rejects.toThrow(
      'scammer_reports_pkey',
    );
    await db('audit_log').insert({
      operation_id: operationId,
      who: 'claus',
      action: 'delete',
      subject: 'scammer_report',
      subject_id: idTaken.id,
      username: idTaken.username,
    });
    const answer = await admins.restore(operationId);
    expect(answer.restored).toEqual([free.id]);
    expect(answer.notRestored).toEqual([
      {
        subjectId: listedAgain.id,
        username: listedAgain.username,
        message: `@${listedAgain.username} is on the Naughty List again, with a newer report.`,
      },
      {
        subjectId: idTaken.id,
        username: idTaken.username,
        message: `The number ${idTaken.id} is in use by another report.`,
      },
    ]);
    await admins.deleted(newer.id);
    expect(await admins.restore(operationId)).toMatchObject({
      restored: [listedAgain.id],
      notRestored: [{ subjectId: idTaken.id }],
    });
  });

  it('takes up to a thousand', async () => {
    const { rows } = await admins.service.context.db.raw<{ rows: { id: number }[] }>(
      `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
       select 'https://x.com/m/status/1', 'many' || n, 'nft', 'One of a thousand.', 'MANY' || n
       from generate_series(1, 1000) n returning id`,
    );
    const before = await admins.totals();
    const ids = rows.map(({ id }) => id);
    const { operationId, deleted: gone } = await admins.admin().call(deleteReports, { body: { ids } });
    expect(gone).toHaveLength(1_000);
    expect((await admins.restore(operationId)).restored).toHaveLength(1_000);
    expect(await admins.totals()).toEqual(before);
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: 'all' }],
    [{ ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }],
    [{ ids: [0] }],
    [{ ids: [1.5] }],
    [{ ids: ['1'] }],
  ])('%j is refused', async (body) => {
    for (const kind of ['reports', 'nice-reports']) {
      const path = `/api/admin/${kind}/bulk-delete`;
      const answer = await admins.send('POST', path, body);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: 'Select 1 to 1,000 reports.' },
      });
    }
  });
});
