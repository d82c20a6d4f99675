import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deleteNiceReport, deleteReport } from '@naughty-list/contracts/admin-reports';
import { submitStatement } from '@naughty-list/contracts/cases';
import { parseVerifierKey } from '@naughty-list/ledger/note';
import { openRemoteLog, verifyRemoteLog } from '@naughty-list/ledger/remote-log';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setProven } from '../src/cases/appeals/post-proof.ts';
import { changeStatus } from '../src/cases/change-status.ts';
import { keepReportCode } from '../src/cases/own-reports/own-report.ts';
import { recordSettlement } from '../src/cases/removal/settle.ts';
import { setState } from '../src/cases/statement-state.ts';
import {
  auditDatabase,
  auditSnapshot,
  changedSchemas,
  otherSchemas,
} from '../src/publication/ledger/audit.ts';
import { auditSite } from '../src/publication/ledger/audit-site.ts';
import { type Differences, namedTwice, openDifferences } from '../src/publication/ledger/differences.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { createSiteReader } from '../src/publication/ledger/site-reader.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { noteName } from '../src/register/aliases/repository.ts';
import { addTraces } from '../src/register/traces.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { removeReport, rolledBack, withNumbers } from './past-operations.ts';
import { ANYTHING, SECRET } from './running-service.ts';

let name: string;
/** The numbers of a case that has everything, of one removed by a burn, of a deleted, an erased and a cleared one. */
let id: number;
let removed: number;
let deleted: number;
let erased: number;
let praise: number;
let cleared: number;
const db = () => admins.service.context.db;

const admins = closeAfterAll(await openAdmins());
beforeAll(async () => {
  const report = await admins.newReport();
  ({ id, username: name } = report);
  await admins.edit(id, { description: 'Stole every single present.' });
  const post = {
    username: name,
    twitterUrl: `https://x.com/${name}/status/77`,
    description: 'Mine, too, it stole.',
  };
  await admins.service.as('witness').call(submitStatement, { body: post });
  await admins.appeal(name);
  await decideStatus(db(), id, 'corroborated', 'evidence_alone');
  const appeal = await db()('appeals').where({ report_id: id }).first('id');
  await db().transaction((trx) => setProven(trx, appeal.id, 'moderator'));
  await db()('replies').insert({
    report_id: id,
    appeal_id: appeal.id,
    body: 'We were hacked.',
    contradicts: false,
    published_at: new Date(),
  });
  await recordRows(db(), 'replies', [id]);
  await db()('kept_posts')
    .insert({
      report_id: id,
      twitter_url: report.twitterUrl,
      answer: '{}',
      text: 'Send me a coin',
      fetched_at: new Date(),
    })
    .onConflict(['report_id', 'statement_id'])
    .merge();
  const { id: statement } = await db()('statements').first('id');
  await db()('kept_posts')
    .insert({
      ...{ report_id: id, statement_id: statement, twitter_url: post.twitterUrl, answer: '{}' },
      ...{ text: 'Send it to me', fetched_at: new Date(), gone_at: new Date() },
    })
    .onConflict(['report_id', 'statement_id'])
    .merge();
  await db()('scammer_reports').where({ id }).update({ post_confirmed_at: new Date() });
  await db()('statements').where({ id: statement }).update({ post_confirmed_at: new Date() });
  await db().transaction(async (trx) => {
    await noteName(trx, { reportId: id, author: 'renamed' });
    await addTraces(trx, { reportId: id }, [{ kind: 'domain', value: 'presents.example' }]);
  });
  await db().transaction((trx) =>
    recordChanges(
      trx,
      { cases: [id], statements: [statement], posts: [id], statementPosts: [statement] },
      ANYTHING,
    ),
  );
  const naming = {
    username: 'cleared_one',
    twitterUrl: 'https://x.com/cleared_one/status/7001',
    description: 'Sold me empty boxes at empty-boxes.com.',
  };
  cleared = (await admins.service.report(naming)).id;
  await decideStatus(db(), cleared, 'cleared', 'report_false');
  removed = (await admins.newReport()).id;
  await db().transaction((trx) => noteName(trx, { reportId: removed, author: 'moved_on' }));
  await removeReport(db(), removed, 'S1gnature');
  await db()('removal_claims').insert({
    ...{ id: 'removal_burn', report_id: removed, signature: 'S1gnature', status: 'removed' },
    ...{ amount: '1000000500000', sent: '500000', decimals: 6, due_at: new Date(), decided_at: new Date() },
  });
  await recordRows(db(), 'removal_claims', ['removal_burn']);
  await db().transaction((trx) => recordChanges(trx, { cases: [removed], burns: ['S1gnature'] }, ANYTHING));
  deleted = (await admins.newReport()).id;
  await admins.admin().call(deleteReport, { params: { id: deleted } });
  const other = await admins.newReport();
  erased = other.id;
  await admins.appeal(other.username, 'other account');
  await admins.erase({ reportId: erased });
  const { id: erasedLater } = await admins.newReport();
  const { id: paidLater } = await admins.newReport();
  for (const one of [erasedLater, paidLater]) await admins.deleted(one);
  const { id: clearedBefore } = await admins.newReport();
  await decideStatus(db(), clearedBefore, 'cleared', 'report_false');
  const { id: undoneLater } = await admins.newReport();
  await decideStatus(db(), undoneLater, 'corroborated', 'evidence_alone');
  await removeReport(db(), undoneLater, 'Th1rd');
  const { id: decidedAsBefore } = await admins.newReport();
  await sleep(1_100);
  for (const one of [erasedLater, clearedBefore]) await admins.erase({ reportId: one });
  await removeReport(db(), paidLater, 'An0ther');
  await decideStatus(db(), undoneLater, 'unreviewed', 'status_withdrawn');
  await decideStatus(db(), decidedAsBefore, 'unreviewed', 'decision_undone', {
    restores: 'status_withdrawn',
  });
  await admins.erase({ username: (await admins.newNiceReport()).username });
  const [gone, withdrawn] = [await admins.newNiceReport(), await admins.newNiceReport()];
  await admins.admin().call(deleteNiceReport, { params: { id: gone.id } });
  await db().transaction(async (trx) => {
    await trx('nice_reports').where({ id: withdrawn.id }).update({ held_at: new Date(), reviewed_at: null });
    await recordChanges(trx, { praises: [withdrawn.id] }, ['praise']);
  });
  for (const { username } of [gone, withdrawn]) await admins.erase({ username });
  praise = (await admins.newNiceReport()).id;
  // Held, and never public.
  const [held] = await db()('scammer_reports')
    .insert({
      ...{ twitter_url: 'https://x.com/held/status/1', username: 'held', scam_category: 'other' },
      ...{ description: 'Waits for a moderator.', unique_burn_address: 'LISTBURN999998' },
      ...{ is_removed: true, held_at: new Date() },
    })
    .returning(['id', 'reported_at']);
  await keepReportCode(db(), { kind: 'report', id: held.id, at: held.reported_at }, SECRET);
  while ((await growLedger(db())) > 0);
});

it('finds nothing if everything was written by operations', async () => {
  expect(await auditDatabase(db())).toMatchObject({
    count: 0,
    named: [],
    leaves: expect.any(Number),
  });
});

/** What the audit names after an edit by an operator with all rights on the database, which is then rolled back. */
const auditAfter = (sql: string, then?: (trx: Knex.Transaction) => Promise<unknown>): Promise<string[]> =>
  rolledBack(db(), async (trx) => {
    const { rowCount } = await trx.raw(sql);
    expect(rowCount, sql).toBeGreaterThan(0);
    await then?.(trx);
    return (await auditSnapshot(trx)).named;
  });

it.each<[what: string, edit: string, named: string[]]>([
  [
    'a record that is no JSON',
    "update ledger_records set record = 'nothing' where subject = 'report :removed' and type = 'report-removed'",
    [
      '(report :removed) does not open to its record',
      'report :removed: the record of its last leaf cannot be read',
    ],
  ],
  [
    'a loss without amounts',
    `update statements set loss = '{"sent":7}', reviewed_at = now() where report_id = :id`,
    ['differ in loss'],
  ],
  [
    'a held report of no time',
    "update scammer_reports set reported_at = 'infinity' where username = 'held'",
    ['the service did not write it, or not at this time'],
  ],
  [
    'an audit of no time',
    "insert into ledger_audits values ('infinity', 1, 0, '{}', '')",
    ['the audit of Infinity was not written by the service'],
  ],
])('%s hides no other difference: the audit names both', async (_, edit, named) => {
  const numbered = (text: string) => withNumbers(text, { id, removed });
  const sql = `${numbered(edit)}; update nice_reports set description = 'Paid us.' where id = ${praise}`;
  const found = await rolledBack(db(), async (trx) => {
    await trx.raw(sql);
    return (await auditSnapshot(trx)).named.join('\n');
  });
  for (const difference of [...named.map(numbered), `praise ${praise}: the site and leaf`])
    expect(found).toContain(difference);
});

describe('an edit by SQL is reported:', () => {
  const reports = (change: string, of = ':id') => `update scammer_reports set ${change} where id = ${of}`;
  const set = (table: string, change: string) => `update ${table} set ${change} where report_id = :id`;
  const leaf = (change: string) =>
    `update ledger_records set ${change} where id = (select max(id) from ledger_records where subject = 'report :id')`;
  /** Texts and statements name `:id` and the numbers of the other cases. */
  const numbered = (text: string) => withNumbers(text, { id, removed, deleted, erased, cleared, praise });
  /** By what is named. */
  const edits: Record<string, string | string[]> = {
    'report :removed: an intent to pay for it has another state than its payments': [
      'paid',
      'settled',
      'open',
    ].map(
      (state) => `with paid as (update removal_claims set intent_id = 'removal_x' where '${state}' <> 'paid')
          insert into payment_intents (id, visitor, subject, price, decimals, mint, burn_wallet, reference, reference_key, expires_at, mac, state)
          values ('removal_x', '', :removed, 1, 6, '', '', '', '', now(), '', '${state}')`,
    ),
    ...Object.fromEntries(
      [':removed', ':deleted', ':erased'].map((of) => [
        `report ${of}: leaf`,
        `delete from scammer_reports where id = ${of}`,
      ]),
    ),
    'report :id: leaf': 'delete from scammer_reports where id = :id',
    'report :erased: its row in scammer_reports is not as the service left it': [
      reports("reported_at = '2020-01-01'", ':erased'),
      reports("erased_at = null, held_at = now(), username = 'innocent'", ':erased'),
    ],
    'report :id: the site does not show it': reports('is_removed = true'),
    'report :id: the site does not show it (deleted)': reports(
      'is_removed = true, deleted_at = now(), was_removed = false',
    ),
    'report :id: the site does not show it (erased)': reports('is_removed = true, erased_at = now()'),
    'report :id: the site does not show it (removed)': reports("is_removed = true, removal_tx_hash = 'x'"),
    'report :id: the site and leaf': reports("status = 'disputed'"),
    'differ in reported (2020': reports("reported_at = '2020-01-01'"),
    'differ in text': [
      reports("description = 'Stole nothing at all.'"),
      set('statements', "description = 'It was lovely.'"),
    ],
    'differ in username (other': reports("username = 'other'"),
    'differ in post': reports("twitter_url = 'https://x.com/other/status/1'"),
    'differ in count': 'update nice_reports set report_count = 99 where id = :praise',
    'differ in count (5, not 1)': reports('independent_read = 5'),
    'differ in reviewed (true, not false)': [
      set('statements', 'reviewed_at = now()'),
      'update nice_reports set reviewed_at = now() where id = :praise',
    ],
    'report :id: its independent statements are not as many as it counts': reports('independent = 1'),
    'burn S1gnature: the site and leaf': 'update removal_claims set amount = amount * 2',
    'differ in burned (1000000500000, not 1000000000000)': 'update removal_claims set sent = 0',
    'differ in at (2020': "update removal_claims set decided_at = '2020-01-01'",
    'burn S1gnature: leaf': [
      "update removal_claims set status = 'refused'",
      "with gone as (delete from removal_claims) update ledger_records set record = null, salt = null where type = 'burned'",
    ],
    'burn made up: the site shows it, and no leaf says so':
      "insert into removal_claims (id, report_id, signature, status, amount, decimals, due_at, decided_at) values ('removal_x', :id, 'made up', 'removed', 7, 6, now(), now())",
    'report :removed: its row in removal_claims is not as the service left it': `insert into removal_claims (id, report_id, signature, proven_wallet, status, amount, sent, decimals, due_at, decided_at)
       select 'removal_x', report_id, signature, 'another', status, amount, sent, decimals, due_at, decided_at from removal_claims`,
    'differ in gone': 'update kept_posts set gone_at = now() where report_id = :id and statement_id = 0',
    'report :cleared: its case was cleared at another time': reports("cleared_at = '2020-01-01'", ':cleared'),
    'the feeds hide what it names': reports('names_version = -1'),
    'report :removed: the feeds do not say that it is gone':
      'delete from feed_changes where report_id = :removed',
    'report :removed: the feeds tell of it out of its order':
      'update feed_changes set version = 1 where report_id = :removed',
    'report :removed: the feeds tell of it before it happened':
      "update feed_changes set version = 1, changed_at = '2020-01-01' where report_id = :removed",
    'report :id: the feeds tell of it before it happened':
      "update feed_changes set version = 1, changed_at = '2020-01-01', corroborated_version = 1, corroborated_changed_at = '2020-01-01' where report_id = :id",
    'report :id: the feeds do not have what it says now': reports("scam_category = 'nft'"),
    'differ in proven': set('appeals', 'proven_at = null'),
    'reply :id: the site and leaf': [
      set('appeals', 'proven_at = null'),
      set('replies', "body = 'We confess.'"),
    ],
    'differ in role': set('case_changes', "role = 'deadline'"),
    'differ in aliases': [
      set('aliases', 'left_at = now()'),
      "insert into aliases (report_id, username) values (:id, 'innocent')",
    ],
    'differ in traces': [
      'delete from traces where report_id = :id',
      "insert into traces (report_id, kind, value) values (:id, 'sol', 'So11111111111111111111111111111111111111112')",
    ],
    'differ in category': reports("scam_category = 'rug_pull'"),
    'differ in reference': reports("unique_burn_address = 'LISTBURN999999'"),
    'differ in quote': reports("tweet_content = 'I confess.'"),
    'differ in evidence': reports("evidence_urls = '{https://evil.example}'"),
    'report :removed: the site shows it': reports('is_removed = false', ':removed'),
    'report :removed: the site does not show it': reports("removal_tx_hash = 'another'", ':removed'),
    'report :removed: its row in aliases is not as the service left it':
      'delete from aliases where report_id = :removed',
    'report :removed: the site does not show it (deleted)': reports(
      'removal_tx_hash = null, deleted_at = now(), was_removed = false',
      ':removed',
    ),
    'report :deleted: the site shows it': reports(
      'is_removed = false, deleted_at = null, was_removed = null',
      ':deleted',
    ),
    'the site shows it, and no leaf says so':
      "insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address) values ('https://x.com/a/status/1', 'made_up', 'other', 'Never happened at all.', 'X')",
    'the service did not write it, or not at this time': [
      "update scammer_reports set reported_at = reported_at - interval '1 month' where username = 'held'",
      `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, is_removed, deleted_at, was_removed)
        values ('https://x.com/a/status/1', 'made_up', 'other', 'Never happened at all.', 'X', true, now(), true)`,
      "insert into statements (report_id, twitter_url, description, rejected_at) values (:cleared, 'https://x.com/b/status/9', 'No report of this post.', now())",
    ],
    'differ in handleChanged': reports('handle_changed_at = now()'),
    'differ in unconfirmed': set('statements', 'post_confirmed_at = null'),
    'differ in loss': set('statements', `loss = '{"sent":[]}'`),
    'statement 1: leaf': 'delete from statements where report_id = :id',
    'statement 1: the site does not show it (withdrawn)': set(
      'statements',
      'published_at = null, rejected_at = now()',
    ),
    'no leaf says so':
      "insert into statements (report_id, twitter_url, description, published_at) values (:id, 'https://x.com/b/status/9', 'Made up.', now())",
    'its row in replies is not as the service left it': 'delete from replies where report_id = :id',
    'differ in reason': set('case_changes', "reason = 'Because.'"),
    'decision 1: leaf': 'delete from case_changes where report_id = :id',
    'differ in at': set('case_changes', "at = '2020-01-01'"),
    'decision 99: the site shows it':
      "insert into case_changes (id, report_id, status, rule, reason, role, who) overriding system value values (99, :id, 'unreviewed', 'new_evidence', 'Made up.', 'admin', 'x')",
    'differ in to': set('case_changes', "period_to = '2026-12-01'"),
    'appeal 1: leaf': 'delete from appeals where report_id = :id',
    'differ in due': set('appeals', "due_at = due_at + interval '1 year'"),
    'passed its deadline before it was due': set('appeals', 'overdue_at = now()'),
    'it counts as erased, and no leaf says that it was there':
      "insert into appeals (report_id, grounds, due_at, erased_at, decided_at, decision) values (:id, 'false', now(), now(), now(), 'refused')",
    'appeal 2: leaf': 'delete from appeals where id = 2',
    'differ in decided': set('appeals', "decided_at = now(), decision = 'refused'"),
    'praise :praise: the site and leaf':
      "update nice_reports set description = 'Paid us to say so.' where id = :praise",
    'praise :praise: leaf': 'delete from nice_reports where id = :praise',
    'post :id: the site and leaf':
      "update kept_posts set text = 'Send me two' where report_id = :id and statement_id = 0",
    'does not open to its record': [
      leaf("record = replace(record, 'corroborated', 'disputed')"),
      leaf("salt = sha256('x')"),
    ],
    'its record was erased': leaf('record = null, salt = null'),
    'is about report': leaf("subject = 'report 999'"),
    '(burn another) was not written by the service':
      "update ledger_records set record = null, salt = null, subject = 'burn another' where type = 'burned'",
    '(report :removed) was not written by the service': `update ledger_records set report_id = 999, burn = 'x', record = null, salt = null,
          entry = convert_to(replace(replace(convert_from(entry, 'UTF8'), '"case"::removed', '"case":999'), 'S1gnature', 'x'), 'UTF8')
         where subject = 'report :removed' and type = 'report-removed'`,
    'is missing': 'delete from ledger_records where leaf_index = 3',
    'does not have the hashes of its leaves':
      "update ledger_records set entry = convert_to(replace(convert_from(entry, 'UTF8'), '2026-', '2025-'), 'UTF8') where leaf_index = 3",
    'records wait': `insert into ledger_records (log, subject, type, entry) values (1, 'settled x', 'settled', convert_to('{"commitment":"","time":"2026-01-01T00:00:00.000Z","type":"settled"}', 'UTF8'))`,
    'tile 0 of row 0': 'update ledger_tiles set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)',
    'tile 7 of row 0':
      "insert into ledger_tiles (log, row_number, index, hashes) select log, 0, 7, sha256('') from ledger_head",
    'the checkpoint is not signed':
      "update ledger_head set checkpoint = replace(checkpoint, E'\\n\\n', E'\\nmore\\n\\n')",
  };

  it('except of the keys of reporters, from which no page counts', async () => {
    const sql = 'update contributions set reporter_key = random()::text, network_key = random()::text';
    expect(await auditAfter(sql)).toEqual([]);
  });

  // Changes are separated by semicolons.
  it.each([
    [
      'report :removed',
      'scammer_reports',
      'id = :removed',
      "username = 'innocent'; description = 'I made it up.'",
    ],
    ['report :removed', 'scammer_reports', 'id = :removed', "twitter_url = 'https://x.com/i/status/1'"],
    ['report :removed', 'scammer_reports', 'id = :removed', 'deleted_at = now(), was_removed = true'],
    ['report :removed', 'scammer_reports', 'id = :removed', 'reported_at = now(); held_at = now()'],
    ['report :removed', 'scammer_reports', 'id = :removed', 'erased_at = now(); handle_changed_at = now()'],
    ['report :removed', 'scammer_reports', 'id = :removed', 'post_confirmed_at = now()'],
    ['statement 1', 'statements', 'id = 1', "dependent = not dependent; loss_transaction = 'x'"],
    [
      'reply :id',
      'replies',
      'report_id = :id',
      "body = 'We confess.'; contradicts = true; written_at = now()",
    ],
    [
      'appeal 1',
      'appeals',
      'id = 1',
      "grounds = 'not_me'; previous_id = 2; code_hash = null; code_mac = null",
    ],
    ['appeal 1', 'appeals', 'id = 1', "proof_code = 'x'; proof_issued_at = now(); opened_at = '2020-01-01'"],
    ['appeal 1', 'appeals', 'id = 1', "decided_at = now(), decision = 'refused'; reason = 'Made up.'"],
    ['appeal 1', 'appeals', 'id = 1', "rule = 'appeal_unfounded'; decided_by = 'krampus'"],
    ['report :id', 'case_changes', 'report_id = :id', "who = 'krampus'; appeal_id = 1"],
    [
      'report :removed',
      'removal_claims',
      'true',
      "signature = 'x'; code = 'x'; intent_id = 'x'; proven_wallet = 'x'",
    ],
    ['report :id', 'traces', 'report_id = :id', "kind = 'github'; value = 'innocent'; statement_id = 1"],
    ['report :id', 'aliases', 'report_id = :id', "username = 'innocent'; seen_at = now(); left_at = now()"],
    [
      'report :id',
      'feed_changes',
      'report_id = :id',
      'left_at = array[now()]; corroborated_left_at = array[now()]',
    ],
    ['report :removed', 'feed_changes', 'report_id = :removed', "left_at = '{2020-01-01}'; left_at = '{}'"],
    ['the epoch of the feeds', 'state', 'true', "epoch = '00000000-0000-4000-8000-000000000000'"],
  ])('of %s in %s, where %s: %s', async (about, table, which, changes) => {
    const named = numbered(`${about}: its row in ${table} is not as the service left it`);
    for (const change of changes.split('; ')) {
      const sql = numbered(`update ${table} set ${change} where ${which}`);
      expect(await auditAfter(sql, growLedger), change).toContain(named);
    }
  });

  const rows = Object.entries(edits).flatMap(([named, those]) =>
    [those].flat().map((sql): [string, string] => [named, sql]),
  );
  it.each(rows)('%s', async (named, sql) => {
    expect((await auditAfter(numbered(sql))).join('\n')).toContain(numbered(named));
  });

  const next: [
    what: string,
    named: string,
    sql: string,
    then: (trx: Knex.Transaction) => Promise<unknown>,
  ][] = [
    [
      'a wallet made up, and another statement',
      'report :id: its row in traces is not as the service left it',
      "insert into traces (report_id, kind, value) values (:id, 'domain', 'innocent.example')",
      (trx) => recordChanges(trx, { cases: [id] }, ['statement', 'names']),
    ],
    [
      'a statement said to be read, and its loss proven',
      'differ in reviewed (true, not false)',
      set('statements', 'reviewed_at = now()'),
      (trx) => recordChanges(trx, { statements: [1] }, ['statement', 'names', 'confirmation']),
    ],
    [
      'another name made up, and the account renamed',
      'report :id: its row in aliases is not as the service left it',
      "insert into aliases (report_id, username) values (:id, 'innocent')",
      (trx) => noteName(trx, { reportId: id, author: 'renamed_again' }),
    ],
    [
      'another name withdrawn, and the account renamed',
      'differ in aliases',
      'delete from aliases where report_id = :id',
      (trx) => noteName(trx, { reportId: id, author: 'renamed_again' }),
    ],
    [
      'a kept post rewritten, and the post gone at the next reading',
      'post :id: the site and leaf',
      "update kept_posts set text = 'I confess.', gone_at = now() where report_id = :id and statement_id = 0",
      (trx) => recordChanges(trx, { posts: [id] }, ['gone']),
    ],
    [
      'decisions numbered anew, and a case reopened',
      'report :cleared: its status is not that of its last decision',
      "select setval(pg_get_serial_sequence('case_changes', 'id'), 1, false)",
      (trx) =>
        changeStatus(trx, {
          ...{ reportId: cleared, status: 'unreviewed', rule: 'new_evidence' },
          ...{ reason: 'There is another post.', role: 'moderator', who: 'claus' },
        }),
    ],
  ];

  it.each(next)('%s, which records the same case', async (_, named, sql, then) => {
    expect((await auditAfter(numbered(sql), then)).join('\n')).toContain(numbered(named));
  });

  /** What operations of visitors and moderators record of the same cases. */
  const goesOn = async (trx: Knex.Transaction) => {
    const post = {
      twitter_url: 'https://x.com/c/status/3',
      description: 'Took mine.',
      published_at: new Date(),
    };
    const [stated] = await trx('statements')
      .insert({ ...post, report_id: id })
      .returning('id');
    const cases = [id, removed, deleted, cleared];
    await recordChanges(trx, { statements: [stated.id] }, ['statement', 'names']);
    await recordChanges(trx, { cases }, ['names']);
    await recordChanges(trx, { cases, posts: cases }, ['appeal']);
    const praises = await trx('nice_reports').where({ id: praise }).increment('version', 1).returning('id');
    await recordChanges(trx, { praises: praises.map((row) => row.id) }, ['praise']);
  };
  /** What these operations may change themselves. */
  const theirs =
    /differ in (count|reviewed|aliases|traces|handleChanged|unconfirmed)|independent statements|statement 1|feeds|cleared at/;

  it.each(rows.filter(([named, sql]) => !theirs.test(named) && !/ledger_/.test(sql)))(
    '%s, also after operations that record the same case',
    async (named, sql) => {
      expect((await auditAfter(numbered(sql), goesOn)).join('\n')).toContain(numbered(named));
    },
  );
});

describe('over public URLs alone', () => {
  let proxy: Server;
  let site: string;
  /** What the site says instead. */
  let lie = (_url: string, text: string): string | undefined => text;
  beforeAll(async () => {
    proxy = createServer(async ({ url }, response) => {
      const answer = await admins.service.fetch(url ?? '');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const said = /^.log.(tile|checkpoint|key)/.test(url ?? '') ? bytes : lie(url ?? '', bytes.toString());
      response.writeHead(said === undefined ? 404 : answer.status).end(said);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => void proxy.close());

  const audit = async () => {
    const key = parseVerifierKey((await (await fetch(`${site}/log/key`)).text()).trim());
    if (!key) throw new Error('no key');
    const entries = await verifyRemoteLog(await openRemoteLog(`${site}/log`, key));
    return auditSite(createSiteReader(site), entries);
  };
  const edit = (sql: string) =>
    db().transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx.raw(sql);
    });

  it('finds nothing if everything was written by operations', async () => {
    expect(await audit()).toMatchObject({ count: 0, named: [] });
  });

  it('opens public records, and has the reason for each withheld one', async () => {
    const records = (await (await fetch(`${site}/log/records/0`)).json()) as {
      index: number;
      gone?: string;
    }[];
    const reasons = records.flatMap((each) => each.gone ?? []);
    expect(
      Object.fromEntries(reasons.map((one) => [one, reasons.filter((each) => each === one).length])),
    ).toEqual({ deleted: 1, erased: 12, private: expect.any(Number), removed: 7, replaced: 1 });
    const index = records.find((each) => each.gone === 'erased')?.index;
    const answer = await fetch(`${site}/log/record/${index}`);
    expect([answer.status, await answer.json()]).toEqual([
      410,
      { code: 'record_gone', message: expect.any(String), reason: 'erased' },
    ]);
    expect((await fetch(`${site}/log/record/999`)).status).toBe(404);
  });

  it.each(['replaced', 'withdrawn', 'deleted', 'erased', 'removed', 'archived'])(
    'reports a case that the site hides everywhere, with its records said to be %s',
    async (gone) => {
      const hidden = await admins.newReport();
      await admins.restore(await admins.deleted(hidden.id));
      while ((await growLedger(db())) > 0);
      const shown: string[] = await db()('ledger_records')
        .where({ subject: `report ${hidden.id}`, type: 'report-published' })
        .orderBy('id')
        .pluck('leaf_index');
      const isOther = (each: { id?: number; number?: number }) => (each.number ?? each.id) !== hidden.id;
      lie = (url, text) => {
        if (url.startsWith(`/api/cases/${hidden.username}`)) return undefined;
        const said = JSON.parse(text);
        if (url.startsWith('/api/scammer-reports')) return JSON.stringify(said.filter(isOther));
        for (const list of ['cases', 'diffs']) if (said[list]) said[list] = said[list].filter(isOther);
        if (!url.startsWith('/log/records')) return JSON.stringify(said);
        return JSON.stringify(
          said.map((each: { index: number }) =>
            shown.includes(String(each.index)) ? { index: each.index, gone } : each,
          ),
        );
      };
      const { named } = await audit();
      lie = (_, text) => text;
      expect(named).toContain(`leaf ${shown.at(-1)} is withheld (${gone}), and no leaf says so`);
      expect(await audit()).toMatchObject({ named: [] });
    },
  );

  const inFeed = (from: string, to: string) => (url: string, text: string) =>
    url.startsWith('/feeds/') ? text.replaceAll(from, to) : text;
  const inList = (from: RegExp, to: string) => (url: string, text: string) =>
    url.startsWith('/api/scammer-reports') ? text.replaceAll(from, to) : text;
  it.each<[what: string, named: () => string, said: typeof lie]>([
    [
      'another trace in the feeds',
      () => `feed of all cases: ${id} is`,
      inFeed('presents.example', 'good.example'),
    ],
    ['another alias in the feeds', () => `feed of all cases: ${id} is`, inFeed('"renamed"', '"innocent"')],
    [
      'no removal in the changes of the feeds',
      () => `diffs of all cases: ${removed} left the list`,
      (url, text) =>
        url.startsWith('/feeds/diffs')
          ? text.replace(/\{[^{]*"isRemoval":true\},?/g, '').replace(',]', ']')
          : text,
    ],
    [
      'another status in the list',
      () => `report ${id}: the list shows another status`,
      inList(/:"corroborated"/g, ':"disputed"'),
    ],
    [
      'another reference in the list',
      () => `report ${id}: the list shows another reference`,
      inList(/LISTBURN/g, 'BURNLIST'),
    ],
    [
      'words of no one first in the list',
      () => `report ${id}: the list shows another statement`,
      inList(/"description":/g, '"readFirst":"I was paid to say so.","description":'),
    ],
    [
      'another deleted post of a statement',
      () => 'post-of-statement 1: the page shows another kept post',
      (_, text) => text.replaceAll('Send it to me', 'Have a coin'),
    ],
  ])('reports %s', async (_, named, said) => {
    lie = said;
    const found = (await audit()).named.join('\n');
    lie = (_, text) => text;
    expect(found).toContain(named());
  });

  it('reports a statement and a praise that the site hides, as another was withdrawn', async () => {
    const { id: number, username } = await admins.newReport();
    const kept = { statement: 0, praise: (await admins.newNiceReport()).id };
    for (const status of [701, 702]) {
      const body = {
        username,
        twitterUrl: `https://x.com/${username}/status/${status}`,
        description: `Mine: ${status}.`,
      };
      const { id: statement } = await admins.service.as(`witness ${status}`).call(submitStatement, { body });
      if (status === 701) kept.statement = statement;
      else
        await db().transaction((trx) =>
          setState(trx, { id: statement, from: 'published', to: 'held', reason: null, isReviewed: false }),
        );
    }
    const { id: gone } = await admins.newNiceReport();
    await admins.admin().call(deleteNiceReport, { params: { id: gone } });
    while ((await growLedger(db())) > 0);
    expect(await audit()).toMatchObject({ named: [] });
    const isOther = (each: { id: number }) => each.id !== kept.praise;
    lie = (url, text) => {
      const said = JSON.parse(text);
      if (url === `/api/cases/${username}`) return JSON.stringify({ ...said, statements: [] });
      if (url.startsWith('/api/nice-reports')) return JSON.stringify(said.filter(isOther));
      if (!url.startsWith('/log/records')) return text;
      return JSON.stringify(
        said.map((each: { index: number; record?: string }) =>
          each.record?.includes(`"statement":${kept.statement}`)
            ? { index: each.index, gone: 'withdrawn' }
            : each.record?.includes(`"praise":${kept.praise},`)
              ? { index: each.index, gone: 'deleted' }
              : each,
        ),
      );
    };
    const { named } = await audit();
    lie = (_, text) => text;
    expect(named).toEqual([
      `case ${number}: statements are withheld (1), and no leaf says so`,
      'praise is withheld (1), and no leaf says so',
    ]);
  });

  it('reports what differs each time in another way', () => {
    const [first, second] = ['1', '2'].map((time) => {
      const differences = openDifferences();
      differences.add(
        `report 7: the site and leaf 3 differ in post (https://x.com/a/status/${time}, not none)`,
      );
      differences.add(`case 7: its page has a decision of 2026-12-0${time}T00:00:00.000Z that no leaf has`);
      differences.add(`statement ${time}: the site shows it, and no leaf says so`);
      return differences;
    }) as [Differences, Differences];
    expect(namedTwice(first, second)).toEqual(second.named.slice(0, 2));
  });

  it('finds nothing after a payment was settled by hand', async () => {
    const report = await admins.newReport();
    const of = { claim: 'removal_settled', reference: 'ours', signature: 'S3ttled' };
    const by = { operationId: randomUUID(), who: 'claus', reason: 'The chain shows it.' };
    await db().transaction((trx) =>
      recordSettlement(trx, { ...of, ...by, at: new Date().toISOString() }, report),
    );
    await removeReport(db(), report.id, 'S3ttled');
    while ((await growLedger(db())) > 0);
    expect((await audit()).named).toEqual([]);
  });

  it('a page that fails, or a damaged record, hides nothing else', async () => {
    const other = await admins.newReport();
    const third = await admins.newReport();
    while ((await growLedger(db())) > 0);
    await edit(`
      create table public.was as select id, record from ledger_records where subject = 'praise ${praise}';
      create table public.reported as select id, reported_at, description from scammer_reports;
      update ledger_records set record = 'nothing' where id in (select id from public.was);
      update scammer_reports set reported_at = 'infinity' where id = ${other.id};
      update scammer_reports set description = 'Rewritten in full.' where id = ${third.id}`);
    const named = (await audit()).named.join('\n');
    await edit(`
      update ledger_records set record = was.record from public.was where was.id = ledger_records.id;
      update scammer_reports report set reported_at = was.reported_at, description = was.description
        from public.reported was where was.id = report.id;
      drop table public.was; drop table public.reported`);
    for (const difference of [
      'the site cannot be read: /api/scammer-reports?limit=1000&offset=0 answered 500',
      'the site cannot be read: /feeds/snapshot.json?include=all answered 500',
      `@${other.username}: the list or the log has it, its page answers 500`,
      `report ${third.id}: the site and leaf`,
      'does not open to its record',
    ])
      expect(named).toContain(difference);
  });

  it('reports each edit', async () => {
    const other = await admins.newReport();
    const gone = await admins.newReport();
    while ((await growLedger(db())) > 0);
    expect((await audit()).named).toEqual([]);
    await edit(`
      update scammer_reports set status = 'disputed', reported_at = '2020-01-01' where id = ${id};
      update scammer_reports set description = 'Rewritten in full.' where id = ${other.id};
      delete from scammer_reports where id = ${gone.id};
      update statements set description = 'It was lovely.' where report_id = ${id};
      update replies set body = 'We confess.' where report_id = ${id};
      update case_changes set reason = 'Because.' where report_id = ${id};
      update appeals set due_at = due_at + interval '1 year' where report_id = ${id};
      update nice_reports set description = 'Paid us.', reviewed_at = now() where id = ${praise};
      update removal_claims set amount = amount * 2;
      update scammer_reports set is_removed = false where id = ${removed};
      insert into statements (report_id, twitter_url, description, published_at)
        values (${other.id}, 'https://x.com/b/status/9', 'Made up.', now())`);
    const named = (await audit()).named.join('\n');
    for (const difference of [
      `report ${id}: the site and leaf`,
      'reported (2020-01-01',
      'status (disputed, not corroborated)',
      `report ${other.id}: the site and leaf`,
      `report ${gone.id}: leaf`,
      'statement 1: the site and leaf',
      `reply ${id}: the site and leaf`,
      `case ${id}: its page has a decision`,
      `case ${id}: its page shows another state of appeals`,
      `praise ${praise}: the site and leaf`,
      'reviewed (true, not false)',
      'burn S1gnature: the site shows another burn than the log',
      'the history of burns has other totals than the log: {"sentAmount":"0.5","total":1,"totalAmount":"1000000"}',
      `report ${removed}: the list shows`,
      'the site shows it, and no leaf says so',
      `feed of all cases: ${gone.id} is missing`,
      `feed of all cases: ${removed} is not there`,
      `feed of corroborated cases: ${id} is missing`,
    ])
      expect(named).toContain(difference);
  });
});

it('says what to do if no site answers that has the key', async () => {
  const args = ['audit', '--database', 'postgres://localhost/', '--url', 'http://127.0.0.1:1'];
  const command = new URL('../src/log-command.ts', import.meta.url).pathname;
  await expect(promisify(execFile)(process.execPath, [command, ...args])).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'http://127.0.0.1:1 does not answer: start it, or give its address (--url), or give the key that you saved (--key)',
    ),
  });
});

it('announces nothing before it has the moment that it reads: what was changed could be put back for it', async () => {
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => sent.push(sql);
  db().on('query', note);
  await auditDatabase(db()).finally(() => db().off('query', note));
  const snapshot = sent.findIndex((sql) => sql.includes('pg_export_snapshot()'));
  expect(sent.slice(Math.max(0, snapshot - 1), snapshot)).toEqual(['BEGIN;']);
});

it('names what was changed when the audit began, and put back before it was looked at', async () => {
  const { rows } = await db().raw("select pg_get_functiondef('search_pieces(text)'::regprocedure) as own");
  const order = (options: string) =>
    db().raw(
      "update pg_index set indoption = ?::int2vector where indexrelid = 'scammer_reports_newest'::regclass",
      [options],
    );
  await db().raw(rows[0].own.replace('> 0', '> 9'));
  await order('0 0');
  await db().transaction(
    async (trx) => {
      await trx('scammer_reports').first('id');
      await db().raw(rows[0].own);
      await order('3 3');
      expect(await changedSchemas(trx)).toEqual([
        'index reports.scammer_reports_newest',
        'function reports.search_pieces(text)',
      ]);
    },
    { isolationLevel: 'repeatable read' },
  );
});

it.each([
  ['reindex table webhook_cursors', '', ''],
  [
    'reindex table membership.kept',
    'create schema membership; create table membership.kept (id int primary key)',
    'drop schema membership cascade',
  ],
  [
    'alter table idempotency_keys rename to kept; create table idempotency_keys (like kept including all)',
    '',
    'drop table idempotency_keys; alter table kept rename to idempotency_keys',
  ],
])(
  'reads nothing that took the place of a table or index since the audit began (%s)',
  async (edit, before, after) => {
    await db().raw(`select 1; ${before}`);
    await db().transaction(
      async (trx) => {
        await trx('scammer_reports').first('id');
        await db().raw(edit);
        await expect(auditSnapshot(trx)).rejects.toThrow('another file or name than when');
      },
      { isolationLevel: 'repeatable read' },
    );
    await db().raw(`select 1; ${after}`);
  },
);

it('names nothing of a service that migrates during the audit', async () => {
  const [gateway] = otherSchemas;
  await db().transaction(
    async (trx) => {
      await trx('scammer_reports').first('id');
      if (gateway) await migrate(db(), gateway);
      expect(await changedSchemas(trx)).toEqual([]);
    },
    { isolationLevel: 'repeatable read' },
  );
});

it.each(['reports.webhook_cursors', 'pg_event_trigger'])(
  'a lock keeps it from reading %s: it says so, and ends',
  async (table) => {
    const locked = await db().transaction();
    await locked.raw(`lock table ${table} in access exclusive mode`);
    const { named } = await auditDatabase(db(), undefined, '200ms').finally(() => locked.rollback());
    expect(named).toEqual(['the database: a lock kept the audit from reading it for 200ms']);
  },
);
