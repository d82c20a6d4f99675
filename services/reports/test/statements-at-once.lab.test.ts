import { STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import { listStatements } from '@naughty-list/contracts/cases';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { CLIENT_ID_HEADER, NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openAdmins } from './admins.ts';

const admins = closeAfterAll(await openAdmins());

const db = () => admins.service.context.db;
const visitor = () => admins.service.as('visitor');
const { caseOf } = admins;
const state = (username: string, n: number) =>
  admins.service.send(
    'POST',
    '/api/statements',
    {
      username,
      twitterUrl: `https://x.com/${username}/status/${1_000_000 + n}`,
      description: `It was me, number ${n}.`,
    },
    { [CLIENT_ID_HEADER]: `c${n}`, [NETWORK_ID_HEADER]: `network of c${n}` },
  );

it('1,000 statements on one name by as many networks: none is lost', async () => {
  const { id, username } = await admins.newReport();
  const timed = async () => {
    const started = performance.now();
    for (let asked = 0; asked < 20; asked++) {
      await visitor().call(listReports, { query: {} });
      await visitor().call(searchReports, { query: { q: username } });
    }
    return (performance.now() - started) / 40;
  };
  // A busy machine may answer some with 503; the client tries again.
  const stored = async (n: number) => {
    for (;;) {
      const answer = await state(username, n);
      if (answer.status !== 503) return answer;
    }
  };
  const before = await timed();
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => stored(n)));
  const tookMs = performance.now() - started;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1_000);
  expect(await db()('statements').where({ report_id: id })).toHaveLength(1_000);
  expect(
    await db()('contributions')
      .where({ kind: 'statement' })
      .whereRaw('subject_id in (select id from statements where report_id = ?)', [id]),
  ).toHaveLength(1_000);
  const shown = await visitor().call(listStatements, { params: { username }, query: {} });
  expect(shown).toHaveLength(STATEMENT_PAGE_MAX);
  const after = await timed();
  const caseStarted = performance.now();
  for (let asked = 0; asked < 20; asked++) await caseOf(username);
  console.log(
    `1,000 statements in ${tookMs.toFixed(0)} ms; list and search ${before.toFixed(1)} ms before, ${after.toFixed(1)} ms after; case ${((performance.now() - caseStarted) / 20).toFixed(1)} ms`,
  );
});
