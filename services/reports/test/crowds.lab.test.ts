import { STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import { listStatements } from '@naughty-list/contracts/cases';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { markOverturned } from '../src/register/contributions/contributions.ts';
import { openAdmins } from './admins.ts';
import { reportInput, sender, startReports, untilAnswered } from './running-service.ts';

const PER_MINUTE = 30;
const service = closeAfterAll(await startReports({ HOLD_REPORTS_ABOVE_PER_MINUTE: String(PER_MINUTE) }));

const db = () => service.context.db;
let posts = 0;
/** Reports an account from a network of its own. */
const report = (from: number, username: string, description: string) => {
  const twitterUrl = `https://x.com/${username}/status/${++posts}`;
  const input = reportInput({ username, description, twitterUrl });
  return untilAnswered(() => service.send('POST', '/api/scammer-reports', input, sender(`client ${from}`)));
};

/** Lets time pass for the shares of networks. */
const pass = (seconds: number) =>
  db().raw("update contributions set at = at - ? * interval '1 second'", [seconds]);

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it('99 % of 1,000 ordinary reports are published at once', async () => {
  await pass(60);
  const random = createRandom(2_026);
  const words =
    'token wallet presale airdrop support refund bridge mint staking fee link group pool drain'.split(' ');
  const text = () => Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(' ');
  let held = 0;
  for (let made = 0; made < 1_000; made++) {
    // Ten a minute on average, at random times.
    await pass(-Math.log(1 - random()) * 6);
    // Some reporters report several accounts.
    const from = 1_000 + Math.floor(random() * 600);
    const { status, body } = await report(from, `scammer${made}`, text());
    expect(status).toBe(201);
    if (body.held) held += 1;
    // One in thirty is found to be wrong.
    else if (random() < 1 / 30) await markOverturned(db(), { reportId: Number(body.id), isOverturned: true });
  }
  expect(held).toBeLessThanOrEqual(10);
});

describe('statements at once', async () => {
  const admins = closeAfterAll(await openAdmins());

  const { db, visitor, caseOf } = admins;
  const state = (username: string, n: number) => {
    const twitterUrl = `https://x.com/${username}/status/${1_000_000 + n}`;
    const statement = { username, twitterUrl, description: `It was me, number ${n}.` };
    return untilAnswered(() => admins.state(statement, `c${n}`));
  };

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
    const before = await timed();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => state(username, n)));
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
});
