import {
  type AppealDecision,
  type AppealGrounds,
  addAppealMessage,
  appealAgain,
  appealTexts,
  CASE_CODE_HEADER,
  checkPostProof,
  getAppeal,
  getAppealReceipt,
  issuePostProof,
  openAppeal,
  setReply,
} from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { exportPersonalData } from '@naughty-list/contracts/personal-data';
import {
  confirmAccount,
  decideTogether,
  getReviewedCase,
  listReview,
  publishReply,
  rejectPostProof,
  reviewTexts,
  writeToAccount,
} from '@naughty-list/contracts/review';
import { checkLeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { applyVerdict } from '@naughty-list/payment-flow/effect';
import { accepted } from '@naughty-list/payment-flow/test/verifier';
import { ACTIVE_MODERATORS_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { applyDeadlines } from '../src/cases/appeals/deadline.ts';
import { eraseAppeals } from '../src/cases/appeals/forget.ts';
import { APPEAL_WITHDRAWN, removalPayment } from '../src/cases/removal/payment-kind.ts';
import { ruleNeeds } from '../src/cases/status-rules.ts';
import { secondsToDeadline } from '../src/desk/review/queue.ts';
import { forgetOld } from '../src/forget-old.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { openAdmins } from './admins.ts';
import { makeDue, offListFor } from './past-operations.ts';
import { openReports, sender, staff } from './running-service.ts';

const DAY_MS = 86_400_000;
const text = 'None of this ever happened, and here is why.';
const admins = closeAfterAll(await openAdmins());
const { db, visitor, caseOf } = admins;

const moderator = (who = 'elf') => admins.service.asAdmin(who);
const holding = (caseCode: string) => ({ headers: { [CASE_CODE_HEADER]: caseCode } });
const read = (caseCode: string) => visitor().call(getAppeal, {}, holding(caseCode));
const receiptOf = (caseCode: string) => visitor().call(getAppealReceipt, {}, holding(caseCode));
const write = (caseCode: string, body = text) =>
  visitor().call(addAppealMessage, { body: { text: body } }, holding(caseCode));
const evidence = 'The original post is archived here.';
const appealOnceMore = (caseCode: string) =>
  visitor().call(appealAgain, { body: { text: evidence } }, holding(caseCode));
const reply = (caseCode: string, contradicts = true, body = text) =>
  visitor().call(setReply, { body: { text: body, contradicts } }, holding(caseCode));
const publish = async (reportId: number, decision: 'publish' | 'reject' = 'publish') => {
  const at = (await reviewed(reportId)).reply?.at ?? '';
  return moderator().call(publishReply, { params: { id: reportId }, body: { decision, at } });
};
const reviewed = (id: number) => moderator().call(getReviewedCase, { params: { id } });
const openFor = (username: string, grounds: AppealGrounds = 'false') =>
  visitor().call(openAppeal, { body: { username, grounds, text } });

/** An appeal of a report. */
async function appealOf({ id: reportId, username }: { id: number; username: string }) {
  const { caseCode } = await openFor(username);
  return { id: await newestOf(reportId), caseCode };
}

/** A listed report with an appeal, `proven` to be the account's. */
async function appealed(how?: 'proven', given?: Awaited<ReturnType<typeof admins.newReport>>) {
  const report = given ?? (await admins.newReport());
  const appeal = await appealOf(report);
  if (how === 'proven') await confirm(appeal.id);
  return { ...appeal, report, reportId: report.id, username: report.username };
}

const newestOf = async (reportId: number): Promise<number> =>
  (await db()('appeals').where({ report_id: reportId }).max('id as id').first())?.id;
const versionOf = async (id: number) => (await db()('appeals').where({ id }).first('version')).version;
const confirm = (id: number, reason = 'The website of the account names the sender.') =>
  moderator().call(confirmAccount, { params: { id }, body: { reason } });

type Decision = Exclude<AppealDecision, 'withdrawn'>;

const two = ['elf', 'rudolph'];
const asActive = (who: string, active: readonly string[]) => ({
  ...staff(who),
  [ACTIVE_MODERATORS_HEADER]: active.join(','),
});

/** A decision as a moderator sends it, one of the `active`. */
const decide = async (
  id: number,
  decision: Decision,
  {
    who = 'elf',
    active = [who],
    ...more
  }: {
    who?: string;
    active?: string[];
    status?: string;
    rule?: string;
    reason?: string;
    version?: number;
  } = {},
) =>
  admins.service.send(
    'POST',
    `/api/admin/review/appeals/${id}/decision`,
    {
      decision,
      rule: 'appeal_unfounded',
      reason: 'The letters were compared with the post.',
      version: await versionOf(id),
      ...more,
    },
    asActive(who, active),
  );

/** Lets the deadline of an appeal pass. */
async function overdue(id: number): Promise<number> {
  await makeDue(db(), { id });
  return applyDeadlines(db(), new Date(Date.now() + 1_000), () => true);
}

const notPossible = (message: unknown) => ({ code: 'appeal_not_possible', message });
const deadlinesIn = (days: number) => applyDeadlines(db(), new Date(Date.now() + days * DAY_MS), () => true);

const changesOf = (username: string) =>
  caseOf(username).then(({ changes }) => changes.map(({ status, rule }) => [status, rule]));

describe('an appeal', () => {
  it('is free, is shown to the holder of its code alone, and shows on the case', async () => {
    const { caseCode, username, reportId } = await appealed();
    expect(caseCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}$/);
    const appeal = await read(caseCode.toLowerCase().replaceAll('-', ' '));
    expect(appeal).toMatchObject({
      username,
      caseNumber: reportId,
      status: 'unreviewed',
      grounds: 'false',
      isSecond: false,
      messages: [{ author: 'account', body: text }],
      decision: null,
      mayAppealAgain: false,
    });
    expect(Date.parse(appeal.dueAt) - Date.parse(appeal.openedAt)).toBe(7 * DAY_MS);
    // A stranger may have sent it.
    expect((await caseOf(username)).appeal).toEqual({ proven: false, dueAt: null });
    await confirm(await newestOf(reportId));
    expect((await caseOf(username)).appeal).toEqual({ proven: true, dueAt: appeal.dueAt });
    expect(JSON.stringify(await db()('appeals'))).not.toContain(caseCode.replaceAll('-', ''));
  });

  it('is opened by no code that was moved to it in the database', async () => {
    const { id, report } = await appealed('proven');
    const strangers = [await appealed(), await appealOf(report)];
    for (const { id: strange, caseCode } of strangers) {
      const { code_hash, code_mac } = await db()('appeals').where({ id: strange }).first();
      await db()('appeals').where({ id: strange }).update({ code_hash: null });
      await db()('appeals').where({ id }).update({ code_hash, code_mac });
      for (const call of [read, receiptOf, write, reply])
        await expect(call(caseCode)).rejects.toMatchObject({ status: 404, code: 'unknown_case_code' });
    }
  });

  it('is opened by its code only in its own case', async () => {
    const { id, caseCode } = await appealed('proven');
    const { reportId } = await appealed();
    await db()('appeals').where({ id }).update({ report_id: reportId });
    await expect(read(caseCode)).rejects.toMatchObject({ code: 'unknown_case_code' });
  });

  it.each([[undefined], [''], ['0'.repeat(26)], [`${'0'.repeat(25)}U`], ['x'.repeat(5_000)]])(
    'has no other code: %j',
    async (code) => {
      const headers: Record<string, string> = code === undefined ? {} : { [CASE_CODE_HEADER]: code };
      const answer = await admins.service.send('GET', '/api/appeal', undefined, headers);
      expect([answer.status, answer.body.code]).toEqual([404, 'unknown_case_code']);
    },
  );

  it('needs a public case', async () => {
    await expect(openFor('never_reported')).rejects.toMatchObject({ code: 'not_found' });
    const { id, username } = await admins.newReport();
    await admins.changeRow(id, { is_removed: true, removal_tx_hash: 'burn' });
    await expect(openFor(username)).rejects.toMatchObject({ code: 'removed_by_burn' });
  });

  it('is displaced by no others: all reach the desk, the proven one first, and none expires', async () => {
    const { username, id: reportId } = await admins.newReport();
    for (let junk = 0; junk < 4; junk++) await openFor(username);
    const { id: genuine, caseCode } = await appealOf({ id: reportId, username });
    const inQueue = async () =>
      (await moderator().call(listReview, { query: { kind: 'appeal' } })).items
        .filter(({ caseNumber }) => caseNumber === reportId)
        .map(({ proven, count, ids }) => ({ proven, count, ids }));
    expect(await inQueue()).toEqual([{ proven: false, count: 5, ids: expect.arrayContaining([genuine]) }]);
    await confirm(genuine);
    expect(await inQueue()).toMatchObject([
      { proven: true, ids: [genuine] },
      { proven: false, count: 4 },
    ]);
    const clock = { now: () => new Date(Date.now() + 30 * DAY_MS) };
    await forgetOld({ ...admins.service.context, clock }, () => true);
    expect((await read(caseCode)).messages).toHaveLength(1);
    const { appeals } = await reviewed(reportId);
    expect(appeals.map(({ id }) => id)[0]).toBe(genuine);
    expect(appeals).toHaveLength(5);
  });

  it('has a finite share for a network, whatever the cases, also of many at once', async () => {
    const few = await openAdmins({ HOLD_REPORTS_ABOVE_PER_MINUTE: '2' });
    const { username } = await few.newReport();
    const { username: another } = await few.newReport();
    const send = (n: number, network: string) =>
      few.service.send(
        'POST',
        '/api/appeals',
        { username: n % 2 ? username : another, grounds: 'false', text },
        sender(`${network} ${n}`, network),
      );
    const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n, 'one')));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(sent.find(({ status }) => status === 429)?.body.message).toBe(appealTexts.tooMany);
    expect((await send(0, 'another')).status).toBe(201);
    await few.service.stop();
  });

  it('has a receipt that opens offline, of its opening and then of its decision, for its account alone', async () => {
    const { id, reportId, caseCode } = await appealed('proven');
    await expect(receiptOf(caseCode)).rejects.toMatchObject({ status: 503 });
    const said = async () => {
      while ((await growLedger(db())) > 0);
      return checkLeafReceipt(JSON.stringify(await receiptOf(caseCode)));
    };
    const about = { kind: 'appeal', appeal: id, case: reportId };
    expect(await said()).toMatchObject({ isValid: true, record: { ...about, decided: null } });
    await decide(id, 'refused');
    expect(await said()).toMatchObject({ isValid: true, record: { ...about, decision: 'refused' } });
    const other = await appealed();
    await expect(receiptOf(other.caseCode)).rejects.toMatchObject({ status: 503 });
    await expect(receiptOf('wrong')).rejects.toMatchObject({ code: 'unknown_case_code' });
  });

  it('is decided together with others as one operation, except those with new messages', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => appealed()));
    const { at } = await moderator().call(listReview, { query: {} });
    const [written, proven, ...others] = many;
    if (!written || !proven) throw new Error('there are six');
    await write(written.caseCode, 'One thing more.');
    await confirm(proven.id);
    const answer = await moderator().call(decideTogether, {
      body: {
        kind: 'appeal',
        ids: many.map(({ id }) => id),
        decision: 'refused',
        rule: 'appeal_unfounded',
        reason: 'The same text was sent about hundreds of cases.',
        readAt: at,
      },
    });
    expect(answer.decided).toEqual(others.map(({ id }) => id));
    expect(answer.notDecided.map(({ id }) => id)).toEqual([written.id, proven.id]);
    const [entry] = await admins.lastEntries(1);
    expect(entry).toMatchObject({ operationId: answer.operationId, operationSize: 4, who: 'elf' });
    expect((await read(others[0]?.caseCode ?? '')).decision).toMatchObject({ decision: 'refused' });
  });

  it('takes messages both ways; a decision that misses the last one is refused', async () => {
    const { id, caseCode } = await appealed();
    const version = await versionOf(id);
    await write(caseCode, 'And one more thing.');
    expect((await decide(id, 'refused', { version })).body.code).toBe('changed_meanwhile');
    await moderator().call(writeToAccount, { params: { id }, body: { text: 'Which post do you mean?' } });
    const { messages } = await read(caseCode);
    expect(messages.map(({ author }) => author)).toEqual(['account', 'account', 'moderator']);
    expect(JSON.stringify(messages)).not.toContain('elf');
  });

  it('has no text that cannot be stored or that reorders what follows', async () => {
    const { id, caseCode, username } = await appealed();
    const odd = { text: 'Not \u0000me, \u202eand \ud800this is why.' };
    await visitor().call(openAppeal, { body: { username, grounds: 'false', ...odd } });
    await write(caseCode, odd.text);
    await moderator().call(writeToAccount, { params: { id }, body: odd });
    expect((await decide(id, 'refused', { reason: odd.text })).status).toBe(200);
    const { messages, decision } = await read(caseCode);
    const texts = [...messages.slice(1).map(({ body }) => body), decision?.reason];
    expect(texts).toEqual(Array(3).fill('Not me, and \ufffdthis is why.'));
  });

  it('has text that its reader can see', async () => {
    const { caseCode, username } = await appealed();
    const text = '\u200b'.repeat(20);
    const refused = { code: 'invalid_input', message: appealTexts.invalidText };
    const opened = visitor().call(openAppeal, { body: { username, grounds: 'false', text } });
    await expect(opened).rejects.toMatchObject(refused);
    await expect(write(caseCode, text)).rejects.toMatchObject(refused);
  });

  it('takes a limited number of messages before a moderator answers', async () => {
    const { id, caseCode } = await appealed();
    for (let letters = 1; letters < 10; letters++) await write(caseCode);
    await expect(write(caseCode)).rejects.toMatchObject({ message: appealTexts.tooManyMessages });
    await moderator().call(writeToAccount, { params: { id }, body: { text: 'I read them now.' } });
    await write(caseCode);
  });
});

describe('a decision', () => {
  it('ends the appeal with rule and reason, and changes the status with it', async () => {
    const { id, caseCode, username } = await appealed();
    const answer = await decide(id, 'granted', { rule: 'report_false', status: 'cleared' });
    expect([answer.status, answer.body.status]).toEqual([200, 'cleared']);
    expect(await read(caseCode)).toMatchObject({
      status: 'cleared',
      decision: { decision: 'granted', rule: 'report_false' },
      // Nothing is left to decide.
      mayAppealAgain: false,
    });
    await expect(appealOnceMore(caseCode)).rejects.toMatchObject(notPossible(appealTexts.cleared));
    expect(await changesOf(username)).toEqual([['cleared', 'report_false']]);
    await expect(write(caseCode, 'One more letter.')).rejects.toMatchObject(notPossible(appealTexts.decided));
    const [entry] = await admins.lastEntries(1);
    expect(entry).toMatchObject({ action: 'decide_appeal', who: 'elf', details: { decision: 'granted' } });
  });

  it('of two at once is one', async () => {
    const { id, username } = await appealed();
    const version = await versionOf(id);
    const both = await Promise.all([
      decide(id, 'granted', { rule: 'resolved', status: 'cleared', version }),
      decide(id, 'refused', { version }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await changesOf(username)).length).toBeLessThanOrEqual(1);
  });

  it('is refused by no rule that speaks for the account, and granted by none that speaks against it', async () => {
    const { id, caseCode } = await appealed();
    for (const answer of [
      await decide(id, 'refused', { rule: 'report_false', status: 'cleared' }),
      await decide(id, 'granted', { rule: 'appeal_unfounded' }),
    ])
      expect(answer.body).toMatchObject({ code: 'invalid_input', message: decisionTexts.ruleContradicts });
    expect((await read(caseCode)).decision).toBeNull();
  });

  it('is undone whole when its status is refused', async () => {
    const { id, caseCode } = await appealed();
    const answer = await decide(id, 'granted', { rule: 'resolved', status: 'corroborated' });
    expect(answer.body.message).toBe(decisionTexts.ruleUnsuitable);
    expect((await read(caseCode)).decision).toBeNull();
  });

  it('is made again once, with new evidence, by another moderator if there is one', async () => {
    const { id, caseCode, reportId, username } = await appealed('proven');
    await expect(appealOnceMore(caseCode)).rejects.toMatchObject(notPossible(appealTexts.open));
    await decide(id, 'refused');
    const second = await appealOnceMore(caseCode);
    expect(second).toMatchObject({
      isSecond: true,
      decision: null,
      earlierDecision: { decision: 'refused', rule: 'appeal_unfounded', at: expect.any(String) },
      mayAppealAgain: false,
    });
    expect(second.messages.map(({ body }) => body)).toEqual([text, evidence]);
    const secondId = await newestOf(reportId);
    const own = await decide(secondId, 'refused', { active: two });
    expect([own.status, own.body.code]).toEqual([409, 'other_moderator_needed']);
    const { version } = await reviewed(reportId);
    const setStatus = (who: string) =>
      admins.service.send(
        'POST',
        `/api/admin/review/cases/${reportId}/status`,
        { status: 'corroborated', rule: 'evidence_alone', reason: 'The post shows it.', version },
        asActive(who, two),
      );
    expect((await setStatus('elf')).body.code).toBe('other_moderator_needed');
    expect((await setStatus('rudolph')).status).toBe(200);
    expect((await decide(secondId, 'partly_granted', { who: 'rudolph', active: two })).status).toBe(200);
    // What is left to do, and it works.
    await expect(appealOnceMore(caseCode)).rejects.toMatchObject(
      notPossible(expect.stringContaining('open a new appeal for free on the case page')),
    );
    const third = await openFor(username);
    expect((await read(third.caseCode)).isSecond).toBe(true);
    const decided = (await reviewed(reportId)).appeals.flatMap(({ decidedBy }) => decidedBy ?? []);
    expect(decided).toEqual(['rudolph', 'elf']);
  });

  it('is made again by another moderator, no matter who decided another appeal of the case in between', async () => {
    const { id, report, caseCode, reportId } = await appealed();
    const { id: between } = await appealOf(report);
    await decide(id, 'refused', { active: two });
    await decide(between, 'refused', { who: 'rudolph', active: two });
    await appealOnceMore(caseCode);
    const second = await newestOf(reportId);
    expect((await decide(second, 'refused', { active: two })).body.code).toBe('other_moderator_needed');
    expect((await decide(second, 'refused', { who: 'rudolph', active: two })).status).toBe(200);
  });

  it('is made again by the same moderator where there is no other; a new appeal is a second one too', async () => {
    const { id, report } = await appealed('proven');
    await decide(id, 'refused');
    const again = await appealOf(report);
    expect(await read(again.caseCode)).toMatchObject({ isSecond: true, messages: [{ body: text }] });
    expect((await decide(again.id, 'refused')).status).toBe(200);
  });
});

it('is not public after a stranger’s appeal is refused', async () => {
  const { id, username, caseCode } = await appealed();
  expect(await decide(id, 'refused', { status: 'unreviewed' })).toMatchObject({
    status: 400,
    body: { message: ruleNeeds.refused },
  });
  await decide(id, 'refused');
  expect((await read(caseCode)).decision).toMatchObject({ decision: 'refused' });
  expect(await caseOf(username)).toMatchObject({ status: 'unreviewed', changes: [], appeal: null });
});

it('is a first appeal for the account after a stranger’s was refused', async () => {
  const { id, username } = await appealed();
  await decide(id, 'refused');
  const { caseCode } = await openFor(username);
  expect((await read(caseCode)).isSecond).toBe(false);
});

it('against a status is decided by another moderator than who set it, also the first one', async () => {
  const report = await admins.newReport();
  await admins.setStatus(report.id, 'corroborated', 'evidence_alone', 'elf');
  const { id } = await appealOf(report);
  expect((await decide(id, 'refused', { active: two })).body).toMatchObject({
    code: 'other_moderator_needed',
    message: appealTexts.otherModerator,
  });
  expect((await decide(id, 'refused', { who: 'rudolph', active: two })).status).toBe(200);
  // Of two who are concerned, and no third one, the earlier may decide.
  const { id: second } = await appealOf(report);
  await db()('appeals').where({ id }).update({ proven_at: new Date() });
  expect((await decide(second, 'refused', { who: 'elf', active: ['elf', 'rudolph', 'claus'] })).status).toBe(
    409,
  );
  expect((await decide(second, 'refused', { who: 'rudolph', active: two })).status).toBe(409);
  expect((await decide(second, 'refused', { who: 'elf', active: two })).status).toBe(200);
});

it('does not wait for a moderator who has left, nor counts that one as concerned in place of another', async () => {
  const report = await admins.newReport();
  await admins.setStatus(report.id, 'corroborated', 'evidence_alone', 'elf');
  const first = await appealOf(report);
  expect((await decide(first.id, 'refused')).status).toBe(200);
  await db()('appeals').where({ id: first.id }).update({ proven_at: new Date(), decided_by: 'gone' });
  const { id } = await appealOf(report);
  expect((await decide(id, 'refused', { active: two })).body.code).toBe('other_moderator_needed');
  expect((await decide(id, 'refused', { who: 'rudolph', active: two })).status).toBe(200);
});

it('is decided by another moderator than who published the held report', async () => {
  const report = await admins.newReport();
  await admins.changeRow(report.id, { is_removed: true, held_at: new Date() });
  await admins.decideReport(report.id, 'publish');
  const { id } = await appealOf(report);
  expect((await decide(id, 'refused', { who: 'claus', active: ['claus', 'elf'] })).body.code).toBe(
    'other_moderator_needed',
  );
  expect((await decide(id, 'refused', { active: two })).status).toBe(200);
});

it('changes no status through another appeal of the case by a moderator who must not decide', async () => {
  const first = await appealed('proven');
  const other = await appealed('proven', first.report);
  await decide(other.id, 'refused', { active: two });
  // Opened before that decision; a third one follows it.
  await appealed('proven', first.report);
  const corroborated = { rule: 'new_evidence', status: 'corroborated', active: two };
  expect((await decide(first.id, 'partly_granted', corroborated)).body.code).toBe('other_moderator_needed');
  expect((await decide(first.id, 'partly_granted', { active: two })).status).toBe(200);
});

it('is confirmed as the account’s own with the proof, for the audit log and for moderators', async () => {
  const { id, reportId, caseCode } = await appealed();
  await expect(confirm(id, ' ')).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await read(caseCode)).proof.provenAt).toBeNull();
  const reason = 'The sender wrote from the address on the website of the account.';
  expect((await confirm(id, reason)).appeals).toMatchObject([{ confirmation: reason }]);
  const [entry] = await admins.lastEntries(1);
  expect(entry).toMatchObject({
    action: 'confirm_account',
    who: 'elf',
    details: { appeal: String(id), reason },
  });
  expect(JSON.stringify(await read(caseCode))).not.toContain(reason);
  await decide(id, 'refused');
  await appealOnceMore(caseCode);
  expect((await reviewed(reportId)).appeals.map(({ confirmation }) => confirmation)).toEqual([
    reason,
    reason,
  ]);
});

it('a post that proves nothing is rejected with a message; another one may be sent', async () => {
  const { id, reportId, username, caseCode } = await appealed();
  const { proof } = await visitor().call(issuePostProof, {}, holding(caseCode));
  const postUrl = `https://x.com/${username}/status/1`;
  const send = () => visitor().call(checkPostProof, { body: { postUrl } }, holding(caseCode));
  await send();
  const reject = (url = postUrl) =>
    moderator().call(rejectPostProof, {
      params: { id },
      body: { postUrl: url, text: 'The post does not show the code.' },
    });
  await expect(reject(`${postUrl}2`)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect((await reject()).appeals).toMatchObject([{ proof: { postUrl: null, provenAt: null } }]);
  const proofs = (await moderator().call(listReview, { query: {} })).items.filter(
    ({ kind }) => kind === 'proof',
  );
  expect(proofs.map(({ caseNumber }) => caseNumber)).not.toContain(reportId);
  const seen = await read(caseCode);
  expect(seen.proof).toMatchObject({ code: proof.code, postUrl: null });
  expect(seen.messages.at(-1)).toMatchObject({
    author: 'moderator',
    body: 'The post does not show the code.',
  });
  expect((await admins.lastEntries(1))[0]).toMatchObject({
    action: 'write_to_account',
    details: { appeal: String(id), proof: 'rejected' },
  });
  await expect(reject()).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect((await send()).proof.postUrl).toBe(postUrl);
});

describe('the deadline', () => {
  it('makes the case disputed once, however many copies run', async () => {
    const { id, username } = await appealed('proven');
    const copy = await openReports(admins.service.context.config.DATABASE_URL);
    await makeDue(db(), { id });
    const later = new Date(Date.now() + 1_000);
    const passed = await Promise.all(
      [db(), copy.db, db(), copy.db].map((each) => applyDeadlines(each, later, () => true)),
    );
    await copy.close();
    expect(passed.reduce((sum, count) => sum + count)).toBe(1);
    expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
    expect(await caseOf(username)).toMatchObject({ status: 'disputed', changes: [{ role: 'deadline' }] });
  });

  it('leaves nothing behind when the process is killed within it', async () => {
    const { id, username } = await appealed('proven');
    await makeDue(db(), { id });
    const killed = await openReports(admins.service.context.config.DATABASE_URL);
    // The case is locked, so that the schedule waits within its transaction until its connection ends.
    await db().transaction(async (trx) => {
      await trx.raw('select id from scammer_reports where lower(username) = lower(?) for update', [username]);
      const passing = applyDeadlines(killed.db, new Date(Date.now() + 1_000), () => true).catch(() => 0);
      await expect
        .poll(async () => {
          const { rows } = await db().raw(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where wait_event_type = 'Lock' and query like '%scammer_reports%' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(1);
      expect(await passing).toBe(0);
    });
    await killed.close();
    expect((await caseOf(username)).status).toBe('unreviewed');
    expect(await applyDeadlines(db(), new Date(Date.now() + 1_000), () => true)).toBe(1);
    expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
  });

  it('does nothing before its time, nor for decided or unproven appeals', async () => {
    const decided = await appealed('proven');
    await decide(decided.id, 'refused');
    const unproven = await appealed();
    const early = await appealed('proven');
    expect(await overdue(decided.id)).toBe(0);
    expect(await overdue(unproven.id)).toBe(0);
    for (const { username } of [decided, unproven, early])
      expect((await caseOf(username)).status).toBe('unreviewed');
    // Proof after the deadline disputes the case at once.
    await confirm(unproven.id);
    expect(await overdue(unproven.id)).toBe(1);
    expect((await caseOf(unproven.username)).status).toBe('disputed');
  });

  it('that passed while the entry was off the list makes the case disputed once it is back', async () => {
    const { id, reportId, username } = await appealed('proven');
    const operationId = await admins.deleted(reportId);
    expect(await overdue(id)).toBe(0);
    await admins.restore(operationId);
    expect(await overdue(id)).toBe(1);
    expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
  });

  it('is undone by a refusal: the case has its earlier status', async () => {
    const { id, reportId, username } = await appealed('proven');
    await admins.setStatus(reportId, 'corroborated', 'evidence_alone', 'elf');
    await overdue(id);
    expect((await caseOf(username)).status).toBe('disputed');
    expect((await reviewed(reportId)).changes.map(({ appealId }) => appealId)).toEqual([id, null]);
    await decide(id, 'refused');
    expect((await changesOf(username))[0]).toEqual(['corroborated', 'appeal_unfounded']);
  });

  it('of an appeal sent before the last decision, and proven after it, is seven days after that', async () => {
    const { id, report, username } = await appealed('proven');
    const { id: kept } = await appealOf(report);
    await decide(id, 'refused');
    await confirm(kept);
    expect(await overdue(kept)).toBe(0);
    expect((await caseOf(username)).status).toBe('unreviewed');
    await deadlinesIn(7.1);
    expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
  });

  it.each(['granted', 'partly_granted'] as const)(
    'disputes nothing once the appeal is %s',
    async (decision) => {
      const { id, username } = await appealed('proven');
      await overdue(id);
      await decide(id, decision, { rule: 'personal_data' });
      expect(await caseOf(username)).toMatchObject({ status: 'unreviewed', appeal: null });
      expect((await changesOf(username))[0]).toEqual(['unreviewed', 'status_withdrawn']);
    },
  );
});

it('the earliest deadline is measured', async () => {
  await db()('appeals').where({ decided_at: null }).update({ decided_at: new Date(), decision: 'withdrawn' });
  await appealed();
  expect(await secondsToDeadline(db())).toBeUndefined();
  const { id } = await appealed('proven');
  expect(await secondsToDeadline(db())).toBeGreaterThan(6 * 86_400);
  await overdue(id);
  expect(await secondsToDeadline(db())).toBeLessThanOrEqual(0);
  await decide(id, 'refused');
});

it('of an entry that is no longer shown shows no status of its case', async () => {
  const { reportId, caseCode } = await appealed();
  const operationId = await admins.deleted(reportId);
  expect(await read(caseCode)).toMatchObject({ status: null, burned: false, decision: null });
  await admins.restore(operationId);
  expect((await read(caseCode)).status).toBe('unreviewed');
  await admins.deleted(reportId);
});

it('proven is moved when its entry is withdrawn and the account reported again, with its deadline and code', async () => {
  const { id, reportId, username, caseCode } = await appealed('proven');
  await openFor(username);
  await admins.deleted(reportId);
  const before = await read(caseCode);
  const { id: again } = await admins.newReport(username);
  // Not the stranger's.
  expect((await caseOf(username)).appeal).toEqual({ proven: true, dueAt: before.dueAt });
  const { messages, ...appeal } = await read(caseCode);
  expect(appeal).toMatchObject({ caseNumber: again, status: 'unreviewed', isSecond: false, decision: null });
  expect(messages).toEqual(before.messages);
  expect(await admins.namedBy(new RegExp(`^appeal (${id}|${id + 2}):`))).toEqual([]);
  // Reporting again and again lets no deadline pass unseen.
  await admins.deleted(again);
  await deadlinesIn(8);
  await admins.newReport(username);
  await deadlinesIn(8);
  expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
});

const deletedFiveDaysAgo = async (id: number) => {
  const operationId = await admins.deleted(id);
  await offListFor(db(), id, 5);
  return operationId;
};
it.each([
  [
    'the account is reported again',
    (id: number, username: string) => deletedFiveDaysAgo(id).then(() => admins.newReport(username)),
  ],
  ['its own entry is restored', (id: number) => deletedFiveDaysAgo(id).then(admins.restore)],
  [
    'its own entry is published again',
    async (id: number) => {
      await admins.changeRow(id, { is_removed: true, held_at: new Date() });
      await db().transaction((trx) => recordChanges(trx, { cases: [id] }, ['report']));
      await offListFor(db(), id, 5);
      await admins.decideReport(id, 'publish');
    },
  ],
])('waits with its deadline until %s', async (_, offAndBack) => {
  const { id, reportId, username } = await appealed('proven');
  await makeDue(db(), { id });
  await offAndBack(reportId, username);
  await deadlinesIn(4.9);
  expect((await caseOf(username)).status).toBe('unreviewed');
  await deadlinesIn(5.1);
  expect(await changesOf(username)).toEqual([['disputed', 'deadline_passed']]);
  expect(await admins.namedBy(new RegExp(`^appeal ${id}:`))).toEqual([]);
});

it('keeps its deadline, if the log has another, when its entry is back', async () => {
  const { id, reportId, username } = await appealed('proven');
  const operationId = await admins.deleted(reportId);
  await db()('appeals').where({ id }).update({ due_at: new Date() });
  await admins.restore(operationId);
  await deadlinesIn(1);
  expect((await caseOf(username)).status).toBe('unreviewed');
});

it('proven is moved to an earlier report that is published or restored, once its own entry is gone', async () => {
  const { username, id: first } = await admins.newReport();
  const operationId = await admins.deleted(first);
  const { id: held } = await admins.newReport(username);
  await admins.changeRow(held, { is_removed: true, held_at: new Date() });
  const { reportId: reported, caseCode } = await appealed('proven', await admins.newReport(username));
  const { dueAt } = await read(caseCode);
  const isHere = async (id: number) => {
    expect(await caseOf(username)).toMatchObject({ number: id, appeal: { proven: true, dueAt } });
    expect(await read(caseCode)).toMatchObject({ caseNumber: id, status: 'unreviewed' });
  };
  await admins.deleted(reported);
  await admins.decideReport(held, 'publish');
  await isHere(held);
  await admins.deleted(held);
  await admins.restore(operationId);
  await isHere(first);
});

it.each([29, 31])('proven goes on against a new report for a month: %i days off the list', async (days) => {
  const { reportId, username } = await appealed('proven');
  await admins.deleted(reportId);
  await offListFor(db(), reportId, days);
  await admins.newReport(username);
  expect((await caseOf(username)).appeal !== null).toBe(days < 30);
});

it('goes on against the report that its account has now, once a moderator has confirmed the sender', async () => {
  const { id, reportId, username, caseCode } = await appealed();
  await admins.deleted(reportId);
  const { id: again } = await admins.newReport(username);
  // Without proof it says nothing about another report.
  expect((await caseOf(username)).appeal).toBeNull();
  await confirm(id);
  expect((await caseOf(username)).appeal).toMatchObject({ proven: true });
  expect(await read(caseCode)).toMatchObject({
    caseNumber: again,
    status: 'unreviewed',
    messages: [{ body: text }],
  });
});

it('takes its reply along when its entry is withdrawn and the account reported again', async () => {
  const { reportId, username, caseCode } = await appealed('proven');
  await reply(caseCode, false);
  await publish(reportId);
  const before = (await caseOf(username)).reply;
  await admins.deleted(reportId);
  await admins.newReport(username);
  expect(before).toMatchObject({ body: text });
  expect((await caseOf(username)).reply).toEqual(before);
  expect(await admins.namedBy(/^reply/)).toEqual([]);
});

it('is not moved to a report that waits, which may be erased, until that is published', async () => {
  const { id: appealId, reportId, username, caseCode } = await appealed('proven');
  await reply(caseCode, false);
  await publish(reportId);
  await admins.deleted(reportId);
  const description = 'His number is +1 202-555-0143, ask him.';
  const held = async () => (await admins.service.report({ username, description }, 'another')).id;
  const first = await held();
  expect((await read(caseCode)).caseNumber).toBe(reportId);
  expect(await db()('ledger_records').where({ report_id: first })).toEqual([]);
  await admins.erase({ reportId: first });
  const second = await held();
  await admins.decideReport(second, 'publish');
  expect((await read(caseCode)).caseNumber).toBe(second);
  expect(
    await admins.namedBy(new RegExp(`^(appeal ${appealId}|reply (${reportId}|${first}|${second})):`)),
  ).toEqual([]);
});

it('continues an unproven one, is moved to another report, and back: nothing is named', async () => {
  const { id, reportId, username, caseCode } = await appealed();
  await decide(id, 'refused');
  await appealOnceMore(caseCode);
  await confirm(await newestOf(reportId));
  const operationId = await admins.deleted(reportId);
  const { id: other } = await admins.newReport(username);
  await admins.deleted(other);
  await admins.restore(operationId);
  expect(await admins.namedBy(/goes on with the proof/)).toEqual([]);
});

it('a burn ends the open appeals of its report; their page stays readable', async () => {
  const { reportId, caseCode } = await appealed();
  const claim = { id: 'burned', report_id: reportId, signature: 'burned', due_at: new Date() };
  await db()('removal_claims').insert({ ...claim, status: 'pending' });
  const verdict = accepted({ id: 'burned', round: 1 });
  await Promise.all([1, 2].map(() => applyVerdict(db(), removalPayment('1000000'), verdict)));
  const appeal = await read(caseCode);
  expect(appeal.burned).toBe(true);
  // No moderator decided, so no rule applied.
  expect(appeal.decision).toMatchObject({ decision: 'withdrawn', rule: null, reason: APPEAL_WITHDRAWN });
  expect(appeal.mayAppealAgain).toBe(false);
  for (const call of [write, appealOnceMore, reply])
    await expect(call(caseCode)).rejects.toMatchObject({ message: appealTexts.gone });
  await expect(visitor().call(issuePostProof, {}, holding(caseCode))).rejects.toMatchObject({
    code: 'appeal_not_possible',
  });
});

describe('a reply', () => {
  it('waits for a moderator; one that contradicts makes the case disputed', async () => {
    const { caseCode, username, reportId } = await appealed('proven');
    expect((await reply(caseCode)).reply).toEqual({ body: text, published: false });
    expect((await caseOf(username)).reply).toBeNull();
    await publish(reportId);
    expect(await caseOf(username)).toMatchObject({
      status: 'disputed',
      reply: { body: text, proven: true },
      changes: [{ rule: 'reply_contradicts' }],
    });
  });

  it('is taken down with the dispute once the confirmation of its sender is undone', async () => {
    const { id, caseCode, username, reportId } = await appealed('proven');
    const [confirmed] = await admins.lastEntries(1);
    await reply(caseCode);
    await publish(reportId);
    await admins.restore(confirmed?.operationId ?? '');
    const shown = () => caseOf(username);
    expect(await shown()).toMatchObject({ status: 'unreviewed', reply: null, appeal: { proven: false } });
    await confirm(id);
    await overdue(id);
    expect((await shown()).status).toBe('disputed');
    await admins.undoLast();
    expect((await shown()).status).toBe('unreviewed');
    expect(await admins.namedBy(new RegExp(`\\b${reportId}\\b`))).toEqual([]);
  });

  it('of an appeal that continues another is taken down with the confirmation of that one', async () => {
    const { id, caseCode, username, reportId } = await appealed('proven');
    const [confirmed] = await admins.lastEntries(1);
    await decide(id, 'refused');
    await appealOnceMore(caseCode);
    await reply(caseCode);
    await publish(reportId);
    await admins.restore(confirmed?.operationId ?? '');
    expect(await caseOf(username)).toMatchObject({ status: 'unreviewed', reply: null });
    expect((await read(caseCode)).proof.provenAt).toBeNull();
  });

  it('that is replaced leaves no reason saying that it is shown', async () => {
    const { caseCode, username, reportId } = await appealed('proven');
    await reply(caseCode);
    await publish(reportId);
    await reply(caseCode, false, 'Thank you all for the kind words.');
    const { reply: shown, changes } = await caseOf(username);
    expect(shown).toBeNull();
    expect(changes[0]?.reason).not.toContain('is shown');
  });

  it('disputes a case until its appeal is refused, and is shown then too', async () => {
    const { id, caseCode, username, reportId } = await appealed('proven');
    await reply(caseCode);
    await publish(reportId);
    await decide(id, 'refused');
    expect(await caseOf(username)).toMatchObject({ status: 'unreviewed', reply: { body: text } });
    expect((await changesOf(username))[0]).toEqual(['unreviewed', 'appeal_unfounded']);
  });

  it('that is shown after the decision of its appeal changes no status', async () => {
    const { id, caseCode, username, reportId } = await appealed('proven');
    await reply(caseCode);
    await decide(id, 'refused');
    await publish(reportId);
    expect(await caseOf(username)).toMatchObject({
      status: 'unreviewed',
      changes: [],
      reply: { body: text },
    });
  });

  it('that does not contradict changes no status; a rejected one is gone', async () => {
    const { caseCode, username, reportId } = await appealed('proven');
    await reply(caseCode, false);
    await publish(reportId);
    expect(await changesOf(username)).toEqual([]);
    await reply(caseCode, true);
    expect((await caseOf(username)).reply).toBeNull();
    await publish(reportId, 'reject');
    expect((await read(caseCode)).reply).toBeNull();
  });

  it('stays beside the report that it is about: no statement takes its place', async () => {
    const report = await admins.newReport();
    const { username, reportId, caseCode } = await appealed('proven', report);
    await reply(caseCode, false, 'Yes, that was me, and I would do it again.');
    await publish(reportId);
    const later = {
      username,
      twitterUrl: `https://x.com/${username}/status/99`,
      description: 'Stole my coins.',
    };
    await admins.state(later, 'an enemy');
    await admins.withdraw(report.reportCode);
    expect(await caseOf(username)).toMatchObject({
      report: { description: caseTexts.withdrawn },
      statements: [{ description: later.description }],
      reply: { proven: true },
    });
    expect(await admins.namedBy(new RegExp(`^report ${reportId}:`))).toEqual([]);
  });

  it('is published only as it was read', async () => {
    const { caseCode, reportId } = await appealed('proven');
    await reply(caseCode);
    const at = (await reviewed(reportId)).reply?.at ?? '';
    await db().raw("update replies set written_at = written_at - interval '1 hour' where report_id = ?", [
      reportId,
    ]);
    await reply(caseCode, true, 'Something quite different now.');
    const stale = new Date(Date.parse(at) - 3_600_000).toISOString();
    await expect(
      moderator().call(publishReply, { params: { id: reportId }, body: { decision: 'publish', at: stale } }),
    ).rejects.toMatchObject({ code: 'changed_meanwhile', message: reviewTexts.decidedMeanwhile });
  });

  it('is published only as the account wrote it', async () => {
    const { caseCode, reportId } = await appealed('proven');
    await reply(caseCode);
    for (const change of [{ body: 'We confess.' }, { contradicts: false }]) {
      const { body, contradicts } = await db()('replies').where({ report_id: reportId }).first();
      await db()('replies').where({ report_id: reportId }).update(change);
      await expect(publish(reportId)).rejects.toMatchObject({ message: reviewTexts.foreignReply });
      await db()('replies').where({ report_id: reportId }).update({ body, contradicts });
    }
    await publish(reportId);
  });

  it('is only the account’s: a stranger with an appeal neither writes one nor replaces it', async () => {
    const { caseCode, reportId, report } = await appealed();
    const refused = notPossible(appealTexts.replyNeedsProof);
    await expect(reply(caseCode)).rejects.toMatchObject(refused);
    const other = await appealed('proven', report);
    expect((await reply(other.caseCode, false, 'This is the account itself.')).reply?.published).toBe(false);
    await expect(reply(caseCode)).rejects.toMatchObject(refused);
    expect((await reviewed(reportId)).reply).toMatchObject({
      body: 'This is the account itself.',
      proven: true,
    });
  });

  it('of an owner whom a moderator confirmed is not replaced by a post from the stolen account', async () => {
    const owner = await appealed('proven');
    const thief = await appealed('proven', owner.report);
    await db()('appeals').where({ id: thief.id }).update({ proven_by: 'post' });
    await recordRows(db(), 'appeals', [thief.id]);
    await reply(owner.caseCode);
    await publish(owner.reportId);
    const refused = { code: 'appeal_not_possible', message: appealTexts.replyConfirmed };
    await expect(reply(thief.caseCode, false)).rejects.toMatchObject(refused);
    expect((await caseOf(owner.username)).reply).toMatchObject({ body: text });
    await reply(owner.caseCode, true, 'What I said, in better words.');
    // A moderator may find that it was not the owner's after all.
    await publish(owner.reportId, 'reject');
    await reply(thief.caseCode, false);
  });
});

describe('personal data', () => {
  it('of an appeal is exported for the account, and erased with the case', async () => {
    const { caseCode, username, reportId } = await appealed('proven');
    await reply(caseCode, true, 'A public answer of mine.');
    expect((await admins.admin().call(exportPersonalData, { query: { username } })).appeals).toMatchObject([
      { caseNumber: reportId, grounds: 'false', messages: [{ body: text }], reply: { published: false } },
    ]);
    expect((await admins.admin().call(exportPersonalData, { query: { reportId } })).appeals).toEqual([]);
    expect((await admins.erase({ username })).appeals).toBe(1);
    await expect(read(caseCode)).rejects.toMatchObject({ code: 'unknown_case_code' });
    for (const table of ['appeal_messages', 'appeals', 'replies'])
      expect(JSON.stringify(await db()(table))).not.toContain('A public answer of mine.');
    expect(
      await db()('appeal_messages').join('appeals', 'appeals.id', 'appeal_id').where({ report_id: reportId }),
    ).toEqual([]);
  });

  it('gets no message of a moderator who wrote while it was erased', async () => {
    const { id, reportId } = await appealed();
    const erasing = await db().transaction();
    await erasing('scammer_reports').where({ id: reportId }).forUpdate().first();
    const writing = moderator()
      .call(writeToAccount, { params: { id }, body: { text } })
      .catch((error) => error);
    const waiting = () =>
      db()('pg_stat_activity')
        .where({ wait_event_type: 'Lock' })
        .whereRaw('datname = current_database()')
        .whereLike('query', '%scammer_reports%');
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await eraseAppeals(erasing, [reportId]);
    await erasing.commit();
    expect(await writing).toMatchObject({ code: 'not_found' });
    expect(await db()('appeal_messages').where({ appeal_id: id })).toEqual([]);
  });

  it('is deleted half a year after the decision, and its network after a day', async () => {
    const decided = await appealed();
    await decide(decided.id, 'refused');
    const open = await appealed();
    const inDays = (days: number) => {
      const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
      return forgetOld({ ...admins.service.context, clock }, () => true);
    };
    const another = await appealed();
    const ofTwo = { network_key: 'of two' };
    await db()('appeals').whereIn('id', [open.id, another.id]).update(ofTwo);
    await db()('appeals').where({ id: decided.id }).update({ network_key: 'of one' });
    const networks = () =>
      db()('appeals').whereIn('id', [decided.id, open.id, another.id]).orderBy('id').pluck('network_key');
    await inDays(0.9);
    expect(await networks()).toEqual(['of one', 'of two', 'of two']);
    await inDays(1.1);
    // Only how many it sent: a flood does not come first once its networks are forgotten.
    expect(await networks()).toEqual([null, 'sent 2', 'sent 2']);
    await inDays(179);
    expect(await networks()).toEqual([null, 'sent 2', 'sent 2']);
    expect((await read(decided.caseCode)).messages).toHaveLength(1);
    await inDays(181);
    await expect(read(decided.caseCode)).rejects.toMatchObject({ code: 'unknown_case_code' });
    expect(await db()('appeal_messages').where({ appeal_id: decided.id })).toEqual([]);
    expect(await db()('appeals').where({ id: decided.id }).first('decision')).toEqual({
      decision: 'refused',
    });
    expect((await read(open.caseCode)).messages).toHaveLength(1);
  });
});
