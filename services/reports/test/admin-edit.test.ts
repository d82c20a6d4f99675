import {
  adminReportTexts,
  deleteNiceReport,
  editNiceReport,
  editReport,
  listAdminReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { reportTexts } from '@naughty-list/contracts/report-input';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { openAdmins } from './admins.ts';

const admins = closeAfterAll(await openAdmins());
const { db } = admins.service.context;

const edited = (id: number, body: object, who = 'claus') =>
  admins.service.asAdmin(who).call(editReport, { params: { id }, body });
describe('an edit', () => {
  it('changes only the fields sent, in the response, the list and the search', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const visitor = admins.service.as('visitor');
    const description = '  Sells reindeer that cannot fly.\u202e ';
    const change = { description, twitterUrl: `http://twitter.com/${report.username}/status/99` };
    const after = await edited(report.id, change);
    const expected = {
      ...report,
      description: 'Sells reindeer that cannot fly.',
      twitterUrl: `https://twitter.com/${report.username}/status/99`,
    };
    expect(after).toEqual({ ...expected, version: 2, removalTxHash: null, burnTransactionHash: null });
    expect(await visitor.call(listReports, { query: { limit: 1 } })).toEqual([expected]);
    expect(await visitor.call(searchReports, { query: { q: 'reindeer' } })).toEqual([expected]);
  });

  it('of one field leaves the other, and is logged: who, what, before, after', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const who = 'Mrs. Claus';
    const after = await edited(report.id, { description: 'Was here all along.' }, who);
    expect(after.twitterUrl).toBe(report.twitterUrl);
    const [entry] = await admins.lastEntries(1);
    expect(entry).toMatchObject({
      who,
      action: 'edit',
      subject: 'scammer_report',
      subjectId: report.id,
      username: report.username,
      before: { ...report, removalTxHash: null },
      after,
      isRestorable: true,
      operationSize: 1,
      operationRestorable: 1,
    });
  });

  it('that changes nothing returns the report, and is not logged', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const [before] = await admins.lastEntries(1);
    const { twitterUrl, description } = report;
    expect(await edited(report.id, { twitterUrl, description })).toMatchObject(report);
    expect((await admins.lastEntries(1))[0]).toEqual(before);
  });

  it('of the link to another post deletes what was read from the old one', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const read = { tweet_content: 'Send me your sleigh', tweet_date: new Date(0) };
    await db('scammer_reports').where({ id: report.id }).update(read);
    const same = await edited(report.id, {
      twitterUrl: `${report.twitterUrl.replace('x.com', 'twitter.com')}?s=20`,
    });
    expect(same).toMatchObject({
      tweetContent: 'Send me your sleigh',
      tweetDate: '1970-01-01T00:00:00.000Z',
    });
    const other = await edited(report.id, { twitterUrl: `https://x.com/${report.username}/status/2` });
    expect(other).toMatchObject({ tweetContent: null, tweetDate: null });
  });

  it.each([
    [{}, 'Nothing to change: send a description, a twitterUrl, or both.'],
    [{ username: 'other' }, 'Nothing to change: send a description, a twitterUrl, or both.'],
    [{ description: 'short' }, 'Please provide a detailed description (at least 10 characters)'],
    [{ description: 'x'.repeat(1001) }, 'Description is too long (maximum 1000 characters)'],
    [{ description: '<script>alert(1)</script>' }, 'Description contains potentially dangerous content'],
    [{ twitterUrl: 'nowhere' }, 'Please enter a valid X (Twitter) URL'],
    [{ twitterUrl: 'https://example.com/a/status/1' }, 'Only Twitter/X URLs are allowed'],
    [{ description: null }, 'Please provide a detailed description (at least 10 characters)'],
  ])('%j is refused with its text, for both kinds', async (body, message) => {
    const [report, niceReport] = [await admins.newReport(), await admins.newNiceReport()];
    for (const path of [`reports/${report.id}`, `nice-reports/${niceReport.id}`]) {
      const answer = await admins.send('PATCH', `/api/admin/${path}`, body);
      expect(answer).toMatchObject({ status: 400, body: { message, code: 'invalid_input' } });
    }
  });

  it('is refused with a post of another account, for both kinds; nothing is changed', async () => {
    const [report, niceReport] = [await admins.newReport(), await admins.newNiceReport()];
    const description = 'Would be changed as well.';
    for (const [path, list] of [
      [`reports/${report.id}`, listAdminReports],
      [`nice-reports/${niceReport.id}`, listNiceReports],
    ] as const) {
      const body = { description, twitterUrl: 'https://www.x.com/totally_other/status/1' };
      expect(await admins.send('PATCH', `/api/admin/${path}`, body)).toMatchObject({
        status: 400,
        body: { message: reportTexts.usernameOfAnother, code: 'invalid_input', field: 'twitterUrl' },
      });
      const [row] = await admins.admin().call(list, { query: { limit: 1 } });
      expect(row?.description).not.toBe(description);
    }
    const nameless = 'https://x.com/i/status/24';
    expect(await edited(report.id, { twitterUrl: nameless })).toMatchObject({ twitterUrl: nameless });
  });

  it.each([
    [{ removal_tx_hash: 'a burn', is_removed: true }, 'post_already_removed'],
    [{ cleared_at: new Date(0), status: 'cleared', is_removed: true }, 'post_already_reviewed'],
  ])('to a post of a report with %j is refused, and that report keeps its link', async (removed, code) => {
    const { id, username } = await admins.newReport();
    const twitterUrl = `https://x.com/i/status/1000${id}`;
    await db('scammer_reports')
      .where({ id })
      .update({ ...removed, twitter_url: twitterUrl });
    const again = await admins.newReport(username);
    for (const same of [twitterUrl, `https://x.com/${username}/status/1000${id}`])
      await expect(edited(again.id, { twitterUrl: same })).rejects.toMatchObject({ status: 409, code });
    expect(await admins.rowOf(again.id)).toMatchObject({ twitter_url: again.twitterUrl, version: 1 });
    await expect(edited(id, { twitterUrl: 'https://x.com/i/status/98000' })).rejects.toMatchObject({
      status: 409,
      message: adminReportTexts.linkStays,
    });
    expect(await edited(id, { description: 'A text without the private number.' })).toMatchObject({
      twitterUrl,
    });
    expect((await edited(again.id, { twitterUrl: 'https://x.com/i/status/99000' })).version).toBe(2);
  });

  it('of the description alone stays possible where an old link is another account\u2019s', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const twitterUrl = 'https://x.com/totally_other/status/1';
    await admins.changeRow(report.id, { twitter_url: twitterUrl });
    const description = 'Corrected by an admin.';
    expect(await edited(report.id, { description, twitterUrl })).toMatchObject({ description, twitterUrl });
  });

  it('by many admins at once is serialised: each entry begins where the one before ended', async () => {
    const { reportCode: _code, ...report } = await admins.newReport();
    const many = Array.from({ length: 20 }, (_, index) => `Version ${index} of the description.`);
    await Promise.all(many.map((description, index) => edited(report.id, { description }, `admin${index}`)));
    const entries = (await admins.lastEntries(20)).reverse();
    let description: unknown = report.description;
    for (const entry of entries) {
      expect(entry.before?.description).toBe(description);
      description = entry.after?.description;
    }
    const [now] = await admins.admin().call(listAdminReports, { query: { q: report.username } });
    expect(now?.description).toBe(description);
  });
});

describe('an edit of a nice report', () => {
  const edit = (id: number, body: object) => admins.admin().call(editNiceReport, { params: { id }, body });

  it('changes only the fields sent, in the list too, and is logged', async () => {
    const { message, ...niceReport } = await admins.newNiceReport();
    const twitterUrl = `https://x.com/${niceReport.username}/status/77`;
    const after = await edit(niceReport.id, { twitterUrl });
    const shown = { ...niceReport, twitterUrl };
    expect({ message, after }).toEqual({ message: expect.any(String), after: { ...shown, version: 2 } });
    expect((await admins.service.as('visitor').call(listNiceReports, { query: { limit: 1 } }))[0]).toEqual(
      shown,
    );
    const entry = {
      action: 'edit',
      subject: 'nice_report',
      subjectId: niceReport.id,
      before: niceReport,
      after,
    };
    expect((await admins.lastEntries(1))[0]).toMatchObject(entry);
  });

  it('into a post of another nice report is 409 and changes nothing; its own post is allowed', async () => {
    const [niceReport, other] = [await admins.newNiceReport(), await admins.newNiceReport()];
    await db('nice_reports')
      .where({ id: other.id })
      .update({ twitter_url: `https://x.com/${niceReport.username}/status/4322` });
    const sameAsOther = `https://mobile.twitter.com/${niceReport.username}/status/4322/photo/1`;
    await expect(
      edit(niceReport.id, { twitterUrl: sameAsOther, description: 'Also changed by it.' }),
    ).rejects.toMatchObject({
      status: 409,
      message: 'This post is already on the Nice List. Every good deed is written down once.',
    });
    const row = await db('nice_reports').where({ id: niceReport.id }).first();
    expect(row).toMatchObject({ twitter_url: niceReport.twitterUrl, description: niceReport.description });
    expect(await edit(niceReport.id, { twitterUrl: `${niceReport.twitterUrl}?s=20` })).toMatchObject({
      id: niceReport.id,
    });
  });

  it('of two into the same post at once succeeds once', async () => {
    const niceReports = [await admins.newNiceReport(), await admins.newNiceReport()];
    const twitterUrl = 'https://x.com/i/status/4321';
    const results = await Promise.allSettled(niceReports.map(({ id }) => edit(id, { twitterUrl })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('an edit of what another admin changed meanwhile', () => {
  const kinds = [
    ['report', editReport, () => admins.newReport()],
    ['nice report', editNiceReport, () => admins.newNiceReport()],
  ] as const;

  it.each(kinds)('is refused for a %s, and not logged', async (_kind, endpoint, create) => {
    const { id } = await create();
    const edit = (who: string, description: string, version?: number) =>
      admins.service.asAdmin(who).call(endpoint, { params: { id }, body: { description, version } });
    expect((await edit('comet', 'Comet was here first.', 1)).version).toBe(2);
    await expect(edit('cupid', 'Cupid came too late.', 1)).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: adminReportTexts.changedMeanwhile,
    });
    expect((await admins.lastEntries(1))[0]).toMatchObject({ who: 'comet', after: { version: 2 } });
    expect(await edit('cupid', 'Cupid has seen it.', 2)).toMatchObject({ version: 3 });
    expect(await edit('older', 'From a page without versions.')).toMatchObject({ version: 4 });
    expect(await edit('older', 'From a page without versions.')).toMatchObject({ version: 4 });
  });

  it('succeeds for one of many at once', async () => {
    const { id } = await admins.newReport();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => edited(id, { description: `Number ${at} wins.`, version: 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('knows a nice report that was deleted and restored by its version', async () => {
    const { id } = await admins.newNiceReport();
    const params = { id };
    await admins.admin().call(editNiceReport, { params, body: { description: 'Once changed by an admin.' } });
    const { headers } = await admins.admin().callFull(deleteNiceReport, { params });
    await admins.restore(headers.get('x-operation-id') ?? '');
    const again = { description: 'Twice changed by an admin.', version: 2 };
    expect(await admins.admin().call(editNiceReport, { params, body: again })).toMatchObject({ version: 3 });
  });
});

it('the profile image gets a new URL for every visitor each time, and is logged', async () => {
  const { reportCode: _code, ...report } = await admins.newReport();
  expect(report).not.toHaveProperty('profileImageVersion');
  const visitor = admins.service.as('visitor');
  const version = async () =>
    (await visitor.call(listReports, { query: { limit: 1 } }))[0]?.profileImageVersion ?? 0;
  const seen = [await version()];
  for (let round = 0; round < 3; round++) {
    const answer = await admins.admin().call(refreshProfileImage, { params: { id: report.id } });
    expect(answer).toEqual({ username: report.username });
    seen.push(await version());
  }
  expect(new Set(seen).size).toBe(4);
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  expect((await admins.lastEntries(1))[0]).toMatchObject({
    action: 'refresh_profile_image',
    before: { profileImageVersion: seen[2] },
    after: { profileImageVersion: seen[3] },
  });
});

it.each([
  ['PATCH', 'reports'],
  ['PATCH', 'nice-reports'],
  ['DELETE', 'reports'],
  ['DELETE', 'nice-reports'],
  ['POST', 'reports'],
])('%s of an unknown one of %s is 404', async (method, kind) => {
  for (const id of ['2147483647', '0', 'abc', '99999999999']) {
    const path = `/api/admin/${kind}/${id}${method === 'POST' ? '/refresh-pfp' : ''}`;
    const body = method === 'PATCH' ? { description: 'Something to change.' } : undefined;
    expect(await admins.send(method, path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});
