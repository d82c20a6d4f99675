import { listAuditLog } from '@naughty-list/contracts/audit-log';
import { getCase, submitStatement } from '@naughty-list/contracts/cases';
import { checkPost, checkStatementPost } from '@naughty-list/contracts/kept-posts';
import { exportPersonalData } from '@naughty-list/contracts/personal-data';
import { searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { oembedOf, type Post, sendJson, startOembedServer } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, expect, it } from 'vitest';
import { keepPosts } from '../src/cases/keep-posts.ts';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';
import { reportInput } from './running-service.ts';

/** The posts on X; removing one from the map deletes it. */
const posts = new Map<string, Post>();
let status = 404;
const oembed = closeAfterAll(await startOembedServer(posts, () => status));
const admins = closeAfterAll(await openAdmins({ OEMBED_URL: `${oembed.url}/oembed` }));

let posted = 100;
let username: string;
let id: number;
let reportCode: string | undefined;
/** A report of a post with a line break, a link and a special character. */
beforeEach(async () => {
  status = 404;
  posted += 1;
  username = `elf_${posted}`;
  const text = 'Send 1 SOL,<br>get 2 back! 🎁 <a href="https://t.co/a">trap.example</a> &amp; more';
  posts.set(String(posted), { username, id: String(posted), text });
  const twitterUrl = `https://x.com/${username}/status/${posted}`;
  ({ id, reportCode } = await admins.service.report({ username, twitterUrl }));
});

const TEXT = 'Send 1 SOL,\nget 2 back! 🎁 trap.example & more';
const db = () => admins.service.context.db;
const keep = () => {
  const { fetchOembed } = admins.service.context;
  if (!fetchOembed) throw new Error('posts are not read');
  return keepPosts(db(), fetchOembed, () => true);
};
const check = () => admins.admin().call(checkPost, { params: { id } });
const shown = async () => (await admins.caseOf(username)).keptPost;
const record = () => db()('ledger_records').where({ report_id: id, type: 'post-kept' }).first();

it('reads a post once, commits to the answer in a leaf, and shows it when the post is gone', async () => {
  const before = oembed.asked.length;
  expect(await keep()).toBe(1);
  expect(await keep()).toBe(0);
  expect(oembed.asked.length).toBe(before + 1);
  const { answer } = await db()('kept_posts').where({ report_id: id }).first();
  expect(JSON.parse(answer)).toMatchObject({ author_url: `https://twitter.com/${username}` });
  const { rows } = await db().raw(
    "select encode(sha256(convert_to(answer, 'UTF8')), 'base64') as hash from kept_posts where report_id = ?",
    [id],
  );
  expect(JSON.parse((await record()).record)).toMatchObject({ answer: rows[0].hash, case: id });
  expect(await shown()).toBeUndefined();

  posts.set(String(posted), { username, id: String(posted), text: 'Nothing to see here.' });
  expect(await check()).toMatchObject({ state: 'shown', kept: { text: TEXT } });
  posts.delete(String(posted));
  expect(await check()).toEqual({ state: 'gone', kept: { text: TEXT, at: expect.any(String) } });
  expect(await shown()).toEqual({ text: TEXT, at: expect.stringMatching(/^20/) });
  expect(await db()('ledger_records').where({ report_id: id, type: 'post-kept' })).toHaveLength(1);
  expect(await admins.lastEntries(2)).toMatchObject([
    { action: 'check_post', subjectId: id, details: { state: 'gone' } },
    { action: 'check_post', subjectId: id, details: { state: 'shown' } },
  ]);
});

it('keeps no characters of a post that turn around what follows', async () => {
  posts.set(String(posted), { username, id: String(posted), text: 'Send \u202e1\u2066 SOL\u0007.' });
  await keep();
  expect(await check()).toMatchObject({ kept: { text: 'Send 1 SOL.' } });
});

it('reads the post of a statement that became the report while X was asked about the report’s', async () => {
  const { twitterUrl } = await state(900_000 + posted);
  const post = posts.get(String(posted)) as Post;
  oembed.answerWith(async (_path, response) => {
    oembed.answerWith(undefined);
    await admins.withdraw(reportCode);
    sendJson(response, oembedOf(post));
  });
  await keep();
  await keep();
  // No such post: nothing of it was kept, and no moderator has read it.
  expect(await admins.rowOf(id)).toMatchObject({ twitter_url: twitterUrl, hold_reason: 'post' });
  expect(await admins.namedBy(new RegExp(`^report ${id}:`))).toEqual([]);
});

it('holds nothing because of a link that was changed in the database', async () => {
  await admins.changeRow(id, { twitter_url: `https://x.com/${username}/status/1` });
  expect(await keep()).toBe(0);
  expect((await admins.rowOf(id))?.held_at).toBeNull();
});

it.each([
  ['name', () => db()('aliases').insert({ report_id: id, username: 'another' })],
  ['link', () => admins.changeRow(id, { twitter_url: `https://x.com/${username}/status/1` })],
])('holds nothing because of a %s that stands in the database only while X is asked', async (_, forge) => {
  const { fetchOembed } = admins.service.context;
  const { twitter_url } = await db()('scammer_reports').where({ id }).first();
  await forge();
  const undone: typeof fetchOembed = async (of) => {
    const answer = await fetchOembed?.(of);
    await db()('aliases').where({ report_id: id }).delete();
    await admins.changeRow(id, { twitter_url });
    return answer;
  };
  await keepPosts(db(), undone, () => true);
  expect((await admins.rowOf(id))?.held_at).toBeNull();
  expect(await db()('kept_posts').where({ report_id: id }).first()).toMatchObject({ gone_at: null });
  await db()('kept_posts').where({ report_id: id }).update({ asked_at: null });
  await keep();
  expect(await listed()).toEqual([false]);
});

/** A kept post that was made unread in the database, so that it is asked for again. */
const makeUnread = () =>
  db().raw(
    `update kept_posts set twitter_url = null, answer = null, text = null, fetched_at = null, asked_at = null, published_at = now()
     where report_id = ?`,
    [id],
  );

it.each<[string, () => Promise<unknown>]>([
  ['reading it', keep],
  ["a moderator's check", check],
  ['an edit', () => admins.edit(id, { description: 'Took my SOL and never paid back.' })],
])('a kept post taken out, and gone: the log does not take it back after %s', async (_, then) => {
  await keep();
  posts.delete(String(posted));
  await makeUnread();
  await then();
  expect((await auditDatabase(db())).named.join()).toContain(`post ${id}: `);
});

it('links no name to a case by a link that stood in the database only while a moderator checked it', async () => {
  await keep();
  const { twitter_url } = await db()('scammer_reports').where({ id }).first();
  posts.set('7', { username: 'innocent', id: '7', text: 'Merry Christmas!' });
  const linkTo = async (link: string) => {
    await admins.changeRow(id, { twitter_url: link });
    await db()('kept_posts').where({ report_id: id }).update({ twitter_url: link });
  };
  await linkTo('https://x.com/i/status/7');
  expect(await check()).toMatchObject({ state: 'unknown' });
  await linkTo(twitter_url);
  expect(await db()('aliases').where({ report_id: id })).toEqual([]);
});

it('shows private data of deleted posts to moderators only', async () => {
  const text = 'She hid from me. Call her: +1 415 555 2671';
  const number = 50_000 + posted;
  const statement = await state(number);
  for (const each of [posted, number]) posts.set(String(each), { username, id: String(each), text });
  expect(await keep()).toBe(2);
  posts.clear();
  expect(await check()).toMatchObject({ state: 'gone', kept: { text } });
  const params = { id: statement.id };
  expect(await admins.admin().call(checkStatementPost, { params })).toMatchObject({ kept: { text } });
  const visitor = admins.service.as('visitor');
  expect(JSON.stringify(await visitor.call(getCase, { params: { username } }))).not.toMatch(
    /415 555|555 2671/,
  );
  await admins.erase({ username });
});

const listed = async () => {
  const found = await admins.service.as('visitor').call(searchReports, { query: { q: username } });
  return found.map(({ postUnconfirmed }) => postUnconfirmed ?? false);
};

it('confirms a report by its post', async () => {
  expect(await listed()).toEqual([true]);
  await keep();
  expect(await listed()).toEqual([false]);
});

it('holds a statement whose post another account wrote', async () => {
  const own = 30_000 + posted;
  posts.set(String(own), { username: 'another', id: String(own), text: 'Hello.' });
  const statement = await state(own, 'He sold me fog by fog-for-all.com, and left.');
  const statements = async () => (await admins.caseOf(username)).statements;
  expect((await admins.caseOf(username)).traces).toHaveLength(1);
  expect(await statements()).toMatchObject([{ id: statement.id, postUnconfirmed: true }]);
  expect(await keep()).toBe(1);
  expect(await statements()).toEqual([]);
  const kept = await db()('statements').where({ id: statement.id }).first();
  expect(kept).toMatchObject({ published_at: null, hold_reason: 'post' });
  expect((await admins.caseOf(username)).traces).toEqual([]);
  expect(await differences()).toEqual([]);
  await admins.erase({ username });
});

it('holds a report without a post alone: what others have stated stays public and leads the case', async () => {
  posts.delete(String(posted));
  const own = 80_000 + posted;
  posts.set(String(own), { username, id: String(own), text: 'Send me SOL.' });
  const stated = await state(own, 'Took 40 SOL for a mint that never came.');
  expect(await keep()).toBe(1);
  const { report, statements, goneSince } = await admins.caseOf(username);
  expect(report).toMatchObject({ id, description: stated.description, twitterUrl: stated.twitterUrl });
  expect([report.postUnconfirmed, statements, goneSince]).toEqual([undefined, [], null]);
  const [held] = await db()('statements').where({ report_id: id });
  expect(held).toMatchObject({
    description: reportInput().description,
    published_at: null,
    hold_reason: 'post',
  });
  expect(await differences()).toEqual([]);
  expect(await keep()).toBe(0);
});

it('holds a report whose post X does not return, until a moderator lists it', async () => {
  posts.delete(String(posted));
  expect(await keep()).toBe(0);
  const held = await db()('scammer_reports').where({ id }).first();
  expect(held).toMatchObject({ is_removed: true, hold_reason: 'post' });
  expect(await listed()).toEqual([]);
  await admins.publish(id);
  expect([await keep(), await listed()]).toEqual([0, [true]]);
});

it('holds nothing that a moderator has reviewed', async () => {
  posts.delete(String(posted));
  await admins.changeRow(id, { status: 'corroborated' });
  await keep();
  expect(await listed()).toEqual([false]);
});

it('holds again what a moderator has published only if X shows another author: it may have suspended the account', async () => {
  await keep();
  const text = 'Call him at +1 415 555 0132, he took my savings.';
  const stated = await state(35_000 + posted, text);
  const name = `gone_${posted}`;
  const twitterUrl = `https://x.com/${name}/status/${36_000 + posted}`;
  const reported = await admins.service.report({ username: name, twitterUrl, description: text });
  expect([stated.held, reported.held]).toEqual([true, true]);
  await admins.decideStatement(stated.id, 'publish');
  await admins.publish(reported.id);
  await keep();
  expect((await admins.caseOf(username)).statements).toMatchObject([{ id: stated.id, reviewed: true }]);
  expect((await admins.caseOf(name)).number).toBe(reported.id);

  const other = await state(37_000 + posted, text);
  posts.set(String(37_000 + posted), { username: 'another', id: String(37_000 + posted), text: 'Hello.' });
  await admins.decideStatement(other.id, 'publish');
  await keep();
  expect((await admins.caseOf(username)).statements).toMatchObject([{ id: stated.id }]);
  // It is read again, and published for good.
  await admins.decideStatement(other.id, 'publish');
  await keep();
  expect((await admins.caseOf(username)).statements).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

it('posts for which X has only faults delay no others', async () => {
  posts.delete(String(posted));
  status = 500;
  await expect(keep()).rejects.toMatchObject({ code: 'service_unavailable' });
  await db()('kept_posts')
    .where({ report_id: id })
    .update({ asked_at: db().raw("now() - interval '1 hour'") });
  const [own, later] = [90_000 + posted, 95_000 + posted];
  for (const number of [own, later])
    posts.set(String(number), { username, id: String(number), text: 'Send me SOL.' });
  await state(own);
  const name = `late_${posted}`;
  posts.set(String(later), { username: name, id: String(later), text: 'Send me SOL.' });
  const twitterUrl = `https://x.com/${name}/status/${later}`;
  const { id: honest } = await admins.service.report({ username: name, twitterUrl });
  await expect(keep()).rejects.toMatchObject({ code: 'service_unavailable' });
  const read = await db()('kept_posts').whereIn('report_id', [id, honest]).whereNotNull('fetched_at');
  expect(read.map(({ twitter_url }) => twitter_url.split('/').at(-1)).sort()).toEqual(
    [own, later].map(String).sort(),
  );
});

it('does not take a fault for a deletion, nor another account’s post for the account’s own', async () => {
  posts.delete(String(posted));
  status = 500;
  await expect(keep()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await listed()).toEqual([true]);
  expect(await check()).toEqual({ state: 'unanswered', kept: null });
  expect(await listed()).toEqual([true]);
  await db()('kept_posts').where({ report_id: id }).update({ asked_at: null });
  posts.set(String(posted), { username: 'another', id: String(posted), text: 'Hello.' });
  expect(await keep()).toBe(0);
  expect(await listed()).toEqual([]);
  expect(await check()).toEqual({ state: 'gone', kept: null });
});

const state = (number: number, description = 'He did the same to me, for 2 SOL.') =>
  admins.service.as('witness').call(submitStatement, {
    body: { username, twitterUrl: `https://x.com/${username}/status/${number}`, description },
  });

it('keeps the posts of statements too, and erases one with its statement', async () => {
  const [own, other] = [10_000 + posted, 20_000 + posted];
  for (const number of [own, other])
    posts.set(String(number), { username, id: String(number), text: `Post ${number}` });
  const statement = await state(own);
  const kept = await state(other);
  expect(await keep()).toBe(3);
  expect(await keep()).toBe(0);
  const records = async () =>
    (await db()('ledger_records').where({ report_id: id, type: 'post-kept' }).orderBy('id')).map(
      ({ record }) => record && JSON.parse(record).statement,
    );
  expect(await records()).toEqual([undefined, statement.id, kept.id]);
  const read = async () => (await admins.caseOf(username)).statements.map(({ keptPost }) => keptPost?.text);
  expect(await read()).toEqual([undefined, undefined]);

  posts.delete(String(own));
  const params = { id: statement.id };
  expect(await admins.admin().call(checkStatementPost, { params })).toMatchObject({
    state: 'gone',
    kept: { text: `Post ${own}` },
  });
  expect(await read()).toEqual([`Post ${own}`, undefined]);
  expect(await shown()).toBeUndefined();

  const [entry] = await admins.admin().call(listAuditLog, { query: { q: username } });
  expect(entry).toMatchObject({
    who: 'claus',
    action: 'check_post',
    subjectId: id,
    details: { state: 'gone', statement: String(statement.id) },
  });
  const query = { statementId: statement.id };
  expect((await admins.admin().call(exportPersonalData, { query })).keptPosts).toMatchObject([
    { caseNumber: id, statement: statement.id, text: `Post ${own}` },
  ]);

  await admins.erase(query);
  expect(
    await db()('kept_posts').where({ report_id: id }).where('statement_id', '>', 0).pluck('statement_id'),
  ).toEqual([kept.id]);
  expect(await records()).toEqual([undefined, null, kept.id]);
  await expect(admins.admin().call(checkStatementPost, { params })).rejects.toMatchObject({
    code: 'not_found',
  });
  await admins.erase({ username });
  expect(await db()('kept_posts').where({ report_id: id }).where('statement_id', '>', 0)).toEqual([]);
  expect(await records()).toEqual([null, null, null]);
});

it('reads the post of a held statement for a moderator alone', async () => {
  const number = 30_000 + posted;
  const { id: statement } = await state(number, 'Call him at +1 415 555 0132, he took my savings.');
  posts.set(String(number), { username, id: String(number), text: 'Held.' });
  expect(await keep()).toBe(1);
  const params = { id: statement };
  expect(await admins.admin().call(checkStatementPost, { params })).toMatchObject({
    state: 'shown',
    kept: { text: 'Held.' },
  });
});

/** What the ledger does not say of this case. */
const differences = () => admins.namedBy(new RegExp(`^\\S+ ${id}:`));

it.each([
  ['held', 'Call him at +1 415 555 0132, he took my savings.'],
  ['public', 'He took all my savings and blocked me.'],
])('reads the post of a %s statement that leads its case now', async (_, description) => {
  await keep();
  const own = 60_000 + posted;
  const stated = await state(own, description);
  // X was not asked for it until the request was forgotten.
  await db()('kept_posts').where({ statement_id: stated.id }).delete();
  posts.delete(String(posted));
  await check();
  await admins.withdraw(reportCode);
  if (stated.held) await admins.decideReport(id, 'publish');
  const shownNow = () => admins.caseOf(username);
  // Nothing is said about the post that was withdrawn.
  expect(await shownNow()).toMatchObject({ goneSince: null, report: { postUnconfirmed: true } });
  expect(await differences()).toEqual([]);
  posts.set(String(own), { username, id: String(own), text: 'Send me SOL.' });
  expect(await keep()).toBe(1);
  expect((await shownNow()).report.postUnconfirmed).toBeUndefined();
  expect(await differences()).toEqual([]);
});

it('reads the post of a new link, and confirms nothing before', async () => {
  await keep();
  const other = 70_000 + posted;
  const edit = (number: number) =>
    admins.edit(id, { twitterUrl: `https://x.com/${username}/status/${number}` });
  await edit(other);
  expect(await listed()).toEqual([true]);
  expect(await differences()).toEqual([]);
  posts.set(String(other), { username, id: String(other), text: 'Another one.' });
  expect(await keep()).toBe(1);
  expect(await listed()).toEqual([false]);
  await admins.undoLast();
  expect(await listed()).toEqual([true]);
  expect(await keep()).toBe(1);
  expect(await listed()).toEqual([false]);
  expect(await differences()).toEqual([]);
});

it('erases it with the case', async () => {
  await keep();
  const query = { username };
  expect((await admins.admin().call(exportPersonalData, { query })).keptPosts).toMatchObject([
    { caseNumber: id, text: TEXT },
  ]);
  await admins.erase({ username });
  expect(await db()('kept_posts').where({ report_id: id })).toEqual([]);
  expect(await record()).toMatchObject({ record: null, salt: null });
  await expect(check()).rejects.toMatchObject({ code: 'not_found' });
});

it('erases it with a burn', async () => {
  const { id: statement } = await state(40_000 + posted);
  await keep();
  const ofStatement = () => db()('kept_posts').where({ statement_id: statement });
  expect(await ofStatement()).toHaveLength(1);
  await removeReport(db(), id, `burn-${id}`);
  expect(await ofStatement()).toEqual([]);
  expect(await db()('kept_posts').where({ report_id: id })).toEqual([]);
  expect(await record()).toMatchObject({ record: null, salt: null });
  await expect(check()).rejects.toMatchObject({ code: 'not_found' });
});

it('keeps nothing of a report that a burn removes at the same time', async () => {
  await db()('kept_posts').where({ report_id: id }).delete();
  const burning = await db().transaction();
  await burning('scammer_reports')
    .where({ id })
    .update({ is_removed: true, removal_tx_hash: `burn-${id}` });
  const checking = check().catch(({ code }) => code);
  const waits = expect
    .poll(async () => (await db()('pg_locks').where({ granted: false })).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await Promise.race([checking, waits]);
  await burning.commit();
  expect(await checking).toBe('not_found');
  expect(await db()('kept_posts').where({ report_id: id })).toEqual([]);
});
