import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteNiceReport } from '@naughty-list/contracts/admin-reports';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { type CaseRule, type CaseStatus, submitStatement } from '@naughty-list/contracts/cases';
import { applyVerdict } from '@naughty-list/payment-flow/effect';
import { accepted } from '@naughty-list/payment-flow/test/verifier';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Knex } from 'knex';
import { beforeAll, expect, it, vi } from 'vitest';
import { applyDeadlines } from '../src/cases/appeals/deadline.ts';
import { applyDecision } from '../src/cases/appeals/decide.ts';
import { appealAgain, carryAppeals, openAppeal as insertAppeal } from '../src/cases/appeals/open.ts';
import { setProven } from '../src/cases/appeals/post-proof.ts';
import { applyReplyDecision, setReply } from '../src/cases/appeals/reply.ts';
import { changeStatus } from '../src/cases/change-status.ts';
import { applyLoss } from '../src/cases/losses/apply.ts';
import { withdraw } from '../src/cases/own-reports/withdraw.ts';
import { markRemoved, removalPayment } from '../src/cases/removal/payment-kind.ts';
import { setState } from '../src/cases/statement-state.ts';
import { undoOperation } from '../src/desk/audit-log/undo.ts';
import { edit } from '../src/desk/moderation/edit.ts';
import { publishHeld } from '../src/desk/moderation/publish.ts';
import { erase } from '../src/desk/personal-data/erase.ts';
import { markHandle } from '../src/desk/review/mark-handle.ts';
import { auditDatabase, auditSnapshot } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { auditLedger, unforeseenAudit } from '../src/publication/ledger/daily-audit.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { readLastAudit } from '../src/publication/ledger/kept-audits.ts';
import { endLog } from '../src/publication/ledger/repository.ts';
import { insertEntry } from '../src/record/audit-entries.ts';
import { countIndependent } from '../src/record/independence.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { deleteRows } from '../src/record/rows.ts';
import { noteName } from '../src/register/aliases/repository.ts';
import { moderatedNiceReports } from '../src/register/nice-reports/nice-report.ts';
import { markPraisesRead } from '../src/register/nice-reports/publish.ts';
import { moderatedReports } from '../src/register/reports/moderated-reports.ts';
import { openAdmins } from './admins.ts';
import { rolledBack, withNumbers } from './past-operations.ts';

// Rows changed with the database's password, and what visitors and moderators do next, in good faith: the log must not take
// the change over as theirs.

let id: number;
let name: string;
let statement: number;
let code: string | undefined;
let reportCode: string | undefined;
/** An appeal of a stranger, and one that waits for a decision. */
let appeal: number;
let other: number;
let caseCode: string;
let otherCode: string;
let praise: number;
let deletedPraise: number;
let deletion: string;
/** A deleted report, and the operation that deleted it. */
let deleted: number;
let reportDeletion: string;

const db = () => admins.service.context.db;
const by = () => ({ operationId: randomUUID(), who: 'claus' });
const undo = { ...by(), role: 'admin' } as const;
const decide = (trx: Knex.Transaction, status: CaseStatus, rule: CaseRule) =>
  changeStatus(trx, {
    ...{ reportId: id, status, rule, reason: 'The post says so.' },
    ...{ role: 'moderator', who: 'claus' },
  });
const corroborate = (trx: Knex.Transaction) => decide(trx, 'corroborated', 'evidence_alone');
const refuse = (trx: Knex.Transaction, appealId: number, version = 1) =>
  applyDecision(trx, {
    ...{ appealId, version, decision: 'refused', rule: 'appeal_unfounded', reason: 'No.' },
    ...{ role: 'moderator', who: 'rudolph', activeModerators: ['rudolph', 'elf'] },
  });
const change = (trx: Knex, twitterUrl: string) =>
  edit(trx, moderatedReports, { id, change: { twitterUrl }, ...by() });

const admins = closeAfterAll(await openAdmins());
beforeAll(async () => {
  ({ id, username: name, reportCode } = await admins.newReport());
  const twitterUrl = `https://x.com/${name}/status/77`;
  const stated = { username: name, twitterUrl, description: 'Mine, too, by free-presents.com.' };
  ({ reportCode: code } = await admins.service.as('witness').call(submitStatement, { body: stated }));
  ({ id: statement } = await db()('statements').first('id'));
  ({ caseCode } = await admins.appeal(name, 'stranger'));
  ({ caseCode: otherCode } = await admins.appeal(name));
  [appeal = 0, other = 0] = await db()('appeals').orderBy('id').pluck('id');
  const names = 'Stole every present; see free-presents.com.';
  await edit(db(), moderatedReports, { id, change: { description: names }, ...by() });
  ({ id: praise } = await admins.newNiceReport());
  ({ id: deletedPraise } = await admins.newNiceReport());
  const gone = await admins.admin().callFull(deleteNiceReport, { params: { id: deletedPraise } });
  deletion = gone.headers.get('x-operation-id') ?? '';
  ({ id: deleted } = await admins.newReport());
  reportDeletion = await admins.deleted(deleted);
});

/** What the audit names after these changes, which are then rolled back. */
const namedAfter = (...changes: Change[]): Promise<string> =>
  rolledBack(db(), async (trx) => {
    for (const each of changes) await each(trx);
    const { named } = await auditSnapshot(trx);
    return named.filter((difference) => !/checkpoint|leaves were signed/.test(difference)).join('\n');
  });

type Change = (trx: Knex.Transaction) => Promise<unknown>;
const numbered = (text: string) =>
  withNumbers(text, { id, appeal, other, statement, praise, deleted, deletedPraise });
const sql =
  (text: string): Change =>
  async (trx) => {
    const { rowCount } = await trx.raw(numbered(text));
    expect(rowCount).toBeGreaterThan(0);
  };
const report = (change: string, of = ':id') => sql(`update scammer_reports set ${change} where id = ${of}`);
const rewrite = report("description = 'A saint.'");
const rewriteDeleted = report("description = 'A saint.'", ':deleted');
const rewritePraise = sql(`update audit_log set before = before || '{"description": "Paid us."}'
  where subject = 'nice_report' and subject_id = :deletedPraise`);
const withdrawStatement: Change = (trx) => withdraw(trx, code);
const withdrawReport: Change = (trx) => withdraw(trx, reportCode);
const linkToAnother: Change = (trx) => change(trx, `https://x.com/${name}/status/79`);
const changeHands: Change = async (trx) => {
  const { version } = await trx('scammer_reports').where({ id }).first('version');
  const { decisionLimit } = admins.service.context;
  await markHandle(trx, { reportId: id, hasChanged: true, version, decisionLimit, ...by() });
};
const undone =
  (operationId: () => string): Change =>
  (trx) =>
    undoOperation(trx, { ...undo, operationId: operationId() });
const restoreReport = undone(() => reportDeletion);
const restorePraise = undone(() => deletion);
const shown = 'the site shows it, and no leaf says so';
const hidden = 'it is hidden, and says another thing than before leaf';

const attacks: [what: string, named: string, attack: Change, then?: Change][] = [
  [
    'a text rewritten, and a statement withdrawn by its reporter',
    'differ in text',
    rewrite,
    withdrawStatement,
  ],
  ['a text rewritten, and another post linked to', 'differ in text', rewrite, linkToAnother],
  [
    'a quote made up, and the same post linked to in another form',
    'differ in quote',
    report("tweet_content = 'I stole it all.', tweet_date = '2026-01-01'"),
    (trx) => change(trx, `https://twitter.com/${name}/status/1`),
  ],
  [
    'a category changed, and another post linked to',
    'differ in category',
    report("scam_category = 'nft'"),
    linkToAnother,
  ],
  [
    'a name replaced, and the text edited',
    'differ in username',
    report("username = 'innocent'"),
    (trx) => edit(trx, moderatedReports, { id, change: { description: 'Stole a sleigh.' }, ...by() }),
  ],
  [
    'a text rewritten, and a proof undone',
    'differ in text',
    rewrite,
    async (trx) => {
      await setProven(trx, appeal, 'moderator');
      const entry = { ...by(), action: 'confirm_account', subject: 'scammer_report' } as const;
      const details = { appeal: String(appeal) };
      await insertEntry(trx, { ...entry, row: { id, username: name }, details });
      await undoOperation(trx, { ...undo, operationId: entry.operationId });
    },
  ],
  [
    'a wallet withdrawn, and a status set',
    'differ in traces',
    sql('delete from traces where report_id = :id'),
    corroborate,
  ],
  [
    'a site that the report names withdrawn, and the case cleared',
    'report :id: its row in traces is not as the service left it',
    sql('delete from traces where report_id = :id and statement_id = 0'),
    (trx) => decide(trx, 'cleared', 'report_false'),
  ],
  [
    'a site that the report names withdrawn, and a statement that names it, too',
    'differ in traces',
    sql('delete from traces where report_id = :id and statement_id = 0'),
    withdrawStatement,
  ],
  [
    'a change of hands made up, and the account renamed',
    'differ in handleChanged',
    report("handle_changed_at = '2026-01-01'"),
    (trx) => noteName(trx, { reportId: id, author: 'renamed' }),
  ],
  [
    'a decision made up, and another made',
    shown,
    sql(`insert into case_changes (report_id, status, rule, reason, role, who, at)
      values (:id, 'corroborated', 'evidence_alone', 'Made up.', 'admin', 'x', '2026-01-01')`),
    corroborate,
  ],
  [
    'an appeal made up, and another opened',
    shown,
    sql(`insert into appeals (report_id, grounds, opened_at, due_at, proven_at, proven_by)
      values (:id, 'false', '2026-01-01', '2026-01-08', '2026-01-01', 'post')`),
    (trx) =>
      insertAppeal(trx, {
        ...{ username: name, grounds: 'not_me', text: 'Not me.', caseCode: '', now: new Date() },
        ...{ networkKey: 'x', perNetwork: 10 },
      }),
  ],
  [
    'an appeal said to be proven, and another proven',
    'appeal :appeal: the site and leaf',
    sql("update appeals set proven_at = '2026-01-01', proven_by = 'post' where id = :appeal"),
    (trx) => setProven(trx, other, 'moderator'),
  ],
  [
    'an appeal decided, and another decided',
    'appeal :appeal: the site and leaf',
    sql("update appeals set decided_at = '2026-01-01', decision = 'refused' where id = :appeal"),
    (trx) => refuse(trx, other),
  ],
  [
    'a loss made up, and the statement published',
    'differ in loss',
    sql(`update statements set loss = '{"sent":[]}' where id = :statement`),
    (trx) =>
      setState(trx, { id: statement, from: 'published', to: 'published', reason: null, isReviewed: true }),
  ],
  [
    'the count of a praise raised, and the praise read',
    'differ in count',
    sql('update nice_reports set report_count = 99 where id = :praise'),
    (trx) => markPraisesRead(trx, { ids: [praise], ...by() }),
  ],
  [
    'a withdrawn statement moved to another case',
    `statement :statement: ${hidden}`,
    async (trx) => {
      await withdrawStatement(trx);
      await sql('update statements set report_id = :deleted where id = :statement')(trx);
    },
  ],
  [
    'a report said to be of another day, and erased',
    'report :id: its row in scammer_reports is not as the service left it',
    report("reported_at = '2020-01-01'"),
    (trx) => erase(trx, { subject: { reportId: id }, who: 'claus' }),
  ],
  [
    'a statement said to be of another month, and erased',
    'statement :statement: its row in statements is not as the service left it',
    sql("update statements set made_at = '2026-07-02' where id = :statement"),
    (trx) => erase(trx, { subject: { statementId: statement }, who: 'claus' }),
  ],
  [
    'an erased statement said to be of another month, as if it was judged, and another judged',
    'statement :statement: its row in statements is not as the service left it',
    async (trx) => {
      await erase(trx, { subject: { statementId: statement }, who: 'claus' });
      await sql("update statements set made_at = '2026-07-02', dependent = true where id = :statement")(trx);
    },
    (trx) => countIndependent(trx, id, { isChanged: true }),
  ],
  ['a deleted report rewritten', `report :deleted: ${hidden}`, rewriteDeleted],
  [
    'the category of a deleted report changed',
    `report :deleted: ${hidden}`,
    report("scam_category = 'nft'", ':deleted'),
  ],
  [
    'a deleted report rewritten, and restored',
    'report :deleted: the site shows it, and leaf',
    rewriteDeleted,
    restoreReport,
  ],
  [
    'a deleted report said to name another account now, and restored',
    'report :deleted: the site shows it, and leaf',
    report("handle_changed_at = '2026-01-01'", ':deleted'),
    restoreReport,
  ],
  [
    'the time made up at which a name changed hands, and a moderator saying that it did',
    'differ in handleChanged',
    report("handle_changed_at = '2026-01-01'"),
    changeHands,
  ],
  [
    'a deleted report rewritten, and its name back with the account',
    `report :id: ${hidden}`,
    async (trx) => {
      await changeHands(trx);
      await noteName(trx, { reportId: id, author: 'renamed' });
      await deleteRows(trx, moderatedReports, { ids: [id], ...by() });
      await rewrite(trx);
    },
    (trx) => noteName(trx, { reportId: id, author: name }),
  ],
  [
    'a report rewritten, and deleted',
    `report :id: ${hidden}`,
    rewrite,
    (trx) => deleteRows(trx, moderatedReports, { ids: [id], ...by() }),
  ],
  [
    'a deleted report rewritten, and the loss of a statement in its case proven',
    `report :deleted: ${hidden}`,
    rewriteDeleted,
    (trx) => recordChanges(trx, { cases: [deleted] }, ['statement', 'loss', 'names', 'confirmation']),
  ],
  [
    'a deleted praise rewritten, and restored',
    'praise :deletedPraise: the site shows it, and leaf',
    rewritePraise,
    restorePraise,
  ],
  [
    'a deleted praise rewritten, the record of its deletion erased, and restored',
    'praise :deletedPraise: the site shows it, and leaf',
    async (trx) => {
      await rewritePraise(trx);
      await sql(
        "update ledger_records set record = null, salt = null where subject = 'praise :deletedPraise'",
      )(trx);
    },
    restorePraise,
  ],
  [
    'a praise rewritten, deleted and restored',
    'praise :praise: the site shows it, and leaf',
    sql("update nice_reports set description = 'Paid us.' where id = :praise"),
    async (trx) => {
      const operation = by();
      await deleteRows(trx, moderatedNiceReports, { ids: [praise], ...operation });
      await undoOperation(trx, { ...undo, operationId: operation.operationId });
    },
  ],
  [
    'a burn made up, and the case paid for',
    `burn M4deUp: ${shown}`,
    sql(`insert into removal_claims (id, report_id, signature, status, amount, decimals, due_at, decided_at)
      values ('removal_x', :id, 'M4deUp', 'removed', 7, 6, now(), now())`),
    async (trx) => {
      const claim = { id: 'removal_paid', report_id: id, signature: 'P4id', due_at: new Date() };
      await trx('removal_claims').insert(claim);
      await applyVerdict(trx, removalPayment('1'), accepted({ id: claim.id, round: 0 }));
    },
  ],
];

it.each(attacks)('%s: the audit names it', async (_, named, attack, then) => {
  expect(await namedAfter(attack, ...(then ? [then] : []))).toContain(numbered(named));
});

it('a hidden statement rewritten, and published again: the audit names it', async () => {
  const to = (state: 'held' | 'published') => (trx: Knex.Transaction) =>
    setState(trx, { id: statement, from: 'held', to: state, reason: null, isReviewed: true });
  const attack = sql("update statements set description = 'It was lovely.' where id = :statement");
  expect(await namedAfter(to('held'), to('published'))).toBe('');
  expect(await namedAfter(to('held'), attack, to('published'))).toContain(
    `statement ${statement}: the site shows it, and leaf`,
  );
});

it.each([
  ['a statement', sql("update statements set description = 'It was @innocent.' where id = :statement")],
  ['a report', rewrite],
])(
  'a text of %s rewritten, and the report withdrawn: the change of places is not recorded',
  async (_, attack) => {
    expect(await namedAfter(withdrawReport)).toBe('');
    expect(await namedAfter(attack, withdrawReport)).toMatch(
      /report \d+: the site and leaf \d+ differ in .*text/,
    );
  },
);

it('a seal given to a deleted praise does not come back with it; its own does', async () => {
  const seal = async (trx: Knex.Transaction) => {
    await trx.raw(`update audit_log set before = before || '{"reviewed_at": "2026-01-01"}'
      where subject = 'nice_report' and subject_id = ${deletedPraise}`);
    await trx.raw(`insert into ledger_records (log, subject, type, record, salt, entry)
      select 99, subject, type, jsonb_set(record::jsonb, '{reviewed}', 'true'), salt, entry from ledger_records
      where subject = 'praise ${deletedPraise}' and type = 'praise-published'`);
  };
  const operation = by();
  const seals: Record<number, boolean> = {};
  const restore = async (trx: Knex.Transaction) => {
    await markPraisesRead(trx, { ids: [praise], ...by() });
    await deleteRows(trx, moderatedNiceReports, { ids: [praise], ...operation });
    for (const operationId of [deletion, operation.operationId])
      await undoOperation(trx, { ...undo, operationId });
    for (const row of await trx('nice_reports')) seals[row.id] = row.reviewed_at !== null;
  };
  expect(await namedAfter(seal, restore)).toBe('');
  expect(seals).toEqual({ [praise]: true, [deletedPraise]: false });
});

it.each([
  ['rewritten before it', `update scammer_reports set description = 'A saint.' where id = `, ''],
  [
    'rewritten in the audit log',
    '',
    `update audit_log set before = before || '{"description": "A saint."}' where subject_id = `,
  ],
])('an edit of a text that was %s is not undone', async (_, before, after) => {
  const [text, published] = ['Stole a sleigh.', 'Stole every present; see free-presents.com.'];
  const undone = async (...sql: string[]) => {
    const operation = by();
    let description = '';
    const attack = async (trx: Knex.Transaction) => {
      if (sql[0]) await trx.raw(`${sql[0]}${id}`);
      await edit(trx, moderatedReports, { id, change: { description: text }, ...operation });
      if (sql[1]) await trx.raw(`${sql[1]}${id}`);
      await undoOperation(trx, { ...undo, operationId: operation.operationId });
      ({ description } = await trx('scammer_reports').where({ id }).first());
    };
    expect(await namedAfter(attack)).toBe('');
    return description;
  };
  expect(await undone()).toBe(published);
  expect(await undone(before, after)).toBe(text);
});

it("entries of the audit log made up: undone, they publish nothing that the log takes for the service's", async () => {
  const madeUp =
    (action: string, subject: string, of: { subjectId: number; before?: string; details?: object }) =>
    async (trx: Knex.Transaction) => {
      const operationId = randomUUID();
      await trx.raw(
        `insert into audit_log (operation_id, who, action, subject, subject_id, username, before, details)
         values (?, 'claus', ?, ?, ?, 'innocent', ${of.before ?? 'null'}, ?)`,
        [operationId, action, subject, of.subjectId, JSON.stringify(of.details ?? null)],
      );
      await undoOperation(trx, { ...undo, operationId });
    };
  const ofReport = `select to_jsonb(report) || '{"id": 999, "username": "innocent", "unique_burn_address": "x"}'
    from scammer_reports report where id = ${deleted}`;
  const addReport = (trx: Knex.Transaction) =>
    trx.raw(
      `insert into scammer_reports select (jsonb_populate_record(null::scammer_reports, (${ofReport}))).*`,
    );
  expect(await namedAfter(addReport, madeUp('delete', 'scammer_report', { subjectId: 999 }))).toContain(
    'report 999: the site shows it, and no leaf says so',
  );
  const hold = (trx: Knex.Transaction) =>
    trx('scammer_reports')
      .where({ id: 999 })
      .update({ deleted_at: null, was_removed: null, held_at: trx.fn.now() });
  const staysHeld = async (trx: Knex.Transaction) =>
    expect(await trx('scammer_reports').where({ id: 999 }).first()).toMatchObject({ is_removed: true });
  const undoneHold = madeUp('hold', 'scammer_report', { subjectId: 999 });
  const tell = async (trx: Knex.Transaction) => {
    await trx('ledger_head').insert({ log: 0, origin: 'made up', ended_at: trx.fn.now() });
    await trx.raw(
      `insert into ledger_records (id, log, type, subject, report_id, entry) overriding system value
       select nextval(pg_get_serial_sequence('ledger_records', 'id')), 0, 'rows', 'report 999', 999, entry
       from ledger_records where subject = ? limit 1`,
      [`report ${id}`],
    );
  };
  // A record without the service's code says nothing.
  expect(await namedAfter(addReport, hold, undoneHold, tell, staysHeld)).toBe(
    'report 999: the service did not write it, or not at this time',
  );
  const before = `(select to_jsonb(praise) || '{"id": 999, "username": "saint", "twitter_url": "https://x.com/saint/status/1"}'
    from nice_reports praise where id = ${praise})`;
  // It waits for a moderator.
  expect(
    await namedAfter(madeUp('delete', 'nice_report', { subjectId: 999, before }), async (trx) =>
      expect(await trx('nice_reports').where({ id: 999 }).first()).toMatchObject({
        held_at: expect.any(Date),
      }),
    ),
  ).toBe('');
});

const rewriteStatement = sql("update statements set description = 'It was @innocent.' where id = :statement");
const burn: Change = async (trx) => {
  expect(await markRemoved(trx, id, 'B0rn')).toBe(true);
  await recordChanges(trx, { cases: [id] }, ['report', 'verdict']);
};
const holdReport: Change = async (trx) => {
  await trx('scammer_reports').where({ id }).update({ is_removed: true, held_at: trx.fn.now() });
  await recordChanges(trx, { cases: [id] }, ['report']);
};
const publishReport: Change = (trx) => publishHeld(trx, { ids: [id], ...by() });
const editText: Change = (trx) =>
  edit(trx, moderatedReports, { id, change: { description: 'Stole a sleigh.' }, ...by() });

it('a hidden report about another account, from another day: its text is not edited', async () => {
  expect(await namedAfter(holdReport, editText, publishReport)).toBe('');
  for (const change of ["username = 'innocent'", "reported_at = '2024-01-01'", "scam_category = 'nft'"])
    await expect(namedAfter(holdReport, report(change), editText), change).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
});

it.each<[state: string, before: Change]>([
  ['withdrawn', withdrawStatement],
  ['public', async () => {}],
])('a %s statement said to wait for the proof of a loss: it gets none', async (_, before) => {
  const loss = { transaction: 'L0ss', sent: [] } as never;
  const proven: Change = async (trx) => {
    const of = { statementId: statement, verdict: { outcome: 'proven', loss } } as const;
    expect(await applyLoss(trx, { ...of, holdsByRate: true })).toBe('gone');
  };
  const waits =
    sql(`update statements set held_at = now(), published_at = null, rejected_at = null, reject_reason = null,
    hold_reason = 'loss', loss_transaction = 'L0ss' where id = :statement`);
  await namedAfter(before, waits, proven);
  expect(await namedAfter(before, waits, rewriteStatement, proven)).toContain(`statement ${statement}: `);
});

it.each<[what: string, Change]>([
  [
    'its text is edited, and that undone',
    async (trx) => {
      const operation = by();
      await edit(trx, moderatedReports, { id, change: { description: 'Stole a sleigh.' }, ...operation });
      expect(await undoOperation(trx, { ...undo, operationId: operation.operationId })).toMatchObject({
        notRestored: [],
      });
    },
  ],
  ['its link is spelled otherwise', (trx) => change(trx, `https://twitter.com/${name}/status/1`)],
  ['a payment removes it', burn],
])('a post that X confirmed is taken from a case, and %s: the audit names it', async (_, then) => {
  const confirmed: Change = async (trx) => {
    const kept = { answer: '{}', text: 'Send coins.', fetched_at: trx.fn.now() };
    const { twitter_url } = await trx('scammer_reports').where({ id }).first('twitter_url');
    const row = { report_id: id, statement_id: 0, twitter_url, ...kept };
    await trx('kept_posts').insert(row).onConflict(['report_id', 'statement_id']).merge();
    await trx('scammer_reports').where({ id }).update({ post_confirmed_at: trx.fn.now() });
    await recordChanges(trx, { cases: [id], posts: [id] }, ['post', 'confirmation']);
  };
  const taken = [
    sql('delete from kept_posts where report_id = :id and statement_id = 0'),
    report('post_confirmed_at = null'),
  ];
  const before = [corroborate, confirmed];
  expect(await namedAfter(...before, then)).not.toMatch(/post|its row in scammer/);
  expect(await namedAfter(...before, ...taken, then)).toMatch(
    /^(post \d+: leaf|report \d+: its row in scammer)/m,
  );
});

it('a listed report said to be held, and withdrawn by its reporter: the audit names it', async () => {
  const held = report('is_removed = true, held_at = now()');
  expect(await namedAfter(corroborate, held, withdrawReport)).toContain(
    `report ${id}: the site does not show it`,
  );
});

it('a praise and a statement made up, and read by a moderator: the audit names them', async () => {
  const madeUp: Change[] = [
    (trx) =>
      trx('nice_reports').insert({
        id: 999,
        twitter_url: 'https://x.com/s/status/1',
        username: 's',
        description: 'Saint.',
      }),
    (trx) => markPraisesRead(trx, { ids: [999], ...by() }),
    (trx) =>
      trx.raw(
        `insert into statements (id, report_id, twitter_url, description, published_at) overriding system value
        values (999, ?, 'https://x.com/s/status/2', 'So did he.', now())`,
        [id],
      ),
    (trx) => setState(trx, { id: 999, from: 'published', to: 'published', reason: null, isReviewed: true }),
  ];
  const named = await namedAfter(...madeUp);
  for (const subject of ['praise 999', 'statement 999']) expect(named).toContain(`${subject}: ${shown}`);
});

it.each([
  ['deleted', 'is_removed = true, deleted_at = now(), was_removed = false'],
  ['held', 'is_removed = true, held_at = now()'],
  ['erased', 'is_removed = true, erased_at = now()'],
  ['burned', "is_removed = true, removal_tx_hash = 'B0rn'"],
])(
  'a listed report said to be %s, and a statement of its case erased: the audit names it',
  async (_, change) => {
    expect(await namedAfter(report(change), eraseStatement)).toContain(`report ${id}: `);
  },
);

it('a burned report said to be of another burn, and edited: the audit names it', async () => {
  expect(await namedAfter(burn, report("removal_tx_hash = 'An0ther'"), editText)).toContain(
    `report ${id}: its row in scammer_reports is not as the service left it`,
  );
});

it('a withdrawn statement said to be of another month, and erased: the audit names it', async () => {
  const backdate = sql("update statements set made_at = '2026-08-01' where id = :statement");
  expect(await namedAfter(withdrawStatement, eraseStatement)).toBe('');
  expect(await namedAfter(withdrawStatement, backdate, eraseStatement)).toContain(
    `statement ${statement}: its row in statements is not as the service left it`,
  );
});

const restore = async (trx: Knex.Transaction) => {
  await endLog(trx);
  await ensureLog(trx, 'list.example/log');
};

const eraseStatement: Change = (trx) => erase(trx, { subject: { statementId: statement }, who: 'claus' });

it('an erased statement waits, or is published, again: the audit names it', async () => {
  const waits =
    sql(`update statements set erased_at = null, rejected_at = null, held_at = now(), dependent = true,
    description = 'It was @innocent.' where id = :statement`);
  const publish: Change = (trx) =>
    setState(trx, { id: statement, from: 'held', to: 'published', reason: null, isReviewed: true });
  expect(await namedAfter(eraseStatement)).toBe('');
  expect(await namedAfter(eraseStatement, restore)).toBe('');
  for (const before of [[eraseStatement], [eraseStatement, restore]])
    for (const changes of [[], [publish], [(trx: Knex.Transaction) => countIndependent(trx, id)]])
      expect(await namedAfter(...before, waits, ...changes)).toContain(`statement ${statement}: the site `);
});

it('a statement said to be hidden, while another one comes: it is not judged again', async () => {
  const judged = async (trx: Knex.Transaction) =>
    expect(await trx('statements').where({ id: statement }).first()).toMatchObject({
      dependent: expect.any(Boolean),
    });
  const comes: Change = async (trx) => {
    const published = { report_id: id, description: 'And a bell.', published_at: trx.fn.now() };
    const [row] = await trx('statements')
      .insert({ ...published, twitter_url: `https://x.com/${name}/status/88` })
      .returning('id');
    await recordChanges(trx, { statements: [row.id] }, ['statement', 'names']);
  };
  const hide = sql('update statements set published_at = null, held_at = now() where id = :statement');
  const show = sql('update statements set published_at = now(), held_at = null where id = :statement');
  await namedAfter(judged, hide, comes, judged, show);
});

it('a burned report said to be confirmed by X: the audit names it', async () => {
  const confirmed =
    sql(`insert into kept_posts (report_id, statement_id, twitter_url, answer, text, fetched_at)
    select id, 0, twitter_url, '{}', '', now() from scammer_reports where id = :id
    on conflict (report_id, statement_id) do update set twitter_url = excluded.twitter_url, answer = '{}', text = '', fetched_at = now()`);
  const of = `report ${id}: its row in scammer_reports is not`;
  expect(await namedAfter(corroborate, burn)).not.toContain(of);
  expect(await namedAfter(corroborate, confirmed, report('post_confirmed_at = now()'), burn)).toContain(of);
});

it('an erased report said to be of another account, and paid for: the audit names it', async () => {
  const eraseReport: Change = (trx) => erase(trx, { subject: { reportId: id }, who: 'claus' });
  const of = `report ${id}: its row in scammer_reports is not`;
  expect(await namedAfter(eraseReport, burn)).not.toContain(of);
  expect(await namedAfter(eraseReport, report("username = 'innocent'"), burn)).toContain(of);
});

it('a decision in the audit log made up about a statement: undone, it changes nothing else', async () => {
  const madeUpAndUndone = (decision: string, more: object) => async (trx: Knex.Transaction) => {
    const entry = { ...by(), action: 'decide_statement', subject: 'scammer_report' } as const;
    const details = { statement: String(statement), decision, ...more };
    await insertEntry(trx, { ...entry, row: { id, username: name }, details });
    await undoOperation(trx, { ...undo, operationId: entry.operationId });
  };
  const published = madeUpAndUndone('publish', { was: 'held', led: 'true' });
  expect(await namedAfter(published)).toBe('');
  expect(await namedAfter(rewrite, published)).toContain('differ in text');
  const madeUp = (trx: Knex.Transaction) =>
    trx.raw(`insert into statements overriding system value select (jsonb_populate_record(null::statements, to_jsonb(statement) || '{"id": 999,
      "published_at": null, "rejected_at": "2026-01-01", "description": "It was @innocent.", "twitter_url": "https://x.com/i/status/1"}')).*
      from statements statement where id = ${statement}`);
  expect(
    await namedAfter(madeUp, madeUpAndUndone('reject', { statement: '999', was: 'published' }), async (trx) =>
      expect(await trx('statements').where({ id: 999 }).first()).toMatchObject({ published_at: null }),
    ),
  ).toBe('statement 999: the service did not write it, or not at this time');
});

it('a category changed, and the text withdrawn by its reporter: the audit names it', async () => {
  expect(await namedAfter(corroborate, withdrawReport)).toBe('');
  const named = await namedAfter(corroborate, report("scam_category = 'nft'"), withdrawReport);
  expect(named).toContain('differ in category');
});

it('a report said to leave the list years from now, and restored: no deadline comes sooner', async () => {
  const operation = by();
  const notSooner = async (trx: Knex.Transaction) => {
    const { due_at } = await trx('appeals').where({ id: other }).first();
    await deleteRows(trx, moderatedReports, { ids: [id], ...operation });
    await trx('scammer_reports').where({ id }).update({ deleted_at: '2030-01-01' });
    await undoOperation(trx, { ...undo, operationId: operation.operationId });
    expect(await trx('appeals').where({ id: other }).first()).toMatchObject({ due_at });
  };
  expect(await namedAfter(notSooner)).toBe('');
});

it('a published reply said to contradict the report: the audit names it', async () => {
  const publish = async (trx: Knex.Transaction) => {
    const reply = { report_id: id, appeal_id: other, body: 'We were hacked.', contradicts: false };
    await trx('replies').insert({ ...reply, published_at: trx.fn.now() });
    await recordRows(trx, 'replies', [id]);
    await recordChanges(trx, { cases: [id] }, ['reply']);
  };
  const attack = (trx: Knex.Transaction) => trx('replies').update({ contradicts: true });
  const backdate = (trx: Knex.Transaction) => trx('replies').update({ written_at: '2026-01-01' });
  const named = `reply ${id}: its row in replies is not as the service left it`;
  expect(await namedAfter(publish)).toBe('');
  expect(await namedAfter(publish, attack)).toBe(named);
  expect(await namedAfter(publish, backdate)).toContain(named);
});

it('what was said of a deleted praise is erased: the audit names it', async () => {
  const erasure = sql(
    "update ledger_records set record = null, salt = null where subject = 'praise :deletedPraise'",
  );
  expect(await namedAfter(erasure)).toContain('a record of it was erased, and no leaf says why');
});

it('what is public is rewritten, taken out or made up before a restore: the audit names it', async () => {
  const changes = [
    rewrite,
    sql('delete from statements where id = :statement'),
    sql(`insert into case_changes (id, report_id, status, rule, reason, role, who) overriding system value
      values (99, :deleted, 'unreviewed', 'new_evidence', 'Made up.', 'admin', 'x')`),
    sql('update nice_reports set report_count = 99 where id = :praise'),
  ];
  const named = await namedAfter(...changes, restore);
  expect(named).toMatch(`report ${id}: the site and leaf`);
  expect(named).toMatch(`statement ${statement}: leaf`);
  expect(named).toMatch('decision 99: the site shows it, and no leaf says so');
  expect(named).toMatch(`praise ${praise}: the site and leaf`);
  const rewriteLeaf = sql(
    `update ledger_records set record = replace(record, '"count":1', '"count":99') where subject = 'praise :praise'`,
  );
  expect(await namedAfter(...changes, rewriteLeaf, restore)).toContain(
    `(praise ${praise}) does not open to its record`,
  );
  expect(await namedAfter(restore, restore)).toBe('');
});

it('a case that the feeds told of before a restore is kept from them: the audit names it', async () => {
  const keep = sql('delete from feed_changes where report_id = :id');
  expect(await namedAfter(restore, keep)).toContain(`report ${id}: the feeds do not tell of it`);
});

it.each([
  ['spoiled', "update ledger_head set encrypted_key = 'spoiled'", false],
  ['that of the old commit', 'update ledger_head set encrypted_key = null', false],
  [
    'deleted with its log',
    `set local session_replication_role = replica; delete from ledger_head; delete from ledger_records`,
    true,
  ],
])(
  'the key is %s before a restore: the next log does not state what was rewritten',
  async (_, spoil, isBegun) => {
    const begun = async (trx: Knex.Transaction) => {
      expect((await trx('ledger_head').whereNull('ended_at').first('log')) !== undefined).toBe(isBegun);
    };
    expect(await namedAfter(rewrite, (trx) => trx.raw(spoil), restore, begun)).toContain(
      isBegun ? `report ${id}: the site shows it, and no leaf says so` : 'INTERNAL_SECRET',
    );
  },
);

it('what is hidden is rewritten around a restore, and shown again: the audit names it', async () => {
  expect(await namedAfter(restore, restoreReport, restorePraise)).toBe('');
  for (const changes of [
    [rewriteDeleted, restore],
    [restore, rewriteDeleted],
  ])
    expect(await namedAfter(...changes)).toContain(`report ${deleted}: ${hidden}`);
  const named = await namedAfter(restore, rewriteDeleted, rewritePraise, restoreReport, restorePraise);
  expect(named).toContain(`report ${deleted}: the site shows it, and leaf`);
  expect(named).toContain(`praise ${deletedPraise}: the site shows it, and leaf`);
});

it.each<[what: string, changes: (trx: Knex.Transaction) => Promise<unknown>]>([
  [
    'deleted and restored',
    async (trx) => {
      const operation = by();
      await deleteRows(trx, moderatedReports, { ids: [id], ...operation });
      await undoOperation(trx, { ...undo, operationId: operation.operationId });
    },
  ],
  [
    'said to name something, and not to',
    async (trx) => {
      const { description } = await trx('scammer_reports').where({ id }).first();
      for (const text of ['Free at free-presents.com and grinch.com.', description])
        await edit(trx, moderatedReports, { id, change: { description: text }, ...by() });
    },
  ],
])('a case %s, of which the feeds tell no more: the audit names it', async (_, changes) => {
  // All of an attack has the time of its transaction.
  await sleep(1_100);
  const putBack = async (trx: Knex.Transaction) => {
    const before = await trx('feed_changes').where({ report_id: id }).first();
    await changes(trx);
    await trx('feed_changes').where({ report_id: id }).update(before);
  };
  expect(await namedAfter(changes)).toBe('');
  expect(await namedAfter(putBack)).toContain(`report ${id}: the feeds tell of it before it happened`);
});

it.each(attacks)('%s: without the first, nothing is named', async (_, __, ___, then) => {
  expect(await namedAfter(...(then ? [then] : []))).toBe('');
});

const prove: Change = (trx) => setProven(trx, other, 'moderator');
const reply =
  (of: () => string): Change =>
  (trx) =>
    setReply(trx, of(), { text: 'We were hacked.', contradicts: true });
const ownReply = reply(() => otherCode);
const publishReply: Change = async (trx) => {
  const { written_at } = await trx('replies').where({ report_id: id }).first();
  const by = { who: 'rudolph', role: 'moderator' } as const;
  await applyReplyDecision(trx, { reportId: id, decision: 'publish', at: written_at.toISOString(), ...by });
};
const foreignReply = 'reply :id: its row in replies is not as the service left it';

/** Edits that are put back once the operation in between has acted on them. */
const moments: [what: string, named: string, before: Change[], edit: Change, then: Change, back: Change][] = [
  [
    'an appeal said to be decided, while its contradicting reply is published',
    `reply :id: ${shown}`,
    [prove, ownReply],
    sql("update appeals set decided_at = now(), decision = 'refused' where id = :other"),
    publishReply,
    sql('update appeals set decided_at = null, decision = null where id = :other'),
  ],
  [
    'the account said to be proven by a post, while a thief replies',
    foreignReply,
    [prove, ownReply, (trx) => setProven(trx, appeal, 'post')],
    sql("update appeals set proven_by = 'post' where id = :other"),
    reply(() => caseCode),
    sql("update appeals set proven_by = 'moderator' where id = :other"),
  ],
  [
    'an appeal said to be proven, while its sender replies',
    foreignReply,
    [],
    sql("update appeals set proven_at = now(), proven_by = 'moderator' where id = :appeal"),
    reply(() => caseCode),
    sql('update appeals set proven_at = null, proven_by = null where id = :appeal'),
  ],
  [
    'a rejected reply said to be published',
    foreignReply,
    [prove, ownReply],
    sql('update replies set rejected_at = now()'),
    (trx) => recordChanges(trx, { cases: [id] }, ['names']),
    sql("update replies set rejected_at = null, published_at = '2026-01-01'"),
  ],
];

it.each(moments)('%s, for a moment: the audit names it', async (_, named, before, ...changes) => {
  expect(await namedAfter(...before, ...changes)).toContain(numbered(named));
});

it.each(moments)('%s, for a moment: without that, nothing is named', async (_, __, before, ___, then) => {
  const isRefused = before.length === 0 || before.length === 3;
  expect(await namedAfter(...before, ...(isRefused ? [] : [then]))).toBe('');
});

it('a reply said to be rejected, while its report is withdrawn: no other report takes its place', async () => {
  const changes = [
    prove,
    ownReply,
    publishReply,
    sql('update replies set rejected_at = now()'),
    withdrawReport,
  ];
  await rolledBack(db(), async (trx) => {
    for (const each of changes) await each(trx);
    expect(await trx('scammer_reports').where({ id }).first()).toMatchObject({
      description: caseTexts.withdrawn,
    });
  });
});

const saidToBeProven = (trx: Knex.Transaction) =>
  trx('appeals')
    .where({ id: appeal })
    .update({ proven_at: '2026-01-01', proven_by: 'post', due_at: '2026-01-08' });
const putBack = ({ due_at }: { due_at: Date }) => ({ proven_at: null, proven_by: null, due_at });

it('an appeal said to be proven, for a moment: its deadline disputes no case', async () => {
  const before = await db()('appeals').where({ id: appeal }).first();
  await db().transaction(saidToBeProven);
  expect(await applyDeadlines(db(), new Date(), () => true)).toBe(0);
  await db()('appeals').where({ id: appeal }).update(putBack(before));
  expect(await db()('scammer_reports').where({ id }).first()).toMatchObject({ status: 'unreviewed' });
});

/** Puts another record into the last leaf of a subject, past the triggers; returns what puts the one before back. */
async function forge(
  trx: Knex.Transaction,
  subject: string,
  edited: (record: string) => string,
): Promise<Change> {
  const { rows } = await trx.raw(
    'select id, record from ledger_records where subject = ? order by leaf_index desc, id desc limit 1',
    [subject],
  );
  const [leaf] = rows;
  const put = (record: string) => async (within: Knex.Transaction) => {
    await within.raw("set local session_replication_role = 'replica'");
    await within('ledger_records').where({ id: leaf.id }).update({ record });
  };
  await put(edited(leaf.record))(trx);
  return put(leaf.record);
}

it('a text is rewritten in its row and its leaf, for the moment of an appeal: the audit names it', async () => {
  const rewriteForAnAppeal = async (trx: Knex.Transaction) => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    const { description } = await trx('scammer_reports').where({ id }).first('description');
    await rewrite(trx);
    const edited = (record: string) => `${record.replace(hashOf(description), hashOf('A saint.'))} `;
    const putLeafBack = await forge(trx, `report ${id}`, edited);
    await recordChanges(trx, { cases: [id] }, ['appeal']);
    await putLeafBack(trx);
  };
  expect(await namedAfter(rewriteForAnAppeal)).toMatch(`report ${id}: the site and leaf`);
});

it('an appeal said to be proven and due, in its leaf, too, for a moment: its deadline disputes no case', async () => {
  const before = await db()('appeals').where({ id: appeal }).first();
  const subject = `appeal ${appeal}`;
  const [proven, due] = ['2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z'];
  const putLeafBack = await db().transaction(async (trx) => {
    await saidToBeProven(trx);
    return forge(trx, subject, (said) => JSON.stringify({ ...JSON.parse(said), proven, due }));
  });
  expect(await applyDeadlines(db(), new Date(), () => true)).toBe(0);
  await db().transaction(putLeafBack);
  await db()('appeals').where({ id: appeal }).update(putBack(before));
  expect(await db()('scammer_reports').where({ id }).first()).toMatchObject({ status: 'unreviewed' });
});

it('a reply to no case is not taken along as that of the account', async () => {
  await rolledBack(db(), async (trx) => {
    await setProven(trx, other, 'moderator');
    await trx('replies').insert({
      report_id: 2_000_000_000,
      appeal_id: other,
      body: 'It was me.',
      contradicts: false,
    });
    await trx('replies').update({ published_at: trx.fn.now() });
    await deleteRows(trx, moderatedReports, { ids: [id], ...by() });
    await trx.raw(`insert into scammer_reports select (jsonb_populate_record(null::scammer_reports, to_jsonb(report)
      || '{"id": 999, "is_removed": false, "deleted_at": null, "was_removed": null, "unique_burn_address": "x"}')).* from scammer_reports report where id = ${id}`);
    await trx('replies').insert({ report_id: 999, appeal_id: other, body: 'It was me.', contradicts: false });
    await carryAppeals(trx, { id: 999, username: name });
    expect(await trx('appeals').where({ report_id: 999 }).pluck('grounds')).toHaveLength(1);
    expect((await auditSnapshot(trx)).named).toContain(
      'reply 999: its row in replies is not as the service left it',
    );
  });
});

it('a case said to be unreviewed and without statements, for a moment, is not deleted by its reporter', async () => {
  await rolledBack(db(), async (trx) => {
    await corroborate(trx);
    await report("status = 'unreviewed'")(trx);
    await trx('statements')
      .where({ id: statement })
      .update({ published_at: null, rejected_at: trx.fn.now() });
    await withdrawReport(trx);
    expect(await trx('scammer_reports').where({ id }).first()).toMatchObject({ deleted_at: null });
  });
});

it('a cleared case said to be listed, for a moment, is not disputed by a deadline', async () => {
  await rolledBack(db(), async (trx) => {
    await setProven(trx, other, 'moderator');
    await changeStatus(trx, {
      ...{ reportId: id, status: 'cleared', rule: 'decision_undone', restores: 'report_false' },
      ...{ reason: 'It was false.', role: 'moderator', who: 'claus' },
    });
    await report("status = 'unreviewed', cleared_at = null, is_removed = false")(trx);
    const { due_at } = await trx('appeals').where({ id: other }).first();
    expect(await applyDeadlines(trx, new Date(due_at.getTime() + 1), () => true)).toBe(0);
  });
});

it('a cleared case said to be listed, for a moment, is not disputed by a reply', async () => {
  const clear: Change = (trx) =>
    changeStatus(trx, {
      ...{ reportId: id, status: 'cleared', rule: 'decision_undone', restores: 'report_false' },
      ...{ reason: 'It was false.', role: 'moderator', who: 'claus' },
    });
  await rolledBack(db(), async (trx) => {
    for (const each of [prove, ownReply, clear]) await each(trx);
    await report("status = 'unreviewed', cleared_at = null, is_removed = false")(trx);
    await publishReply(trx);
    expect(await trx('scammer_reports').where({ id }).first('status')).toEqual({ status: 'unreviewed' });
  });
});

it('an appeal said to be due later, while its proof and the decision of another one are undone: the audit names it', async () => {
  const done = { ...by(), subject: 'scammer_report', row: { id: 0, username: '' } } as const;
  const ofBoth: Change[] = [
    (trx) => setProven(trx, appeal, 'moderator'),
    (trx) => setProven(trx, other, 'moderator'),
    (trx) => refuse(trx, other, 2),
    async (trx) => {
      await trx('audit_log')
        .where({ action: 'decide_appeal', subject_id: id })
        .update({ operation_id: done.operationId });
      const details = { appeal: String(appeal) };
      await insertEntry(trx, { ...done, action: 'confirm_account', row: { id, username: name }, details });
    },
  ];
  const undoBoth = undone(() => done.operationId);
  const later = sql("update appeals set due_at = due_at + interval '1 year' where id = :appeal");
  expect(await namedAfter(...ofBoth, undoBoth)).toBe('');
  expect(await namedAfter(...ofBoth, later, undoBoth)).toContain(`appeal ${appeal}: the site and leaf`);
});

it('an account that has proven itself appeals again: nothing is named', async () => {
  const again = async (trx: Knex.Transaction) => {
    await setProven(trx, appeal, 'moderator');
    await refuse(trx, appeal, 2);
    await appealAgain(trx, caseCode, 'There is another post.');
    expect(await trx('appeals').where({ previous_id: appeal }).first()).toMatchObject({
      proven_by: 'moderator',
    });
  };
  expect(await namedAfter(again)).toBe('');
});

it('a decided appeal is open again, and its decision not in the log, for a moment: its deadline disputes no case', async () => {
  await rolledBack(db(), async (trx) => {
    await setProven(trx, appeal, 'moderator');
    const { version, due_at } = await trx('appeals').where({ id: appeal }).first();
    await refuse(trx, appeal, version);
    const subject = `appeal ${appeal}`;
    const last = trx('ledger_records').where({ subject }).max('id');
    await trx('ledger_records').where('id', last).update({ subject: 'hidden' });
    const open = { decided_at: null, decision: null, rule: null, reason: null, decided_by: null };
    await trx('appeals').where({ id: appeal }).update(open);
    expect(await applyDeadlines(trx, new Date(due_at.getTime() + 1), () => true)).toBe(0);
  });
});

it('a proven appeal said to have been due, for a moment, or not to have been: its deadline disputes no case again', async () => {
  await rolledBack(db(), async (trx) => {
    await setProven(trx, other, 'moderator');
    const { due_at } = await trx('appeals').where({ id: other }).first();
    const set = (change: object) => trx('appeals').where({ id: other }).update(change);
    const passed = (now: Date) => applyDeadlines(trx, now, () => true);
    await set({ due_at: '2026-01-08' });
    expect(await passed(new Date())).toBe(0);
    await set({ due_at });
    const due = new Date(due_at.getTime() + 1);
    expect(await passed(due)).toBe(1);
    await corroborate(trx);
    await set({ overdue_at: null });
    expect(await passed(due)).toBe(0);
  });
});

it('a refused appeal said to be proven, for a moment: the next one of its account is not', async () => {
  await db().transaction((trx) => refuse(trx, appeal));
  const before = await db()('appeals').where({ id: appeal }).first();
  await db().transaction(saidToBeProven);
  await appealAgain(db(), caseCode, 'There is another post.');
  await db()('appeals').where({ id: appeal }).update(putBack(before));
  expect(await db()('appeals').where({ previous_id: appeal }).first()).toMatchObject({ proven_at: null });
  const row = `appeal ${appeal}: its row in appeals is not as the service left it`;
  expect((await auditDatabase(db())).named).toEqual([row]);
  await recordRows(db(), 'appeals', [appeal]);
});

it('an older text put back, which the sequence of numbers makes the last, and a status set: the audit names it', async () => {
  const say = async (trx: Knex.Transaction, description: string) => {
    await edit(trx, moderatedReports, { id, change: { description }, ...by() });
    while ((await growLedger(trx)) > 0);
  };
  const count = (from: number) => (trx: Knex.Transaction) =>
    trx.raw(`select setval(pg_get_serial_sequence('ledger_records', 'id'), ${from})`);
  const named = await namedAfter(
    count(1_000_000),
    (trx) => say(trx, 'The older text.'),
    count(100_000),
    (trx) => say(trx, 'The newer text.'),
    (trx) => trx('scammer_reports').where({ id }).update({ description: 'The older text.' }),
    corroborate,
  );
  expect(named).toMatch(/differ in .*text/);
});

it('what is put back for the daily audit is audited at other times, too, which nothing announces', async () => {
  const planned: { audit: () => void; inMs: number }[] = [];
  const begin = () => {
    const ends: (() => unknown)[] = [];
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      audit: () => void,
      inMs: number,
    ) => {
      planned.push({ audit, inMs });
      return 0;
    }) as never);
    unforeseenAudit({ ...admins.service.context, onClose: (end) => ends.push(end) } as BaseContext);
    timers.mockRestore();
    return async () => {
      for (const end of ends) await end();
    };
  };
  const audits = async () => (await db()('ledger_audits')).length;
  for (let times = 0; times < 5; times += 1) await begin()();
  expect(new Set(planned.map(({ inMs }) => inMs)).size).toBe(5);
  expect(planned.every(({ inMs }) => inMs < 86_400_000)).toBe(true);
  const before = await audits();
  const end = begin();
  planned.at(-1)?.audit();
  await end();
  expect(await audits()).toBe(before + 1);
});

it('differences are told while a lock keeps them from being stored', async () => {
  const { log, clock } = admins.service.context;
  const told = vi.spyOn(log, 'error');
  const locked = await db().transaction();
  await locked.raw('lock table ledger_audits in share mode');
  await db().raw(`update scammer_reports set profile_image_refreshed_at = 'infinity' where id = ${id}`);
  const audit = auditLedger({ db: db(), log, clock });
  const waited = vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 10_000 }).catch(() => {});
  const last = await waited.then(() => readLastAudit(db())).finally(() => locked.rollback());
  await audit;
  await db().raw(`update scammer_reports set profile_image_refreshed_at = null where id = ${id}`);
  expect(last?.named).toContain(`report ${id}: its picture is of no possible time`);
});

it('an audit that a lock keeps from being stored counts as a difference after a minute', async () => {
  const { log } = admins.service.context;
  await db()('ledger_audits').delete();
  const locked = await db().transaction();
  await locked.raw('lock table ledger_audits in share mode');
  const told = vi.spyOn(log, 'info');
  const clock = { ...admins.service.context.clock, now: () => new Date(Date.now() - 60_000) };
  const audit = auditLedger({ db: db(), log, clock });
  const waited = vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 10_000 }).catch(() => {});
  const last = await waited.then(() => readLastAudit(db())).finally(() => locked.rollback());
  await audit;
  expect(last).toMatchObject({ differences: 1, named: [expect.stringMatching(/^the audit of .* is gone$/)] });
});

it('the sessions of the audit are ended each time: it says so', async () => {
  const { log, clock, config } = admins.service.context;
  const other = openDatabase({ url: config.DATABASE_URL, schema: 'reports', max: 1 });
  let isOver = false;
  const ending = (async () => {
    while (!isOver)
      await other.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start < clock_timestamp() - interval '50 ms'`,
      );
  })();
  await auditLedger({ db: db(), log, clock }).finally(() => {
    isOver = true;
  });
  await ending;
  await other.destroy();
  expect(await readLastAudit(db())).toMatchObject({
    named: ['the database: its audit was cut off 5 times'],
  });
  await auditLedger({ db: db(), log, clock });
  expect(await readLastAudit(db())).toMatchObject({ differences: 0 });
});
