import { createHash } from 'node:crypto';
import { ApiCallError } from '@naughty-list/api-client/client';
import { adminReportTexts } from '@naughty-list/contracts/admin-reports';
import { type Appeal, appealTexts, CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { submitStatement } from '@naughty-list/contracts/cases';
import { checkPost } from '@naughty-list/contracts/kept-posts';
import { lookAlike } from '@naughty-list/contracts/look-alike';
import { lookUp } from '@naughty-list/contracts/look-up';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { listReports, reportListTexts } from '@naughty-list/contracts/reports';
import { markHandle } from '@naughty-list/contracts/review';
import { NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import {
  oembedOf,
  type Post,
  postIdAt,
  sendJson,
  startOembedServer,
} from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, expect, it } from 'vitest';
import { keepPosts } from '../src/cases/keep-posts.ts';
import { rereadPosts } from '../src/register/aliases/reread.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';
import { reportInput } from './running-service.ts';

/** The posts on X by their number, with the name that the author has now. */
const posts = new Map<string, Post>();
const oembed = closeAfterAll(await startOembedServer(posts));
const admins = closeAfterAll(await openAdmins({ OEMBED_URL: `${oembed.url}/oembed` }));
const { db, caseOf } = admins;

const ask = () => {
  const { fetchOembed } = admins.service.context;
  if (!fetchOembed) throw new Error('posts are not read');
  return fetchOembed;
};
const keep = () => keepPosts(db(), ask(), () => true);
const aWeekLater = () => db()('kept_posts').update({ asked_at: db().raw("now() - interval '8 days'") });
const reread = () => rereadPosts(db(), ask(), () => true);

let posted = 100;
let old: string;
let now: string;
let id: number;
let reportCode: string | undefined;
const report = (username: string, post: string) =>
  admins.service.report(
    { username, twitterUrl: `https://x.com/${username}/status/${post}` },
    `reporter ${username} ${post}`,
  );

/** A kept post of `old`, whose account calls itself `now` a week later. */
beforeEach(async () => {
  await db()('kept_posts').delete();
  oembed.answerWith(undefined);
  posted += 1;
  [old, now] = [`Old_${posted}`, `New_${posted}`];
  posts.set(String(posted), { username: old, id: String(posted), text: 'Send 1 SOL.' });
  ({ id, reportCode } = await report(old, String(posted)));
  await keep();
  await aWeekLater();
});
const rename = (username: string) =>
  posts.set(String(posted), { username, id: String(posted), text: 'Send 1 SOL.' });
/** The account takes a name, and a week later its post is read. */
async function become(username: string): Promise<void> {
  rename(username);
  await aWeekLater();
  await reread();
}
/** Marks the handle of a case as changed hands. */
async function mark(number = id) {
  const { version } = await db()('scammer_reports').where({ id: number }).first('version');
  return admins.admin().call(markHandle, { params: { id: number }, body: { hasChanged: true, version } });
}
/** States something about a name by a post of this author. */
async function state(username: string, post: string, author = username) {
  posts.set(post, { username: author, id: post, text: 'Send 2 SOL.' });
  const twitterUrl = `https://x.com/${username}/status/${post}`;
  const body = { username, twitterUrl, description: `He took what I had in ${post}.` };
  return admins.service.as(`victim ${post}`).call(submitStatement, { body });
}
const look = async (q: string) =>
  (await admins.service.as('visitor').call(lookUp, { query: { q } })).answers[0];
const namedBy = (...subjects: string[]) => admins.namedBy(new RegExp(`^(${subjects.join('|')}):`));

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
/** What the private check has about a reported name. */
async function privately(name: string, wanted = 'naughty') {
  const params = { prefix: digest(lookAlike(name)).slice(0, 4) };
  const { entries } = await admins.service.as('visitor').call(getPrivateCheckShard, { params });
  return entries.filter(({ account, list }) => account === digest(name.toLowerCase()) && list === wanted);
}

it('takes no name from a post that stands in the database only while X is asked', async () => {
  const number = String(60_000 + posted);
  posts.set(number, { username: 'innocent', id: number, text: 'Merry Christmas.' });
  const { twitter_url } = await db()('scammer_reports').where({ id }).first();
  const link = async (to: string) => {
    await admins.changeRow(id, { twitter_url: to });
    await db()('kept_posts').where({ report_id: id }).update({ twitter_url: to });
  };
  await link(`https://x.com/${old}/status/${number}`);
  const undone: ReturnType<typeof ask> = async (of) => {
    const answer = await ask()(of);
    await link(twitter_url);
    return answer;
  };
  await rereadPosts(db(), undone, () => true);
  expect(await db()('aliases').where({ report_id: id })).toEqual([]);
});

it('finds an account under the name that it has now, and lists when it was seen', async () => {
  rename(now);
  expect(await reread()).toEqual({ read: 1, pauseSeconds: 0 });
  const seenAt = expect.stringMatching(/^20/);
  for (const name of [old, now, now.toUpperCase()])
    expect(await caseOf(name)).toMatchObject({
      number: id,
      username: old,
      goneSince: null,
      report: { aliases: [{ username: now, seenAt, isCurrent: true }] },
    });
  const [newest] = await admins.service.as('visitor').call(listReports, { query: { limit: 1 } });
  expect(newest).toMatchObject({ id, aliases: [{ username: now }] });
});

it('reads each post once a week', async () => {
  const before = oembed.asked.length;
  expect(await reread()).toMatchObject({ read: 1 });
  expect(await reread()).toMatchObject({ read: 0 });
  expect(oembed.asked.length).toBe(before + 1);
});

it('reads the newest first, and stops for an hour when X was asked too often', async () => {
  const newer = String(posted + 50_000);
  posts.set(newer, { username: `${old}b`, id: newer, text: 'Again.' });
  await report(`${old}b`, newer);
  await keep();
  await aWeekLater();
  const before = oembed.asked.length;
  oembed.answerWith((_path, response) => response.writeHead(429).end());
  expect(await reread()).toEqual({ read: 0, pauseSeconds: 3_600 });
  expect(oembed.asked.length).toBe(before + 1);
  expect(oembed.asked.at(-1)).toContain(newer);
  expect((await caseOf(old)).goneSince).toBeNull();
});

it('renames no account for a link that never named the author', async () => {
  const post = String(posted + 60_000);
  posts.set(post, { username: 'someone_else', id: post, text: 'Hello.' });
  await report(`innocent${posted}`, post);
  await keep();
  await aWeekLater();
  await reread();
  expect(await db()('aliases').whereRaw('lower(username) = ?', ['someone_else'])).toEqual([]);
  await expect(caseOf('someone_else')).rejects.toThrow(ApiCallError);
});

it('renames no account by a link that was changed in the database', async () => {
  const post = String(posted + 70_000);
  posts.set(post, { username: 'bystander', id: post, text: 'Hello.' });
  const twitter_url = `https://x.com/${old}/status/${post}`;
  await admins.changeRow(id, { twitter_url });
  await db()('kept_posts').where({ report_id: id }).update({ twitter_url });
  await reread();
  expect(await db()('aliases').where({ report_id: id })).toEqual([]);
});

it('follows an account that is renamed again, and back', async () => {
  const names = async () => (await caseOf(old)).report.aliases?.map((one) => [one.username, one.isCurrent]);
  for (const [name, expected] of [
    [now, [[now, true]]],
    [
      `${now}x`,
      [
        [`${now}x`, true],
        [now, false],
      ],
    ],
    [
      now,
      [
        [now, true],
        [`${now}x`, false],
      ],
    ],
    [
      old,
      [
        [`${now}x`, false],
        [now, false],
      ],
    ],
  ] as const) {
    await become(name);
    expect(await names()).toEqual(expected);
  }
});

it('joins a report or statement about the new name with the case', async () => {
  await become(now);
  const body = reportInput({ username: now, twitterUrl: `https://x.com/${now}/status/77777` });
  expect(
    await admins.service.send('POST', '/api/scammer-reports', body, { [NETWORK_ID_HEADER]: 'another' }),
  ).toMatchObject({
    status: 409,
    body: {
      existingUsername: old,
      message: `@${now} is already on the Naughty List, reported as @${old}.`,
    },
  });
  await state(now, String(posted + 88_000));
  expect((await caseOf(old)).statements.length).toBe(1);
});

it('says that a post is gone until it is back', async () => {
  const post = posts.get(String(posted)) as Post;
  posts.delete(String(posted));
  await reread();
  expect((await caseOf(old)).goneSince).toMatch(/^20/);
  posts.set(String(posted), post);
  await aWeekLater();
  await reread();
  expect((await caseOf(old)).goneSince).toBeNull();
});

it('takes a new name from a moderator’s check of the post, too', async () => {
  rename(now);
  expect(await admins.admin().call(checkPost, { params: { id } })).toMatchObject({ state: 'shown' });
  expect((await caseOf(now)).username).toBe(old);
});

it('answers for neither name once the case is burned or erased', async () => {
  await become(now);
  await removeReport(db(), id, `burn of ${id}`);
  await expect(caseOf(now)).rejects.toMatchObject({ code: 'removed_by_burn' });
  await admins.erase({ username: old });
  await expect(caseOf(now)).rejects.toMatchObject({ code: 'not_found' });
  expect(await db()('aliases').where({ report_id: id })).toEqual([]);
});

it.each(['burned', 'cleared long ago'])(
  'leads to the case of the account that has a name now, if its own is %s',
  async (how) => {
    const { id: own } = await report(now, String(posted + 99_000));
    if (how === 'burned') await removeReport(db(), own, 'removed');
    else {
      await decideStatus(db(), own, 'cleared', 'resolved');
      await admins.changeRow(own, { cleared_at: db().raw("now() - interval '31 days'") });
    }
    await become(now);
    expect((await caseOf(now)).number).toBe(id);
    // The account has left the name again.
    await become(old);
    await expect(caseOf(now)).rejects.toThrow(ApiCallError);
  },
);

it('says that the handle has changed hands once a moderator has found it, on record', async () => {
  const mark = (hasChanged: boolean, version: number) =>
    admins.admin().call(markHandle, { params: { id }, body: { hasChanged, version } });
  const { version, report: marked } = await mark(true, 1);
  expect(marked.handleChangedAt).toMatch(/^20/);
  expect((await caseOf(old)).report.handleChangedAt).toBe(marked.handleChangedAt);
  const [found] = await privately(old);
  expect([found?.handleChangedAt, found?.hasLeft]).toEqual([marked.handleChangedAt, undefined]);
  await expect(mark(false, 1)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await mark(false, version);
  expect((await caseOf(old)).report.handleChangedAt).toBeUndefined();
  expect((await admins.lastEntries(2)).map(({ action, details }) => [action, details?.handle])).toEqual([
    ['mark_handle', 'has not changed hands'],
    ['mark_handle', 'has changed hands'],
  ]);
});

it('says of no new owner of a handle that its report was paid away', async () => {
  await mark();
  await become(now);
  expect((await look(old))?.naughty?.handleChangedAt).toMatch(/^20/);
  await removeReport(db(), id, `burn of ${id}`);
  expect(await look(old)).toMatchObject({ naughty: null, burned: null });
  await expect(caseOf(old)).rejects.toMatchObject({ code: 'not_found' });
  expect(await look(now)).toMatchObject({ burned: { username: now } });
  await expect(caseOf(now)).rejects.toMatchObject({ code: 'removed_by_burn' });
  expect(await privately(old, 'burned')).toEqual([]);
});

it('says in the private check that the name of a cleared case is another account’s now', async () => {
  await admins.setStatus(id, 'cleared', 'report_false');
  await mark();
  expect(await privately(old)).toMatchObject([
    { status: 'cleared', handleChangedAt: expect.stringMatching(/^20/) },
  ]);
});

it('says in the private check of no name that the account left that its report was paid away', async () => {
  await become(now);
  await become(`${now}x`);
  await removeReport(db(), id, `burn of ${id}`);
  expect(await privately(now, 'burned')).toEqual([]);
  expect(await privately(`${now}x`, 'burned')).toMatchObject([{ list: 'burned' }]);
});

it('knows that an account has its handle back, which it had left to another', async () => {
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  await become(now);
  await mark();
  expect((await caseOf(old)).report.handleChangedAt).toMatch(/^20/);
  await become(old);
  expect((await caseOf(old)).report.handleChangedAt).toBeUndefined();
  expect(await namedBy(`report ${id}`)).toEqual([]);
});

it('says on the Nice List that the account of a case has the praised name now', async () => {
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  const twitterUrl = `https://x.com/${now}/status/${posted + 97_000}`;
  await admins.service.praise({ username: now, twitterUrl });
  const status = async () =>
    (await admins.service.as('visitor').call(listNiceReports, { query: { limit: 1 } }))[0]?.alsoOnNaughtyList;
  expect(await status()).toBeUndefined();
  await become(now);
  expect(await status()).toBe('corroborated');
  await become(`${now}x`);
  expect(await status()).toBeUndefined();
});

it('lets a victim of the new owner of a handle report it: a moderator publishes it once the old case is closed', async () => {
  await mark();
  const held = await report(old, String(posted + 92_000));
  expect(held).toMatchObject({ held: true, message: reportListTexts.heldAsChanged });
  expect((await caseOf(old)).number).toBe(id);
  const { body } = await admins.send('POST', '/api/admin/reports/publish', { ids: [held.id] });
  expect(body).toMatchObject({
    published: [],
    notPublished: [{ message: adminReportTexts.ofFormerOwner(old, id, null) }],
  });
  await admins.setStatus(id, 'cleared', 'resolved');
  await admins.publish(held.id);
  const shown = await caseOf(old);
  expect([shown.number, shown.report.handleChangedAt]).toEqual([held.id, undefined]);
  expect(await admins.namedBy(new RegExp(` (${id}|${held.id}):`))).toEqual([]);
  const another = report(old, String(posted + 93_000));
  await expect(another).rejects.toMatchObject({ code: 'username_already_listed' });
});

it('keeps the later name of a former owner on the list beside a report of the new one', async () => {
  await become(now);
  await mark();
  const held = await report(old, String(posted + 98_000));
  const { body } = await admins.send('POST', '/api/admin/reports/publish', { ids: [held.id] });
  const message = adminReportTexts.ofFormerOwner(old, id, now);
  expect(message).toContain(`again as @${now}.`);
  expect(body).toMatchObject({ published: [], notPublished: [{ message }] });
  // As the message says; a cleared case would call the later name cleared.
  await admins.deleted(id);
  const { id: later } = await report(now, String(posted));
  await admins.publish(held.id);
  expect([(await caseOf(old)).number, (await caseOf(now)).number]).toEqual([held.id, later]);
});

it('adds a report of a handle that has changed hands to the case of the account that has it now', async () => {
  const former = await report(now, String(posted + 94_000));
  await mark(former.id);
  await become(now);
  await expect(report(now, String(posted + 95_000))).rejects.toMatchObject({
    code: 'username_already_listed',
    existingUsername: old,
  });
});

it('answers with the reviewed case of the account that has a name now, not with that of its former owner', async () => {
  const { id: former } = await report(now, String(posted + 96_000));
  for (const number of [former, id]) await decideStatus(db(), number, 'corroborated', 'evidence_alone');
  await mark(former);
  await become(now);
  expect((await look(now))?.naughty).toMatchObject({
    username: old,
    status: 'corroborated',
    handleChangedAt: null,
  });
  const [first] = await privately(now);
  expect(first).toMatchObject({ status: 'corroborated' });
  expect(first?.handleChangedAt).toBeUndefined();
});

it('answers with the unreviewed case of the account that has a name now, once it has changed hands', async () => {
  const { id: former } = await report(now, String(posted + 97_000));
  await decideStatus(db(), former, 'corroborated', 'evidence_alone');
  await become(now);
  const answered = async () => {
    const naughty = (await look(now))?.naughty;
    const [first] = await privately(now);
    return [naughty?.username, naughty?.status, first?.status, first?.handleChangedAt];
  };
  // The moderator's word about the name comes before a stranger's.
  expect(await answered()).toEqual([now, 'corroborated', 'corroborated', undefined]);
  await mark(former);
  expect(await answered()).toEqual([old, 'unreviewed', 'unreviewed', undefined]);
  expect((await caseOf(now)).number).toBe(former);
});

it('links the cases of accounts that have had the same name, that of the look-up first', async () => {
  const { id: other } = await report(now, String(posted + 84_000));
  expect((await caseOf(now)).sameName).toBeUndefined();
  await become(now);
  const linked = async (name: string) =>
    (await caseOf(name)).sameName?.map(({ number, status, isFirst }) => [number, status, isFirst]);
  expect(await linked(old)).toEqual([[other, 'unreviewed', false]]);
  expect(await linked(now)).toEqual([[id, 'unreviewed', false]]);
  const lookedUp = async () => (await look(now))?.naughty?.username;
  expect(await lookedUp()).toBe(now);
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  expect([await lookedUp(), await linked(now)]).toEqual([old, [[id, 'corroborated', true]]]);
  expect(await linked(old)).toEqual([[other, 'unreviewed', false]]);
  // Of a name that its account has left, the page names both, and neither comes first.
  await become(`${now}x`);
  expect([await lookedUp(), await linked(now)]).toEqual([now, [[id, 'corroborated', false]]]);
  await admins.deleted(other);
  expect(await linked(old)).toBeUndefined();
});

it('accuses no new owner of a handle beside look-alikes and praise', async () => {
  const visitor = admins.service.as('visitor');
  await admins.service.praise({ username: old });
  const seen = async () => {
    const { answers } = await visitor.call(lookUp, { query: { q: `@${old}_` } });
    const praise = await visitor.call(listNiceReports, { query: {} });
    const near = answers[0]?.near.find(({ username }) => username === old);
    return [near?.hasChangedHands, praise[0]?.alsoOnNaughtyList];
  };
  expect(await seen()).toEqual([false, 'unreviewed']);
  await mark();
  expect(await seen()).toEqual([true, undefined]);
});

it('takes a proof from the account by the name that it has now, and none from who took the old one', async () => {
  const { prove } = await appealOf(old);
  // The weekly reading has not seen it yet.
  rename(now);
  expect((await prove(old))[1]).toBe(400);
  expect(await prove(old)).toEqual([now, 400]);
  expect((await caseOf(old)).appeal).toMatchObject({ proven: false });
  expect(await prove(now)).toEqual([now, 200]);
  expect((await caseOf(old)).appeal).toMatchObject({ proven: true });
});

it('confirms a later statement by the name that the account has now, and holds one about who took the old name', async () => {
  await become(now);
  let number = posted + 80_000;
  const judged = async (named: string, author: string) => {
    const { id: statement } = await state(named, String(++number), author);
    await keep();
    const row = await db()('statements').where({ id: statement }).first();
    return row.held_at ? row.hold_reason : row.post_confirmed_at && 'confirmed';
  };
  expect(await judged(now, now)).toBe('confirmed');
  expect(await judged(old, now)).toBe('confirmed');
  expect(await judged(old, old)).toBe('post');
});

it('holds a statement about a name that the account left, which is another’s now', async () => {
  await become(now);
  await become(`${now}x`);
  expect(await state(now, String(posted + 300_000))).toMatchObject({ held: true });
  expect(await state(`${now}x`, String(posted + 310_000))).not.toHaveProperty('held');
});

it('reads the post of a statement about a name that the account left before X was asked', async () => {
  await become(now);
  // Another's post, under the scammer's name: look-ups of it would lead to his case.
  const { id: statement } = await state(now, String(posted + 400_000), 'kind_elf');
  await become(`${now}x`);
  await db()('kept_posts').where({ statement_id: statement }).update({ asked_at: null });
  await keep();
  expect(await db()('statements').where({ id: statement }).first()).toMatchObject({ hold_reason: 'post' });
});

it('knows the post of the report under the name that the account has now', async () => {
  await become(now);
  expect(await state(now, String(posted))).toMatchObject({ held: true });
});

it('follows the account, and takes its proof, once a post under its present name leads the case', async () => {
  await become(now);
  const post = String(posted + 85_000);
  await state(now, post);
  await admins.withdraw(reportCode);
  await keep();
  expect((await caseOf(now)).report.twitterUrl).toContain(post);
  expect((await caseOf(now)).report.postUnconfirmed).toBeUndefined();
  const { prove } = await appealOf(now);
  expect(await prove(now)).toEqual([now, 200]);
  posts.set(post, { username: `${now}x`, id: post, text: 'Send 2 SOL.' });
  await aWeekLater();
  expect(await reread()).toMatchObject({ read: 1 });
  expect((await caseOf(`${now}x`)).number).toBe(id);
});

it('follows the account by a statement that a moderator has read, once the post of the report is gone', async () => {
  const [read, unread] = [String(posted + 88_000), String(posted + 89_000)];
  const { id: statement } = await state(old, read);
  await state(old, unread);
  await keep();
  await admins.decideStatement(statement, 'publish');
  const { prove } = await appealOf(old);
  posts.delete(String(posted));
  await reread();
  expect((await caseOf(old)).goneSince).toMatch(/^20/);
  // Anyone could have stated it since the account left its name.
  posts.set(unread, { username: `${old}b`, id: unread, text: 'Send 2 SOL.' });
  posts.set(read, { username: now, id: read, text: 'Send 2 SOL.' });
  await aWeekLater();
  expect(await reread()).toEqual({ read: 2, pauseSeconds: 0 });
  expect((await caseOf(now)).report.aliases).toMatchObject([{ username: now, isCurrent: true }]);
  posts.set(read, { username: `${now}x`, id: read, text: 'Send 2 SOL.' });
  await prove(now);
  expect(await prove(`${now}x`)).toEqual([`${now}x`, 200]);
  posts.delete(read);
  await aWeekLater();
  await reread();
  await aWeekLater();
  expect(await reread()).toEqual({ read: 1, pauseSeconds: 0 });
  const own = [`report ${id}`, `post ${id}`, `statement ${statement}`, `post-of-statement ${statement}`];
  expect(await namedBy(...own)).toEqual([]);
});

it.each([
  ['cleared', 'post_already_reviewed', () => admins.setStatus(id, 'cleared', 'report_false')],
  ['removed by a burn', 'post_already_removed', () => removeReport(db(), id, `burn of ${id}`)],
])(
  'refuses the post of a case that was %s under the name that the account has now',
  async (_how, code, close) => {
    await become(now);
    await close();
    await expect(report(now, String(posted))).rejects.toMatchObject({ code });
  },
);

it('holds a report of a cleared account under the name that it has now', async () => {
  await become(now);
  await admins.setStatus(id, 'cleared', 'report_false');
  expect(await report(now, String(posted + 95_000))).toMatchObject({ held: true });
  expect(await report(`other_${posted}`, String(posted + 96_000))).not.toHaveProperty('held');
});

it('lets a proven appeal go on against a report of the account by its present name alone', async () => {
  const { prove } = await appealOf(old);
  rename(now);
  await prove(now);
  await admins.deleted(id);
  await report(old, String(posted + 90_000));
  // Another account has this name by now.
  expect((await caseOf(old)).appeal).toBeNull();
  await report(now, String(posted + 91_000));
  expect((await caseOf(now)).appeal).toMatchObject({ proven: true });
});

it('takes no proof of a former owner for that of the account that has the name now', async () => {
  const { id: former } = await report(now, String(posted + 86_000));
  const { prove } = await appealOf(now);
  expect(await prove(now)).toEqual([now, 200]);
  await admins.deleted(former);
  await become(now);
  await admins.deleted(id);
  await report(now, String(posted + 87_000));
  expect((await caseOf(now)).appeal).toBeNull();
});

it('takes no proof by a handle that has changed hands', async () => {
  await mark();
  const { send, issue } = await appealOf(old);
  const { proof } = await issue();
  expect(proof.account).toBeNull();
  const post = postIdAt(new Date(Date.now() + 1_000));
  posts.set(post, { username: old, id: post, text: `It is me. ${proof.code}` });
  const { body } = await send('/proof', { postUrl: `https://x.com/${old}/status/${post}` });
  expect(body).toMatchObject({ code: 'proof_invalid', message: appealTexts.proofFailed.author });
});

/** An appeal, with the calls of its account. */
async function appealOf(username: string) {
  const { caseCode } = await admins.appeal(username);
  const headers = { [CASE_CODE_HEADER]: caseCode };
  const send = (path: string, input?: unknown) =>
    admins.service.send('POST', `/api/appeal${path}`, input, headers);
  const issue = async () => (await send('/proof-code')).body as Appeal;
  return {
    send,
    issue,
    /** Posts the code by an account; the name that is asked for, and the status. */
    async prove(by: string) {
      const { proof } = await issue();
      const post = postIdAt(new Date(Date.now() + 1_000));
      posts.set(post, { username: by, id: post, text: `It is me. ${proof.code}` });
      const { status } = await send('/proof', { postUrl: `https://x.com/${by}/status/${post}` });
      return [proof.account, status];
    },
  };
}

it("deletes an alias that a moderator found to be another account's, on record", async () => {
  for (const name of [now, `${now}x`, old]) {
    await become(name);
  }
  const forget = (notItsName: string, version: number) =>
    admins.admin().call(markHandle, { params: { id }, body: { notItsName, version } });
  const { version } = await forget(now.toLowerCase(), 1);
  await expect(caseOf(now)).rejects.toMatchObject({ code: 'not_found' });
  expect((await caseOf(`${now}x`)).report.aliases).toMatchObject([{ username: `${now}x` }]);
  expect(await look(now)).toMatchObject({ naughty: null });
  const [entry] = await admins.lastEntries(1);
  expect([entry?.action, entry?.details?.handle]).toEqual([
    'mark_handle',
    `@${now} is not the account's name`,
  ]);
  await expect(forget(now, version)).rejects.toMatchObject({ code: 'not_found' });
  await expect(forget(`${now}x`, 1)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await namedBy(`report ${id}`)).toEqual([]);
  // What a burn removed is found by no such name, either.
  await removeReport(db(), id, `burn of ${id}`);
  await forget(`${now}x`, version);
  await expect(caseOf(`${now}x`)).rejects.toMatchObject({ code: 'not_found' });
  expect(await namedBy(`report ${id}`)).toEqual([]);
});

it('is in the private check under either name', async () => {
  const isThere = async (name: string) => (await privately(name)).length > 0;
  expect([await isThere(old), await isThere(now)]).toEqual([true, false]);
  await become(now);
  expect([await isThere(old), await isThere(now)]).toEqual([true, true]);
  await admins.setStatus(id, 'cleared', 'report_false');
  for (const name of [old, now]) expect(await privately(name)).toMatchObject([{ status: 'cleared' }]);
  await admins.setStatus(id, 'unreviewed', 'new_evidence');
  await removeReport(db(), id, `burn of ${id}`);
  expect([await isThere(old), await isThere(now)]).toEqual([false, false]);
  for (const name of [old, now]) expect(await privately(name, 'burned')).toMatchObject([{ list: 'burned' }]);
});

it('says in the private check that the account has left a name, which may be an innocent’s by now', async () => {
  await become(now);
  expect((await privately(now))[0]).not.toHaveProperty('handleChangedAt');
  await become(`${now}x`);
  expect(await privately(now)).toMatchObject([
    { status: 'unreviewed', handleChangedAt: expect.stringMatching(/^20/), hasLeft: true },
  ]);
  expect((await privately(`${now}x`))[0]).not.toHaveProperty('handleChangedAt');
});

it('looks the case up by either name', async () => {
  await become(now);
  for (const q of [old, now])
    expect(await look(q)).toMatchObject({
      naughty: { username: old, aliases: [{ username: now, isCurrent: true }] },
    });
});

it('answers for a corroborated case under its present name, whatever else was reported under it before', async () => {
  // Another account of the scammer, which he reported himself and then renamed, so that the name was free.
  const { id: other } = await report(now, String(posted + 80_000));
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  await become(now);
  const ofPresentName = async () => (await look(now))?.naughty;
  expect(await ofPresentName()).toMatchObject({ username: old, status: 'corroborated' });
  expect(await privately(now)).toMatchObject([{ status: 'corroborated' }, { status: 'unreviewed' }]);
  // He got the other one cleared.
  await admins.setStatus(other, 'cleared', 'report_false');
  expect(await ofPresentName()).toMatchObject({ username: old, status: 'corroborated' });
  expect(await privately(now)).toMatchObject([{ status: 'corroborated' }, { status: 'cleared' }]);
  await admins.setStatus(other, 'unreviewed', 'new_evidence');
  // A name that the account has left is another's, who has a case of their own.
  await become(`${now}x`);
  expect(await privately(now)).toMatchObject([{ status: 'unreviewed' }]);
});

it('answers for a corroborated case under its present name, whatever another account of the scammer disputed under it', async () => {
  const { id: other } = await report(now, String(posted + 81_000));
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  await become(now);
  const ofPresentName = async () => (await look(now))?.naughty;
  // His proven appeal against his own report waited for a week.
  for (const status of ['disputed', 'compromised']) {
    await admins.changeRow(other, { status });
    expect(await ofPresentName()).toMatchObject({ username: old, status: 'corroborated' });
    expect(await privately(now)).toMatchObject([{ status: 'corroborated' }, { status }]);
  }
  await admins.setStatus(other, 'corroborated', 'evidence_alone');
  expect(await ofPresentName()).toMatchObject({ username: now, status: 'corroborated' });
});

it('reads the posts of others while X has only faults for one, such as a protected account’s', async () => {
  const newer = String(posted + 51_000);
  posts.set(newer, { username: `${old}b`, id: newer, text: 'Again.' });
  await report(`${old}b`, newer);
  await keep();
  await aWeekLater();
  rename(now);
  oembed.answerWith((path, response) => {
    if (path.includes(newer)) response.writeHead(403).end();
    else sendJson(response, oembedOf(posts.get(String(posted)) as Post));
  });
  expect(await reread()).toEqual({ read: 1, pauseSeconds: 0 });
  expect((await caseOf(now)).number).toBe(id);
});

it('renames no account by the post of a statement in another case', async () => {
  const post = String(posted + 71_000);
  const { id: statement } = await state(old, post);
  await keep();
  await admins.decideStatement(statement, 'publish');
  const { id: other } = await report(`another${posted}`, String(posted + 72_000));
  await db()('kept_posts').delete().where({ report_id: other });
  await db().raw(
    `insert into kept_posts (report_id, statement_id, twitter_url, answer, text, fetched_at)
     select ${other}, statement_id, twitter_url, answer, text, fetched_at from kept_posts where statement_id = ${statement}`,
  );
  await aWeekLater();
  await reread();
  expect(await db()('aliases').where({ report_id: other })).toEqual([]);
});

it('knows that the account of a deleted case has its handle back', async () => {
  await become(now);
  await mark();
  const operation = await admins.deleted(id);
  rename(old);
  expect(await admins.admin().call(checkPost, { params: { id } })).toMatchObject({ state: 'shown' });
  expect(await namedBy(`report ${id}`)).toEqual([]);
  await admins.restore(operation);
  expect((await caseOf(old)).report.handleChangedAt).toBeUndefined();
  expect(await namedBy(`report ${id}`)).toEqual([]);
});
