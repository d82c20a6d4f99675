import { publishReports } from '@naughty-list/contracts/admin-reports';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { listReports, reportListTexts } from '@naughty-list/contracts/reports';
import { reviewTexts } from '@naughty-list/contracts/review';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { STATEMENTS_PER_DAY, submitStatement } from '../src/cases/submit-statement.ts';
import { forgetOld } from '../src/forget-old.ts';
import { readIndependence } from '../src/record/independence.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { createReporters } from '../src/register/contributions/contributions.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { reportInput, sender } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());
const { db, visitor, caseOf } = admins;

let posts = 1_000_000;
const statementInput = (username: string, changes: Record<string, unknown> = {}) => ({
  username,
  twitterUrl: `https://x.com/${username}/status/${++posts}`,
  description: 'I paid, too, and never heard of him again.',
  ...changes,
});
const state = (username: string, changes?: Record<string, unknown>, from = `client ${posts}`) =>
  admins.state(statementInput(username, changes), from);
const report = (username: string, from: string, twitterUrl = `https://x.com/${username}/status/${++posts}`) =>
  admins.service.send('POST', '/api/scammer-reports', reportInput({ username, twitterUrl }), sender(from));
const clear = (reportId: number) => decideStatus(db(), reportId, 'cleared', 'report_false');

describe('a statement', () => {
  it('is published in the case, and changes neither its status nor the report', async () => {
    const { username, ...reported } = await admins.newReport();
    const {
      status,
      body: { reportCode, ...body },
    } = await state(username.toUpperCase());
    expect(status).toBe(201);
    expect(reportCode).toEqual(expect.any(String));
    expect(body).toEqual({
      id: expect.any(Number),
      postUnconfirmed: true,
      twitterUrl: expect.stringContaining('/status/'),
      description: 'I paid, too, and never heard of him again.',
      madeAt: expect.any(String),
    });
    expect(await caseOf(username)).toMatchObject({
      status: 'unreviewed',
      statements: [body],
      report: { description: reported.description, reportCount: 1 },
    });
  });

  it.each([
    ['a post of another account', { twitterUrl: 'https://x.com/another/status/5' }],
    ['no text', { description: 'short' }],
    ['a link elsewhere', { twitterUrl: 'https://example.com/status/5' }],
    ['a script', { description: 'Look at this <script>alert(1)</script>' }],
  ])('is refused with %s, as a report is', async (_what, changes) => {
    const { username } = await admins.newReport();
    const refused = await state(username, changes);
    const ofReport = await admins.service.send(
      'POST',
      '/api/scammer-reports',
      statementInput(username, changes),
    );
    expect([refused.status, refused.body]).toEqual([ofReport.status, ofReport.body]);
    expect(refused.status).toBe(400);
  });

  it('is for listed accounts', async () => {
    const refused = { code: 'not_found', message: decisionTexts.notListed };
    expect(await state('unheard_of')).toMatchObject({ status: 404, body: refused });
    const cleared = await admins.newReport();
    await clear(cleared.id);
    expect(await state(cleared.username)).toMatchObject({ status: 404, body: refused });
    const burned = await admins.newReport();
    await admins.changeRow(burned.id, { is_removed: true, removal_tx_hash: 'burn' });
    expect(await state(burned.username)).toMatchObject({ status: 410, body: { code: 'removed_by_burn' } });
    // A removed report's post cannot be reported again.
    const { twitterUrl } = burned;
    expect(await state(burned.username, { twitterUrl })).toMatchObject({
      status: 409,
      body: { code: 'post_already_removed', message: reportListTexts.postRemoved },
    });
  });

  it('that a moderator has read leaves with a burn for its case; an unread one may be the account’s own, to silence its posts', async () => {
    for (const [isRead, code] of [
      [true, 'post_already_removed'],
      [false, undefined],
    ] as const) {
      const { id, username } = await admins.newReport();
      if (isRead) await admins.changeRow(id, { status: 'compromised' });
      const twitterUrl = `https://x.com/${username}/status/${++posts}`;
      const { body } = await state(username, { twitterUrl });
      if (isRead) await admins.decideStatement(body.id, 'publish');
      await admins.changeRow(id, { is_removed: true, removal_tx_hash: 'burn' });
      const again = await report(username, 'a stranger', twitterUrl.replace('x.com', 'twitter.com'));
      expect(again.body.code).toBe(code);
    }
  });

  it('waits for a moderator where the account is not what was reported: compromised, or its name another’s', async () => {
    for (const changes of [{ status: 'compromised' }, { handle_changed_at: new Date() }]) {
      const { id, username } = await admins.newReport();
      await admins.changeRow(id, changes);
      const { body } = await state(username);
      expect(body).toMatchObject({ held: true, message: decisionTexts.statementHeld });
      expect((await caseOf(username)).statements).toEqual([]);
      await admins.decideStatement(body.id, 'publish');
      expect((await caseOf(username)).statements).toMatchObject([{ id: body.id, reviewed: true }]);
    }
  });

  it('has a post of its own', async () => {
    const username = `ownpost${++posts}`;
    const { body: reported } = await report(username, 'the reporter');
    const stated = { code: 'post_already_stated', message: decisionTexts.postStated };
    const { twitterUrl, description } = reported;
    expect(await state(username, { twitterUrl, description }, 'the reporter')).toMatchObject({
      status: 409,
      body: stated,
    });
    const own = `https://x.com/${username}/status/${++posts}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => state(username, { twitterUrl: own.replace('x.com', 'twitter.com') })),
    );
    // Each by another person: the first is public, and a moderator chooses.
    expect(answers.map(({ status, body }) => [status, body.held ?? false]).sort()).toEqual([
      [201, false],
      ...Array(9).fill([201, true]),
    ]);
    expect((await caseOf(username)).statements).toHaveLength(1);
  });

  it('is not blocked by a report about the same post, which may be a puppet of the account', async () => {
    const { username, twitterUrl } = await admins.newReport();
    const victim = await state(username, { twitterUrl }, 'a victim');
    expect(victim).toMatchObject({ status: 201, body: { held: true, message: decisionTexts.postHeld } });
    expect((await caseOf(username)).statements).toEqual([]);
    await admins.decideStatement(victim.body.id, 'publish');
    expect((await caseOf(username)).statements).toMatchObject([{ id: victim.body.id, reviewed: true }]);
  });

  it('is not blocked by that of another behind the same address, and counts as one reporter with it', async () => {
    const username = `shared${++posts}`;
    const { body: reported } = await report(username, 'an office');
    const own = `https://x.com/${username}/status/${++posts}`;
    const tell = (twitterUrl: unknown, description: string) =>
      state(username, { twitterUrl, description }, 'an office');
    expect((await tell(own, 'He took my savings.')).body.held).toBeUndefined();
    for (const post of [reported.twitterUrl, own]) {
      const held = { held: true, message: decisionTexts.postHeld };
      expect(await tell(post, 'She asked me for the seed words.')).toMatchObject({ status: 201, body: held });
    }
    expect((await tell(own, 'He took my savings.')).status).toBe(409);
    const { body: second } = await tell(reported.twitterUrl, 'My wallet was drained that night.');
    await admins.decideStatement(second.id, 'publish');
    expect((await caseOf(username)).statements).toHaveLength(2);
    expect((await readIndependence(db(), Number(reported.id))).independent).toBe(1);
  });

  it('was read no more than before when its rejection is undone', async () => {
    const { username } = await admins.newReport();
    const isRead = async () => (await caseOf(username)).statements.map(({ reviewed }) => reviewed ?? false);
    const { id } = (await state(username)).body;
    const rejectAndUndo = async () => {
      await admins.decideStatement(id, 'reject');
      await admins.undoLast();
    };
    await rejectAndUndo();
    expect(await isRead()).toEqual([false]);
    await admins.decideStatement(id, 'publish');
    await rejectAndUndo();
    expect(await isRead()).toEqual([true]);
  });

  it('is not blocked by a rejected statement of another about the same post', async () => {
    const { username } = await admins.newReport();
    const { body: puppet } = await state(username, {}, 'a puppet');
    await admins.decideStatement(puppet.id, 'reject');
    const { twitterUrl } = puppet;
    expect((await state(username, { twitterUrl }, 'a puppet')).status).toBe(409);
    const victim = await state(username, { twitterUrl }, 'a victim');
    expect(victim).toMatchObject({ status: 201, body: { held: true } });
  });

  it('is not blocked by an unread statement of another about the same post', async () => {
    const { username } = await admins.newReport();
    const twitterUrl = `https://x.com/${username}/status/${++posts}`;
    const soft = { twitterUrl, description: 'He is a nice man, and it was a small delay.' };
    const { body: puppet } = await state(username, soft, 'a puppet');
    expect((await state(username, soft, 'a puppet')).status).toBe(409);
    const victim = await state(username, { twitterUrl }, 'a victim');
    expect(victim).toMatchObject({ status: 201, body: { held: true, message: decisionTexts.postHeld } });
    await expect(admins.decideStatement(victim.body.id, 'publish')).rejects.toMatchObject({
      code: 'post_already_stated',
    });
    await admins.decideStatement(puppet.id, 'reject');
    await admins.decideStatement(victim.body.id, 'publish');
    expect((await caseOf(username)).statements.map(({ id }) => id)).toEqual([victim.body.id]);
    // What a moderator has read stays.
    expect((await state(username, soft, 'another puppet')).status).toBe(409);
  });

  it('is stored once for an idempotency key', async () => {
    const { username } = await admins.newReport();
    const input = statementInput(username);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = (body: object) => admins.service.send('POST', '/api/statements', body, key);
    const first = await send(input);
    expect(await send(input)).toMatchObject({ status: 201, body: first.body });
    expect((await send(statementInput(username))).status).toBe(422);
  });

  it('leaves the answer to a report of a listed username as it was', async () => {
    const { username } = await admins.newReport();
    await state(username);
    expect(await report(username.toUpperCase(), 'another')).toMatchObject({
      status: 409,
      body: {
        code: 'username_already_listed',
        message: reportListTexts.alreadyListed(username),
        existingUsername: username,
      },
    });
    expect((await caseOf(username)).report.reportCount).toBe(1);
  });
});

describe('a post whose case was cleared', () => {
  it('is refused in reports and statements; another post is a new case once a moderator has published it', async () => {
    const { id, username, twitterUrl } = await admins.newReport();
    const { body: stated } = await state(username);
    await admins.decideStatement(stated.id, 'publish');
    const { body: rejected } = await state(username);
    await admins.decideStatement(rejected.id, 'reject');
    const { body: waiting } = await state(username);
    await db()('statements').where({ id: waiting.id }).update({ published_at: null, held_at: new Date() });
    await clear(id);
    const reviewed = { code: 'post_already_reviewed', message: decisionTexts.postReviewed };
    const spelling = twitterUrl.replace('x.com', 'mobile.twitter.com');
    for (const post of [twitterUrl, spelling, String(stated.twitterUrl), String(rejected.twitterUrl)])
      expect(await report(username, 'c1', post)).toMatchObject({ status: 409, body: reviewed });
    const again = await report(username, 'c1', String(waiting.twitterUrl));
    expect(again).toMatchObject({ status: 201, body: { held: true } });
    expect((await caseOf(username)).number).toBe(id);
    await admins.publish(Number(again.body.id));
    expect((await caseOf(username)).number).toBe(again.body.id);
    expect(await state(username, { twitterUrl })).toMatchObject({ status: 409, body: reviewed });
  });

  it('does not include one withdrawn before the decision: a scammer could have his posts cleared unread', async () => {
    const { id, username } = await admins.newReport();
    const { body: before } = await state(username);
    const { body: after } = await state(username);
    const { body: unread } = await state(username);
    await admins.decideStatement(after.id, 'publish');
    const withdraw = ({ reportCode }: Record<string, unknown>) => admins.withdraw(String(reportCode));
    await withdraw(before);
    await clear(id);
    await withdraw(after);
    const again = async ({ twitterUrl }: typeof before) =>
      (await report(username, 'c1', String(twitterUrl))).body;
    expect((await again(after)).code).toBe('post_already_reviewed');
    for (const post of [before, unread]) expect(await again(post)).toMatchObject({ held: true });
    // A puppet would otherwise reserve its post for good.
    await withdraw(unread);
    expect(await again(unread)).toMatchObject({ held: true });
  });
});

it('a post without its name in the link is the same post for its account alone', async () => {
  const [wrong, right] = [`wrong${++posts}`, `right${posts}`];
  const nameless = `https://x.com/i/status/88${posts}`;
  const { body } = await report(wrong, 'c1');
  const { description } = body;
  // Accepted until links had to name the account.
  await admins.changeRow(Number(body.id), { twitter_url: nameless });
  const twitterUrl = nameless.replace('/i/', `/${wrong}/`);
  expect(await state(wrong, { twitterUrl, description }, 'c1')).toMatchObject({
    status: 409,
    body: { code: 'post_already_stated' },
  });
  await clear(Number(body.id));
  const named = (username: string) => nameless.replace('/i/', `/${username}/`);
  expect((await report(wrong, 'c1', named(wrong))).body.code).toBe('post_already_reviewed');
  expect((await report(right, 'c1', named(right))).status).toBe(201);
});

describe('reporters', () => {
  const held = async (from: string) => {
    const { username } = await admins.newReport();
    const [statement, reported] = [await state(username, {}, from), await report(`new${++posts}`, from)];
    return [statement.body.held, reported.body.held];
  };
  const overturned = async (from: string) => {
    const { body } = await report(`false${++posts}`, from);
    await clear(Number(body.id));
  };

  it('with three of their last five contributions overturned have new ones held', async () => {
    const from = 'a liar';
    await overturned(from);
    await overturned(from);
    expect(await held(from)).toEqual([undefined, undefined]);
    await overturned(from);
    expect(await held(from)).toEqual([true, true]);
    expect(await held('another one')).toEqual([undefined, undefined]);
    const rows = await db()('scammer_reports').where({ hold_reason: 'reporter' });
    expect(rows).toMatchObject([{ is_removed: true, held_at: expect.any(Date) }]);
    const { body } = await visitor().callFull(listReports, { query: {} });
    expect(body.map(({ id }) => id)).not.toContain(rows[0].id);
    // A batch of their reports takes no other report's slot.
    const both = await Promise.all([report(`r${++posts}`, from), report(`r${++posts}`, 'honest')]);
    expect(both.map(({ body }) => [body.held, body.message])).toEqual([
      [true, decisionTexts.reportHeld],
      [undefined, undefined],
    ]);
    // Held contributions do not displace judged ones; those that a moderator publishes do.
    expect(await held(from)).toEqual([true, true]);
    const waiting = await db()('scammer_reports').whereNotNull('held_at').pluck('id');
    await admins.admin().call(publishReports, { body: { ids: waiting } });
    const stated = await db()('statements').whereNotNull('held_at').where({ hold_reason: 'reporter' });
    await db()('statements')
      .whereIn(
        'id',
        stated.map(({ id }) => id),
      )
      .update({ held_at: null, published_at: new Date() });
    expect(await held(from)).toEqual([undefined, undefined]);
  });

  it('are known again in the next month, by another key, and forgotten with their salts', async () => {
    const { context } = admins.service;
    const at = (month: number) => ({ now: () => new Date(Date.UTC(2026, month, 10)) });
    const client = { clientId: 'someone', networkId: 'somewhere', allocationId: 'some provider' };
    const first = await createReporters(db(), at(0))(client);
    expect(await createReporters(db(), at(0))(client)).toEqual(first);
    expect(JSON.stringify(first)).not.toMatch(/someone|somewhere|provider/);
    const [own, earlier] = (await createReporters(db(), at(1))(client)).keys.split(',');
    expect([own === first.keys, earlier]).toEqual([false, first.keys]);
    await db()('contributions').insert({
      kind: 'report',
      subject_id: 1_000_000,
      reporter_key: first.keys,
      network_key: first.networkKey,
      at: new Date(Date.UTC(2026, 0, 31)),
    });
    const left = async (month: number) => {
      await forgetOld({ ...context, clock: at(month) }, () => true);
      const kept = await db()('contributions').where({ subject_id: 1_000_000 });
      const { salts } = await db()('state').first('salts');
      return [kept.length, Object.keys(salts).filter((period) => period === '2026-01')];
    };
    expect(await left(3)).toEqual([1, ['2026-01']]);
    expect(await left(4)).toEqual([0, []]);
  });
});

it('of the same network a month later is not independent, nor of the same reporter', async () => {
  const stated = async (month: number, client: object, username: string, description: string) => {
    const reporter = await createReporters(db(), { now: () => new Date(Date.UTC(2026, month, 28)) })({
      ...{ clientId: 'enemy', networkId: 'home', allocationId: 'provider', ...client },
    });
    const input = { ...statementInput(username, { description }), traces: [], reporter };
    return submitStatement(db(), input, { now: new Date(), holdsByRate: false });
  };
  for (const [later, independent] of [
    [{ networkId: 'away', allocationId: 'another provider' }, 2],
    [{ clientId: 'puppet' }, 2],
    [{ clientId: 'victim', networkId: 'away', allocationId: 'another provider' }, 3],
  ] as const) {
    const { id, username } = await admins.newReport();
    await stated(9, {}, username, 'Sold me a token that could not be sold again.');
    await stated(10, later, username, 'Asked for my twelve words and drained the wallet.');
    expect((await readIndependence(db(), id)).independent).toBe(independent);
  }
});

describe('the figures of a case', () => {
  const texts = [
    'He sold me a token that could not be sold again, and blocked me.',
    'My wallet was drained after I signed on the page he sent in a direct message.',
    'Promised to double the amount within a day. It never came back to me.',
    'Claims to be support of an exchange; asked me for twelve words.',
  ];
  const stateAs = (username: string, reporter: string, network: string, description: string | undefined) =>
    admins.state(statementInput(username, { description }), reporter, network);

  it('count reporters, networks, posts and texts of their own', async () => {
    const { id, username } = await admins.newReport();
    expect((await readIndependence(db(), id)).independent).toBe(1);
    await stateAs(username, 'one', 'net 1', texts[0]);
    await stateAs(username, 'one', 'net 2', texts[1]);
    await stateAs(username, 'two', 'net 1', texts[2]);
    await stateAs(username, 'three', 'net 3', `${texts[0]} Me as well!`);
    await stateAs(username, 'four', 'net 4', texts[3]);
    expect(await readIndependence(db(), id)).toEqual({
      statements: 5,
      reporters: 5,
      networks: 5,
      posts: 6,
      similarTexts: 1,
      independent: 3,
    });
  });
});

it('a rejection compares five hundred pairs of texts at most, however many statements depended', async () => {
  const { id, username } = await admins.newReport();
  const rows = Array.from({ length: 151 }, (_, n) => ({
    ...{ report_id: id, published_at: db().fn.now(), dependent: n > 0 && n <= 100 },
    ...{ twitter_url: `https://x.com/${username}/status/${9_000 + n}`, description: `Story ${n * 7919}.` },
  }));
  const ids = await db().transaction(async (trx) => {
    const inserted: { id: number }[] = await trx('statements').insert(rows).returning('id');
    await recordRows(
      trx,
      'statements',
      inserted.map((row) => row.id),
    );
    return inserted.map((row) => row.id).sort((one, other) => one - other);
  });
  let pairs = 0;
  let independent = 51;
  const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes('set dependent = exists') && !bindings.includes(true)) pairs += independent++;
  };
  db().on('query', note);
  await admins.decideStatement(ids[0], 'reject');
  db().off('query', note);
  expect(pairs).toBeGreaterThan(300);
  expect(pairs).toBeLessThanOrEqual(500);
});

describe('strangers do not displace each other', async () => {
  const limited = closeAfterAll(await openAdmins({ HOLD_REPORTS_ABOVE_PER_MINUTE: '30' }));
  const tell = (username: string, from: string, network: string, changes = {}) =>
    limited.state(statementInput(username, changes), from, network);

  it('a network has its share of statements a day, and fills no case', async () => {
    const { username } = await limited.newReport();
    const { network: share } = STATEMENTS_PER_DAY;
    const junk = await Promise.all(
      Array.from({ length: share + 4 }, (_, n) => tell(username, `junk ${n % 4}`, 'junk')),
    );
    expect(junk.filter(({ status, body }) => status === 201 && !body.held)).toHaveLength(share);
    expect((await tell(username, 'honest', 'home')).body.held).toBeUndefined();
    const sameReporter = await Promise.all(
      Array.from({ length: STATEMENTS_PER_DAY.reporter + 1 }, () => tell(username, 'eager', 'office')),
    );
    expect(sameReporter.filter(({ body }) => body.held)).toHaveLength(1);
  });

  it('no more statements of a network wait for a moderator than a share of its own', async () => {
    const { username } = await limited.newReport();
    const flood = await tell(username, 'flood', 'flood');
    const { db: database } = limited.service.context;
    const { reporter_key, network_key } = await database('contributions')
      .where({ kind: 'statement', subject_id: flood.body.id })
      .first();
    const earlier = Array.from({ length: STATEMENTS_PER_DAY.held - 1 }, (_, n) => ({
      ...{ kind: 'statement', subject_id: 3_000_000 + n, reporter_key, network_key, held: true },
    }));
    await database('contributions').insert(earlier);
    const privateData = { description: 'His mail is villain@example.com, write to him.' };
    expect((await tell(username, 'flood', 'flood', privateData)).body.held).toBe(true);
    expect(await tell(username, 'flood', 'flood', privateData)).toMatchObject({
      status: 429,
      body: { message: reportListTexts.tooManyHeld },
    });
    expect((await tell(username, 'victim', 'home', privateData)).body.held).toBe(true);
  });

  it('an unseen held statement does not reserve its post; one of them is part of the case', async () => {
    const { id: reportId, username } = await limited.newReport();
    const twitterUrl = `https://x.com/${username}/status/${++posts}`;
    // Held for its text.
    const email = { twitterUrl, description: 'His mail is villain@example.com, write to him.' };
    const unseen = await tell(username, 'junk', 'cafe', email);
    expect(unseen.body.held).toBe(true);
    const honest = await tell(username, 'honest', 'harbour', { twitterUrl });
    expect([honest.status, honest.body.held]).toEqual([201, undefined]);
    await expect(limited.decideStatement(unseen.body.id, 'publish')).rejects.toMatchObject({
      code: 'post_already_stated',
      message: reviewTexts.postStated,
    });
    await limited.decideStatement(honest.body.id, 'reject');
    const again = await tell(username, 'other', 'hill', { twitterUrl });
    expect([again.status, again.body.held]).toEqual([201, true]);
    expect(await limited.service.context.db('statements').where({ report_id: reportId })).toHaveLength(3);
  });
});
