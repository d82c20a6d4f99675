import { randomBytes } from 'node:crypto';
import { listStatements } from '@naughty-list/contracts/cases';
import { lookUp } from '@naughty-list/contracts/look-up';
import { listReports } from '@naughty-list/contracts/reports';
import { reviewTexts } from '@naughty-list/contracts/review';
import { ALLOCATION_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { STATEMENTS_PER_DAY } from '../src/cases/submit-statement.ts';
import { openAdmins } from './admins.ts';
import { reportInput, sender } from './running-service.ts';

// A stranger with a hundred addresses changes nothing that a page says.

const admins = closeAfterAll(await openAdmins({ HOLD_REPORTS_ABOVE_PER_MINUTE: '30' }));
const { db } = admins.service.context;
const { visitor, caseOf } = admins;

/** Someone at an address of their own; `allocation` is what their provider was given. */
const from = (address: string, allocation = address) => ({
  ...sender(address),
  [ALLOCATION_ID_HEADER]: `allocation ${allocation}`,
});
let posts = 7_000_000;
const state = (username: string, headers: Record<string, string>, description: string) =>
  admins.service.send(
    'POST',
    '/api/statements',
    { username, twitterUrl: `https://x.com/${username}/status/${++posts}`, description },
    headers,
  );

const stories = [
  'Sold me a token that could not be sold again, and blocked me.',
  'My wallet was drained after a signature asked for in a direct message.',
  'Promised to double the amount within one day; it never came back.',
  'Poses as support of an exchange and wants the twelve recovery words.',
];
const junk = (n: number) => `Believe me, this one is a thief who took everything. ${n}`;

/** The statements of a case as its pages show them, in their order. */
async function everyStatement(username: string): Promise<number[]> {
  const { statements } = await caseOf(username);
  const query = { after: statements.at(-1)?.id ?? 0 };
  const rest = await visitor().call(listStatements, { params: { username }, query });
  return [...statements, ...rest].map(({ id }) => id);
}

/** The count in each place that shows one. */
async function shown(username: string) {
  const { body } = await visitor().callFull(listReports, { query: {} });
  const { answers } = await visitor().call(lookUp, { query: { q: `@${username}` } });
  const { report } = await caseOf(username);
  const inList = body.find((each) => each.username === username)?.reportCount;
  return [inList, answers[0]?.naughty?.times, report.reportCount, await judged(username)];
}

/** How many reporters of a case are independent, as moderators see it. */
const judged = async (username: string): Promise<number> =>
  (await db('scammer_reports').where({ username }).first('independent')).independent;

it('repeats of one post from a hundred networks raise no count', async () => {
  const { username, twitterUrl } = await admins.newReport();
  const repeats = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      admins.service.send(
        'POST',
        '/api/scammer-reports',
        reportInput({ username, twitterUrl }),
        from(`repeat ${n}`),
      ),
    ),
  );
  expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([409]));
  expect(await shown(username)).toEqual([1, 1, 1, 1]);
});

it('counts show independent reporters whom a moderator has read, from three on, in corroborated cases', async () => {
  const { id, username } = await admins.newReport();
  const { id: number, username: other } = await admins.newReport();
  const { body: first } = await state(username, from('one'), stories[0] as string);
  await admins.setStatus(id, 'corroborated', 'independent_statements');
  expect(await shown(username)).toEqual([1, 1, 1, 2]);
  const { body: second } = await state(username, from('two'), stories[1] as string);
  // Nor do strangers raise it after that.
  expect(await shown(username)).toEqual([1, 1, 1, 3]);
  for (const { id: statement } of [first, second]) await admins.decideStatement(statement, 'publish');
  expect(await shown(username)).toEqual([3, 3, 3, 3]);
  await state(username, from('three'), stories[2] as string);
  expect(await shown(username)).toEqual([3, 3, 3, 4]);
  // Another story from each of thirty networks looks like thirty reporters.
  for (let n = 0; n < 30; n++) await state(other, from(`writer ${n}`), randomBytes(30).toString('base64url'));
  expect(await shown(other)).toEqual([1, 1, 1, 31]);
  // Nor does it speak in the API or the log.
  const { body } = await admins.service.send('GET', `/api/cases/${other}`);
  const leaves = await db('ledger_records')
    .where({ subject: `report ${number}` })
    .pluck('record');
  for (const said of [body, ...leaves.map((record) => JSON.parse(record))])
    expect(said).not.toHaveProperty('independent');
  expect(await admins.namedBy(/./)).toEqual([]);
});

it('traces of unread statements are not shown with a moderator’s decision, in page, look-up and feed', async () => {
  const { id, username } = await admins.newReport();
  const naming = 'Sold me nothing; he works with @kind_elf, see kind-elf.com.';
  const { body: stated } = await state(username, from('a rival'), naming);
  const named = async () => {
    const { answers } = await visitor().call(lookUp, { query: { q: '@kind_elf' } });
    const { body: feed } = await admins.service.send('GET', '/feeds/snapshot.json?include=all');
    const cases = feed.cases as { number: number; traces: unknown[] }[];
    return [
      (await caseOf(username)).traces.length,
      answers[0]?.naming.total,
      cases.find(({ number }) => number === id)?.traces.length,
    ];
  };
  // Marked as not reviewed, as all of the case is; the answer about the other account says nothing.
  expect(await named()).toEqual([2, 0, 2]);
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  expect(await named()).toEqual([0, 0, 0]);
  expect(await admins.namedBy(/./)).toEqual([]);
  await admins.decideStatement(stated.id, 'publish');
  expect(await named()).toEqual([2, 1, 2]);
  expect(await admins.namedBy(/./)).toEqual([]);
});

it('the networks of one IPv6 /32 are one reporter', async () => {
  const { username } = await admins.newReport();
  for (const [n, story] of stories.entries())
    await state(username, from(`2001:db8:${n}::`, '2001:db8::'), story);
  expect(await shown(username)).toEqual([1, 1, 1, 2]);
});

it('sixty statements of sixty networks follow the honest one, and most wait for a moderator', async () => {
  const { id, username } = await admins.newReport();
  const answers = [];
  for (let n = 0; n < 60; n++) answers.push(await state(username, from(`puppet ${n}`), junk(n)));
  const published = answers.filter(({ body }) => !body.held);
  // The first of them may be an honest one.
  expect(published).toHaveLength(STATEMENTS_PER_DAY.dependent + 1);
  expect(await db('statements').where({ report_id: id })).toHaveLength(60);
  const honest = await state(username, from('a victim'), stories[1] as string);
  expect(honest.body.held).toBeUndefined();
  const { statements } = await caseOf(username);
  const all = await everyStatement(username);
  expect([all.length, new Set(all).size]).toEqual([published.length + 1, published.length + 1]);
  expect(statements.slice(0, 2).map((each) => each.id)).toEqual([published[0]?.body.id, honest.body.id]);
  expect(await judged(username)).toBe(3);
  // How many strangers wrote is said nowhere.
  const { body } = await admins.service.send('GET', `/api/cases/${username}`);
  expect(JSON.stringify({ ...body, statements: [] })).not.toMatch(/[cC]ount":(?!1\b)/);
  expect(await admins.namedBy(/./)).toEqual([]);
});

it('statements that a moderator has read come first, however many are older', async () => {
  const { username } = await admins.newReport();
  for (let n = 0; n < 25; n++)
    await state(username, from(`teller ${n}`), randomBytes(30).toString('base64url'));
  const { body: honest } = await state(username, from('a late victim'), stories[1] as string);
  const before = await everyStatement(username);
  expect(before.indexOf(honest.id as number)).toBe(25);
  const read = () => admins.decideStatement(honest.id, 'publish');
  const firstLines = async () => {
    const { answers } = await visitor().call(lookUp, { query: { q: `@${username}` } });
    const listed = await visitor().call(listReports, { query: {} });
    const { readFirst, description } = listed.find((each) => each.username === username) ?? {};
    expect(readFirst ?? description).toBe(answers[0]?.naughty?.firstLines);
    return answers[0]?.naughty?.firstLines;
  };
  expect(await firstLines()).toBe(reportInput().description);
  await read();
  // Not in the words of the first reporter, who may be the scammer himself.
  expect(await firstLines()).toBe(stories[1]);
  expect((await caseOf(username)).statements.map(({ reviewed }) => reviewed === true).slice(0, 2)).toEqual([
    true,
    false,
  ]);
  const others = before.filter((id) => id !== honest.id);
  expect(await everyStatement(username)).toEqual([honest.id, ...others]);
  await expect(read()).rejects.toMatchObject({ message: reviewTexts.decidedMeanwhile });
  await admins.undoLast();
  expect(await everyStatement(username)).toEqual(before);
  expect(await firstLines()).toBe(reportInput().description);
  expect(await admins.namedBy(/./)).toEqual([]);
});
