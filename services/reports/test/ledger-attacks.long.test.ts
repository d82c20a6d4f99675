import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type CaseRule, type CaseStatus, getCase, submitStatement } from '@naughty-list/contracts/cases';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import { canonicalJson, commit, newSalt } from '@naughty-list/ledger/leaf';
import { writeAllMacs } from '@naughty-list/payment-flow/proofs';
import { type Database, makeMac, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import type { Knex } from 'knex';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyDeadlines } from '../src/cases/appeals/deadline.ts';
import { eraseAppeals } from '../src/cases/appeals/forget.ts';
import { addModeratorMessage } from '../src/cases/appeals/messages.ts';
import { openAppeal as insertAppeal } from '../src/cases/appeals/open.ts';
import { changeStatus } from '../src/cases/change-status.ts';
import { recordSettlement } from '../src/cases/removal/settle.ts';
import { database } from '../src/database.ts';
import { markHandle } from '../src/desk/review/mark-handle.ts';
import { readCasePage, readChanges } from '../src/publication/feeds/repository.ts';
import {
  auditDatabase,
  auditSnapshot,
  changedSchemas,
  otherSchemas,
} from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { auditLedger } from '../src/publication/ledger/daily-audit.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { readLastAudit } from '../src/publication/ledger/kept-audits.ts';
import { findLeaf } from '../src/publication/ledger/leaf-receipt.ts';
import { recordMember } from '../src/publication/ledger/members.ts';
import { endLog } from '../src/publication/ledger/repository.ts';
import { countIndependent } from '../src/record/independence.ts';
import { missingLeaf, recordChanges } from '../src/record/ledger/append.ts';
import { readPublicState } from '../src/record/ledger/public-state.ts';
import { appendLeaves } from '../src/record/ledger/records.ts';
import { recordRows } from '../src/record/row-leaves.ts';
import { noteName } from '../src/register/aliases/repository.ts';
import { findReportedFor } from '../src/register/lists/find-account.ts';
import { readRegisterVersion } from '../src/register/lists/repository.ts';
import { savePost } from '../src/register/posts/keep.ts';
import { addTraces, forgetTraces, retrace } from '../src/register/traces.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { removeReport, rolledBack, withNumbers } from './past-operations.ts';
import { ANYTHING, SECRET } from './running-service.ts';

/** The numbers of a corroborated case with statement and appeal, of a plain, a cleared and a reopened one. */
let id: number;
let plain: number;
/** One whose text was edited. */
let edited: number;
let cleared: number;
let reopened: number;
/** Corroborated no more, and deleted twice. */
let withdrawn: number;
let name: string;
const db = () => admins.service.context.db;

async function grow(of: Knex): Promise<void> {
  while ((await growLedger(of)) > 0);
}

const decide = (...[reportId, status, rule]: [number, CaseStatus, CaseRule]) =>
  decideStatus(db(), reportId, status, rule);

/** Adds a member with its payment, verdict and leaf, as the services do; `wallet` may be another one than the payer's. */
async function admit(
  trx: Knex,
  { by, wallet = 'wallet', demand = {} }: { by: string; wallet?: string; demand?: object },
): Promise<void> {
  const [salt, at, signature, claim] = [
    newSalt(),
    new Date(Date.now() - 7_200_000),
    `S1g${by}`,
    `membership_${by}`,
  ];
  const record = canonicalJson({ kind: 'member', payment: signature, wallet, at: at.toISOString() });
  await trx.raw(
    `insert into membership.payment_references (reference, key, visitor, burn_address, mint, fee_tokens)
     values (?, 'key', ?, 'burned', 'mint', 1)`,
    [by, by],
  );
  await trx.raw(
    `insert into membership.membership_claims (id, reference, signature, status, due_at, amount, decimals)
     values (?, ?, ?, 'admitted', now(), 5, 6)`,
    [claim, by, signature],
  );
  await trx.raw(
    `insert into chain.verifications
       (id, purpose, cluster, signature, subject, demand, outcome, amount, decimals, payer, received_at, judged_at)
     values (?, 'membership', 'c', ?, ?, ?, 'accepted', 5, 6, 'wallet', now(), now())`,
    [claim, signature, `membership:${by}`, JSON.stringify(demand)],
  );
  await trx.raw(
    "insert into chain.evidence (cluster, signature, facts, providers) values ('c', ?, '{}', '{}')",
    [signature],
  );
  await writeAllMacs(trx);
  await trx.raw(
    `insert into membership.alpha_group_members
       (id, wallet_address, burn_address, transaction_hash, reference, claim_id, wallet_paid_before, ledger_told, ledger_salt, ledger_record, created_at)
     values (?, ?, 'burned', ?, ?, ?, ?, true, ?, ?, ?)`,
    [
      by === 'ours' ? 1 : 2,
      wallet,
      signature,
      by,
      claim,
      by !== 'ours' && wallet === 'wallet',
      salt,
      record,
      at,
    ],
  );
  const commitment = Buffer.from(commit(salt, record), 'base64').toString('base64url');
  const members = { db: trx as Knex, clock: systemClock };
  await recordMember(members, { commitment });
}

const admins = closeAfterAll(await openAdmins());
beforeAll(async () => {
  ({ id, username: name } = await admins.newReport());
  await admins.edit(id, { description: 'Stole every single present.' });
  const post = {
    username: name,
    twitterUrl: `https://x.com/${name}/status/77`,
    description: 'Mine, too, it stole.',
  };
  await admins.service.as('witness').call(submitStatement, { body: post });
  await decide(id, 'corroborated', 'evidence_alone');
  await admins.appeal(name);
  plain = (await admins.newReport()).id;
  edited = (await admins.newReport()).id;
  await admins.edit(edited, { description: 'Stole a sledge, and sold it.' });
  cleared = (await admins.newReport()).id;
  await decide(cleared, 'cleared', 'report_false');
  await decide(cleared, 'unreviewed', 'new_evidence');
  await decide(cleared, 'cleared', 'report_false');
  reopened = (await admins.newReport()).id;
  await decide(reopened, 'cleared', 'report_false');
  await decide(reopened, 'unreviewed', 'new_evidence');
  await admins.newNiceReport();
  withdrawn = (await admins.newReport()).id;
  await decide(withdrawn, 'corroborated', 'evidence_alone');
  await decide(withdrawn, 'unreviewed', 'status_withdrawn');
  await admins.restore(await admins.deleted(withdrawn));
  await admins.deleted(withdrawn);
  const erased = await admins.newReport();
  await admins.erase({ reportId: erased.id });
  for (const other of otherSchemas)
    await db().transaction(async (trx) => {
      await trx.raw('set local search_path = ??, public', [other.schema]);
      await migrate(trx, other);
    });
  await admit(db(), { by: 'ours' });
  await grow(db());
});

type Attack = (trx: Knex.Transaction) => Promise<unknown>;
type Edits = string | Attack | (string | Attack)[];

/** Texts and statements name `:id` and the numbers of the other cases. */
const numbered = (text: string) => withNumbers(text, { id, plain, edited, cleared, reopened, withdrawn });

/**
 * What the audit names after an attack past every trigger, and the writer's next round; all is then rolled back. With
 * `schemas`, it also compares the definitions, which takes most of its time.
 */
const namedAfter = (attack: Edits, { schemas }: { schemas: boolean }): Promise<string> =>
  rolledBack(db(), async (trx) => {
    await trx.raw('set local allow_system_table_mods = on');
    for (const each of [attack].flat()) {
      if (typeof each === 'string') await trx.raw(numbered(each));
      else await each(trx);
    }
    await grow(trx);
    const { named } = await auditSnapshot(trx, { changed: schemas ? await changedSchemas(trx) : [] });
    return named.join('\n');
  });

const report = (change: string, of = ':id') => `update scammer_reports set ${change} where id = ${of}`;
/** Has the feeds take what the row shows for told. */
const told = (of: string) =>
  `update feed_changes set shows = (select entry from feed_entries where report_id = ${of}) where report_id = ${of}`;
/** The first record of a case once more, with its code. */
const again = `
  insert into ledger_records (id, log, type, subject, report_id, record, salt, entry, mac) overriding system value
  select nextval(pg_get_serial_sequence('ledger_records', 'id')), log, type, subject, report_id, record, salt, entry, mac
  from ledger_records where subject = 'report :id' order by id limit 1`;

/** Changes an expression as it is stored, which is more than what is printed of it. */
const editTree = (edit: string) =>
  `create cast (text as pg_node_tree) without function; ${edit}; drop cast (text as pg_node_tree)`;

/** Changes rows of which an index then knows nothing. */
const withoutIndex = (index: string, ...edits: string[]) => {
  const used = (is: boolean) =>
    `update pg_index set indisready = ${is} where indexrelid = '${index}'::regclass`;
  return [used(false), ...edits, used(true)];
};

/** The same row of a catalog, by another number. */
const madeAnew = (catalog: string, which: string) => `
  create temporary table made on commit drop as select * from ${catalog} where ${which};
  delete from ${catalog} where ${which};
  update made set oid = 30000 + oid::int % 1000;
  insert into ${catalog} select * from made`;

const similarity = `create or replace function public.similarity(text, text) returns real
  language c immutable strict parallel safe as '$libdir/pg_trgm', 'word_similarity'`;

const setForAll =
  (setting: string): Attack =>
  async (trx) => {
    const { rows } = await trx.raw('select current_database() as name');
    await trx.raw(`alter database ?? set ${setting}`, [rows[0].name]);
  };

const moveToPublic =
  (schema: string): Attack =>
  async (trx) => {
    const tables =
      "select oid::regclass as name from pg_class where relnamespace = ?::regnamespace and relkind = 'r'";
    const { rows } = await trx.raw(tables, [schema]);
    for (const { name } of rows) await trx.raw(`alter table ${name} set schema public`);
  };

/** A member that the service did not admit, some hours ago. */
const joinPast = (isTold: boolean, hours: number) => `
  update ledger_records set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"time":"20', '"time":"19'), 'UTF8')
    where leaf_index = 0;
  insert into membership.alpha_group_members (id, wallet_address, burn_address, transaction_hash, ledger_told, created_at)
    values (7, 'w', 'b', 't', ${isTold}, now() - interval '${hours} hours')`;

const burned: Attack = (trx) => removeReport(trx, plain, 'S1gnature');
const renamed: Attack = (trx) => noteName(trx, { reportId: plain, author: 'moved_on' });
const renamedWithout = (index: string) =>
  withoutIndex(
    index,
    ...['scammer_reports', 'aliases'].flatMap((table) =>
      ["username || 'x'", 'left(username, -1)'].map((name) => `update ${table} set username = ${name}`),
    ),
  );
const judgedAgain = (change: string): (string | Attack)[] => [
  `update statements set ${change} where id = 1`,
  "delete from contributions where kind = 'statement'",
  (trx) => recordChanges(trx, { statements: [1] }, ['statement', 'names']),
];

/** Leaves every index of a table with another value of a row, which keeps its place in them while they are off. */
const stale = (table: string, change: string, back: string) => {
  const live = (is: boolean) =>
    `update pg_index set indislive = ${is} where indrelid = '${table}'::regclass;
     update pg_class set relname = relname where oid = '${table}'::regclass`;
  return [change, live(false), back, live(true)];
};

/** The same time by the calendar, before Christ. */
const bc = (time: string) =>
  `(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || '+00 BC')::timestamptz`;

/** A table's rows before a change of the service, put back with all their columns. */
const putBack =
  (table: string, change: Attack): Attack =>
  async (trx) => {
    await trx.raw(`create temporary table before on commit drop as select * from ${table}`);
    await change(trx);
    await trx.raw(`delete from ${table}; insert into ${table} overriding system value select * from before`);
  };

/** A part of an offer for the case that the verifier judged so. */
const part =
  ({ decided_at = new Date(), ...judged }: Record<string, unknown>): Attack =>
  async (trx) => {
    const paid = { id: 'removal_part', signature: 'P4rt', amount: 5, decimals: 6 };
    const claim = { report_id: id, intent_id: 'offer', status: 'counted', due_at: new Date(), decided_at };
    await trx('removal_claims').insert({ ...paid, ...claim });
    const times = { received_at: new Date(), judged_at: new Date() };
    const verdict = { purpose: 'removal', cluster: 'c', outcome: 'accepted', demand: { intent: 'offer' } };
    await trx('chain.verifications').insert({
      ...paid,
      ...verdict,
      subject: `report:${id}`,
      ...times,
      ...judged,
    });
  };

const OFFER = { intent: 'offer', minimumTokens: '1000000' };
/** Says that a payment has removed the case, as the verifier's verdict does. */
const removedBy = (claim: string, intent: string): Attack[] => [
  (trx) => trx('removal_claims').where({ id: claim }).update({ status: 'removed', intent_id: intent }),
  writeAllMacs,
];
/** A payment of the whole price for another report, said to be of this offer. */
async function paidBefore(trx: Knex): Promise<void> {
  const paid = { id: 'removal_before', signature: 'Bef0re', amount: '1000000000000', decimals: 6 };
  const now = new Date();
  await trx('removal_claims').insert({
    ...paid,
    ...{ report_id: plain, intent_id: 'offer', status: 'removed', due_at: now, decided_at: now },
  });
  await trx('chain.verifications').insert({
    ...paid,
    ...{ purpose: 'removal', cluster: 'c', outcome: 'accepted', subject: `report:${plain}` },
    ...{ demand: { minimumTokens: '1000000' }, received_at: now, judged_at: now },
  });
}

const reply = () => ({ report_id: id, appeal_id: 1, body: 'We confess.', contradicts: true });

it('finds nothing before any of them', async () => {
  expect(await namedAfter([], { schemas: true })).toBe('');
});

describe('with the password of the database alone,', () => {
  const attacks: Record<string, Record<string, Edits>> = {
    'appeal 1: it is marked as erased, and is not decided': {
      'an open appeal is hidden from moderators as if it was erased':
        'update appeals set erased_at = now() where id = 1',
    },
    'the writer has stopped: record': {
      'an older record is used again': again,
    },
    '(report :id) was not written by the service': {
      'records change their codes': `update ledger_records one set mac = other.mac from ledger_records other
          where one.subject = 'report :id' and other.subject = one.subject and other.id <> one.id`,
    },
    'record 99998 (report :id) was not written by the service': {
      'records change their order': `
alter table ledger_records alter id drop identity;
update ledger_records set id = 100000 - id where subject = 'report :id'`,
    },
    'leaves were signed, and there are': {
      'a record is placed past the writer': [
        again,
        'update ledger_records set leaf_index = id where leaf_index is null',
      ],
    },
    'is missing': {
      'the last record is moved to another log':
        'update ledger_records set log = 0 where id = (select max(id) from ledger_records where report_id = :id)',
    },
    'the signed checkpoint is gone': {
      'an empty log begins with the same key':
        'insert into ledger_head (log, origin, encrypted_key) select 2, origin, encrypted_key from ledger_head',
    },
    'has no known form\nthe writer has stopped: the log has ended': {
      'a member that the service never admitted is in the log before a restore': async (trx) => {
        const [salt, at] = [newSalt(), new Date(Date.now() - 7_200_000)];
        const member = { kind: 'member', payment: 'F0rged', wallet: 'thief', at: at.toISOString() };
        const record = canonicalJson(member);
        await trx('ledger_records').insert({
          ...{ log: 1, subject: `member ${commit(salt, record)}`, type: 'member', entry: '' },
        });
        await endLog(trx);
        await ensureLog(trx, 'list.example/log');
        await trx('membership.alpha_group_members').insert({
          ...{ id: 7, wallet_address: 'thief', burn_address: 'b', transaction_hash: 'F0rged' },
          ...{ ledger_told: true, ledger_salt: salt, ledger_record: record, created_at: at },
        });
      },
    },
    'the writer has stopped: the log has ended': Object.fromEntries(
      Object.entries({
        gone: "delete from ledger_records where subject = 'report :plain'",
        'without their codes': "update ledger_records set mac = null where subject = 'report :plain'",
        'of another text': "update ledger_records set record = record || ' ' where subject = 'report :plain'",
        'of no record that can be read': `update ledger_records set record = '{', entry = convert_to(regexp_replace(convert_from(entry, 'UTF8'),
          '"commitment":"[^"]*"', '"commitment":"' || encode(sha256(salt || convert_to('{', 'UTF8')), 'base64') || '"'), 'UTF8')
          where subject = 'report :plain'`,
        'followed by a record that waits': `insert into ledger_records (log, subject, type, report_id, record, salt, entry)
          select log, subject, type, report_id, record, salt, entry from ledger_records where subject = 'report :plain' limit 1`,
        erased: "update ledger_records set record = null, salt = null where subject = 'report :plain'",
        'erased, those of its rows':
          "update ledger_records set record = null, salt = null where type = 'rows' and subject = 'appeals 1'",
      }).map(([how, edit]) => [
        `the next log is to lack a case, whose leaves are ${how}`,
        [
          edit,
          'delete from scammer_reports where id = :plain; delete from feed_changes where report_id = :plain',
          endLog,
          (trx) => ensureLog(trx, 'list.example/log'),
        ],
      ]),
    ),
    'a record of it was erased, and no leaf says why': {
      'the end of a case is said to be erased, as what it said is':
        "update ledger_records set record = null, salt = null where type = 'report-erased'",
    },
    'report :id: a record of it was erased, and no leaf says why': {
      'what a case said before is erased':
        'update ledger_records set record = null, salt = null where id = (select min(id) from ledger_records where report_id = :id)',
    },
    'appeal 1: a record of it was erased, and no leaf says why': {
      'an appeal is erased, and then decided': `
update appeals set erased_at = now(), decided_at = now(), decision = 'refused';
update ledger_records set record = null, salt = null where subject = 'appeal 1'`,
    },
    'report :cleared: its marks contradict': {
      'a cleared case is listed again': [report('is_removed = false', ':cleared'), told(':cleared')],
    },
    'report :reopened: its marks contradict': {
      'a reopened case leaves the list at the time of its clearance': [
        'alter table scammer_reports drop constraint scammer_reports_cleared',
        report(
          "is_removed = true, cleared_at = (select at from case_changes where report_id = scammer_reports.id and status = 'cleared')",
          ':reopened',
        ),
        told(':reopened'),
      ],
    },
    'report :id: its marks contradict': {
      'the page of a listed case is hidden as held': report('held_at = now()'),
      'the page of a listed case says that it was paid for': report("removal_tx_hash = 'S1gnature'"),
    },
    'its marks contradict': {
      'a later report of a name is off the list for no reason, so that its page does not say what was paid for': `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, is_removed)
       select twitter_url, username, scam_category, description, 'LISTBURN999997', true from scammer_reports where id = :plain`,
    },
    'report :id: the feeds do not tell of it': {
      'a case is kept from the changes of the feeds': 'delete from feed_changes where report_id = :id',
    },
    'report :id: the feeds do not have what it says now': {
      'a case is kept from the changes of the corroborated feeds':
        'update feed_changes set corroborated_version = null where report_id = :id',
    },
    'report :withdrawn: its row in feed_changes is not as the service left it': {
      'the corroborated feeds do not say that a case left them': `update feed_changes set corroborated_version = null, corroborated_changed_at = null,
          corroborated_left_at = '{}' where report_id = :withdrawn`,
    },
    'report :cleared: its case was cleared at another time than its decision says': {
      'a case that was cleared twice is archived by the first time': [
        `update case_changes set at = '2026-01-01'
          where id = (select min(id) from case_changes where report_id = :cleared)`,
        report("cleared_at = '2026-01-01'", ':cleared'),
      ],
      'a case was cleared a moment before': report(
        "cleared_at = cleared_at - interval '2 milliseconds'",
        ':cleared',
      ),
      'a case stays longer for it was cleared twice': [
        `insert into case_changes (report_id, status, rule, reason, role, who, at)
         select report_id, status, rule, reason, role, who, at + interval '1 month'
         from case_changes where report_id = :cleared order by id desc limit 1`,
        report("cleared_at = cleared_at + interval '1 month'", ':cleared'),
      ],
    },
    'report :cleared: its decisions are not in the order of their times': {
      'an earlier decision counts as the last': `update case_changes set at = at + interval '1 hour'
        where id = (select min(id) from case_changes where report_id = :cleared)`,
    },
    'does not open to its record': {
      'the beginning of a record is moved to its salt': `update ledger_records set salt = salt || substr(convert_to(record, 'UTF8'), 1, 1), record = substr(record, 2)
        where id = (select min(id) from ledger_records where subject = 'report :edited')`,
    },
    'scammer_reports_newest: the index does not have each row of its table once': {
      'the index that pages of the list are read by lacks a report': withoutIndex(
        'scammer_reports_newest',
        ...["unique_burn_address || 'x'", 'left(unique_burn_address, -1)'].map((address) =>
          report(`unique_burn_address = ${address}`),
        ),
      ),
    },
    'scammer_reports_corroborated: the index does not have each row of its table once, as it is': {
      'the index that the feeds are read by has a case under another number': stale(
        'scammer_reports',
        report('id = -id'),
        report('id = -id', '-:id'),
      ),
    },
    'contributions_of_reporter: the index does not have each row of its table once, as it is': {
      'an index of many rows has one under another value': [
        "insert into contributions (kind, subject_id, reporter_key, network_key, at) select 'statement', n, n, n, now() from generate_series(1000, 21000) n",
        ...stale(
          'contributions',
          "update contributions set reporter_key = 'x' || reporter_key where subject_id = 1000",
          'update contributions set reporter_key = substr(reporter_key, 2) where subject_id = 1000',
        ),
      ],
    },
    'chain.verifications_pkey: the index does not have each row of its table once, as it is': {
      'a verdict is read under the number of another payment': stale(
        'chain.verifications',
        "update chain.verifications set id = id || 'x'",
        'update chain.verifications set id = left(id, -1)',
      ),
    },
    'payment membership_ours: the look-up by array[payer, ': {
      'what a wallet paid is not found': stale(
        'chain.verifications',
        "update chain.verifications set payer = 'thief'",
        "update chain.verifications set payer = 'wallet'",
      ),
    },
    'payment membership_ours: the look-up by payers does not find it': {
      'what a wallet may sign for is not found': stale(
        'chain.verifications',
        `update chain.verifications set payers = '["thief"]'`,
        `update chain.verifications set payers = '["wallet"]'`,
      ),
    },
    'report :plain: the look-up by lower(description) does not find it': {
      'a search does not find a text': stale(
        'scammer_reports',
        report("description = 'Another text than this.'", ':plain'),
        report("description = 'Stole every present in town.'", ':plain'),
      ),
    },
    'report :edited: the site and leaf': {
      'an earlier text is put back, whose leaf an index has as the last one': [
        ...stale(
          'ledger_records',
          "update ledger_records set leaf_index = -leaf_index where subject = 'report :edited' and type = 'report-changed'",
          'update ledger_records set leaf_index = -leaf_index where leaf_index < 0',
        ),
        report("description = 'Stole every present in town.'", ':edited'),
        'set local enable_sort = off; set local enable_seqscan = off; set local enable_incremental_sort = off',
      ],
    },
    'statement 1: the look-up by report_id does not find it': {
      'the page of a case shows a statement of another': `
update pg_index set indkey = (
         select attnum || ' 0 0 1' from pg_attribute where attrelid = indrelid and attname = 'loss_round'
       )::int2vector where indexrelid = 'statements_of_case'::regclass;
update pg_class set relname = relname where oid = 'statements'::regclass;
update statements set loss_round = :plain, reviewed_at = now() where id = 1;
update pg_index set indkey = '2 0 0 1' where indexrelid = 'statements_of_case'::regclass;
update pg_class set relname = relname where oid = 'statements'::regclass;
update statements set loss_round = 0 where id = 1`,
    },
    'nice_reports: it has rows that nice_reports_pkey forbids': {
      'a praise is there twice, of which the log says one': `
update pg_index set indisready = false where indrelid = 'nice_reports'::regclass and indisunique;
insert into nice_reports (id, twitter_url, username, description, reported_at)
         select id, twitter_url, username, description, reported_at from nice_reports;
update pg_index set indisready = true where indrelid = 'nice_reports'::regclass and indisunique`,
    },
    'nice_reports: it has rows that what generates post_key forbids': {
      'the post of a praise may be praised again': `
update pg_attribute set attgenerated = '' where attrelid = 'nice_reports'::regclass and attname = 'post_key';
update nice_reports set post_key = 'another';
update pg_attribute set attgenerated = 's' where attrelid = 'nice_reports'::regclass and attname = 'post_key'`,
    },
    'feed_changes: it has rows that not null forbids': {
      'the feeds cannot be read': `
alter table feed_changes alter changed_at drop not null;
update feed_changes set changed_at = null where report_id = :id;
update pg_attribute set attnotnull = true where attrelid = 'feed_changes'::regclass and attname = 'changed_at'`,
    },
    'kept_posts: it has rows that kept_posts_check forbids': {
      'an account is said to have deleted a post that was never kept': `
alter table kept_posts drop constraint kept_posts_check;
insert into kept_posts (report_id, twitter_url, text, gone_at)
         select id, twitter_url, 'Send it all to me.', now() from scammer_reports where id = :reopened
       on conflict (report_id, statement_id) do update set twitter_url = excluded.twitter_url, text = excluded.text, gone_at = now();
alter table kept_posts add constraint kept_posts_check check (num_nulls(twitter_url, answer, text, fetched_at) in (0, 4)) not valid;
update pg_constraint set convalidated = true where conname = 'kept_posts_check'`,
    },
    'report :plain: the site and leaf': {
      'a post counts as confirmed, and the next operation comes by': [
        report('post_confirmed_at = now()', ':plain'),
        (trx) => recordChanges(trx, { cases: [plain] }, ['names', 'text']),
      ],
      // Before all others that add leaves, as the writer remembers what it signed here.
      'an older state is made the last by the sequence of numbers': async (trx) => {
        const from = await trx('ledger_records').max('id as id').first();
        for (const [start, text] of [
          [1_000_000, 'The older state.'],
          [Number(from?.id) + 1_000, 'The newer state.'],
        ]) {
          await trx.raw(`select setval(pg_get_serial_sequence('ledger_records', 'id'), ${start})`);
          await trx('scammer_reports').where({ id: plain }).update({ description: text });
          await recordChanges(trx, { cases: [plain] }, ANYTHING);
          await grow(trx);
        }
        await trx('scammer_reports').where({ id: plain }).update({ description: 'The older state.' });
      },
    },
    'report :id: its statements are not in the order of their times': {
      'a statement gets a number before that of the first, which speaks for its case': async (trx) => {
        const { rows } = await trx.raw(
          `insert into statements (id, report_id, twitter_url, description, dependent, published_at, made_at) overriding system value
           values (-1, ?, 'https://x.com/x/status/3', 'Mine.', false, now(), now() + interval '2 minutes') returning id`,
          [id],
        );
        const first = rows[0].id;
        await recordRows(trx, 'statements', [first]);
        await recordChanges(trx, { cases: [id], statements: [first] }, ANYTHING);
      },
    },
    'report :plain: its kept post says another thing of whether X confirmed it': {
      'a post that X confirmed counts as unconfirmed, as its case was reviewed': [
        async (trx) => {
          const { username, twitter_url } = await trx('scammer_reports').where({ id: plain }).first();
          const post = { kind: 'report', id: plain, report_id: plain, statement_id: 0, twitter_url } as const;
          const answer = { url: twitter_url, author_url: `https://x.com/${username}`, html: '' };
          const read = { answer, author: username, text: 'Send coins.' };
          await savePost(trx, { ...post, username, author: username }, read);
        },
        report(
          "post_confirmed_at = null, twitter_url = replace(twitter_url, 'x.com', 'twitter.com')",
          ':plain',
        ),
      ],
      'a post counts as confirmed, and a statement in its case as proven': [
        report('post_confirmed_at = now()', ':plain'),
        (trx) => recordChanges(trx, { cases: [plain] }, ['statement', 'loss', 'names', 'confirmation']),
      ],
    },
    'report :plain: the feeds tell of a corroboration that was never decided': {
      'a case counts as told corroborated, while a statement is published in it': [
        "update feed_changes set shows = 'corroborated x' where report_id = :plain",
        (trx) => recordChanges(trx, { cases: [plain] }, ANYTHING),
        (trx) => noteName(trx, { reportId: plain, author: 'renamed_plain' }),
      ],
    },
    'report :edited: one of its leaves does not follow the one before it': {
      'an older text is there again, and its leaf the last, while a moderator marks the account': [
        report(
          "description = (select before ->> 'description' from audit_log where subject_id = :edited and action = 'edit')",
          ':edited',
        ),
        told(':edited'),
        "update ledger_records set subject = 'hidden' where subject = 'report :edited' and type = 'report-changed'",
        async (trx) => {
          const { version } = await trx('scammer_reports').where({ id: edited }).first();
          const { decisionLimit } = admins.service.context;
          const mark = { who: 'claus', operationId: randomUUID(), decisionLimit };
          await markHandle(trx, { reportId: edited, version, hasChanged: true, ...mark });
        },
        "update ledger_records set subject = 'report :edited' where subject = 'hidden'",
      ],
    },
    'report :edited: one of its leaves is much older than those before it in the log': {
      'an edit is undone before it has a place in the log, kept, and there again two hours later': async (
        trx,
      ) => {
        await trx('scammer_reports').where({ id: edited }).update({ description: 'Stole two sledges.' });
        const states = await readPublicState(trx, { cases: [edited] });
        await appendLeaves(
          trx,
          states.flatMap(({ state, last }) => missingLeaf(state, last) ?? []),
          new Date(Date.now() - 7_200_000),
        );
      },
    },
    'reply :id: its row in replies is not as the service left it': {
      'a reply waits for a moderator that no account wrote':
        "insert into replies (report_id, appeal_id, body, contradicts) values (:id, 1, 'We confess.', false)",
      'what an account replied before it thought better of it is put back': [
        async (trx) => {
          await trx('replies').insert(reply());
          await recordRows(trx, 'replies', [id]);
        },
        putBack('replies', async (trx) => {
          await trx('replies').where({ report_id: id }).update({ body: 'We never saw it.' });
          await recordRows(trx, 'replies', [id]);
        }),
      ],
    },
    'webhook frosty: the service did not write its cursor': {
      'a subscriber of webhooks is said to know what is to come':
        "insert into webhook_cursors (subscriber, epoch, version, report_id) select 'frosty', epoch, 1000000, 1 from state",
    },
    'report :id: it was settled by hand, and no leaf says so': {
      'a payment counts as settled by hand': `insert into removal_claims (id, report_id, signature, status, code, due_at, decided_at)
          values ('removal_krampus', :id, 'S1gnature', 'removed', 'settled', now(), now())`,
      'a payment counts as settled by hand, which is kept with the claim of a member': [
        `insert into removal_claims (id, report_id, signature, status, code, due_at, decided_at)
          values ('removal_krampus', :id, 'S1gnature', 'removed', 'settled', now(), now())`,
        (trx) =>
          recordSettlement(trx, {
            ...{
              operationId: randomUUID(),
              who: 'claus',
              reason: 'Paid in cash.',
              at: new Date().toISOString(),
            },
            ...{ claim: 'removal_krampus', reference: 'ours', signature: 'S1gnature' },
          }),
      ],
    },
    'the site shows it, and no leaf says so': {
      'a statement is public that the log takes for erased': `insert into statements (report_id, twitter_url, description, published_at, erased_at, dependent)
          values (:id, 'https://x.com/n/status/900', 'Never said.', now(), now(), true)`,
      'an appeal is open that the log takes for erased': `insert into appeals (report_id, grounds, due_at, proven_at, proven_by, erased_at)
          values (:id, 'false', now(), now(), 'post', now())`,
    },
    'report :id: the site and leaf': {
      'a name is said to have changed hands, at no time': `${report("handle_changed_at = 'infinity'")}; ${told(':id')}`,
      'an innocent name counts as the account’s, and the next statement comes by': [
        "insert into aliases (report_id, username) values (:id, 'innocent_victim')",
        (trx) => recordChanges(trx, { cases: [id] }, ['statement', 'names']),
      ],
    },
    'report :id: it was removed for a payment without an amount': {
      'a payment counts as a removal’s that nothing was paid for': `insert into removal_claims (id, report_id, signature, status, due_at, decided_at)
          values ('membership_1', :id, 'S1gnature', 'removed', now(), now())`,
    },
    'the chain verifier did not write its figures': {
      'payments are said to be on the chain that are not': `update chain.state set figures = '{"notOnChain": 0}', completed_at = now()`,
    },
    'payments are not on the chain as their receipts say (2)': {
      'receipts name another payer than the chain': async (trx) => {
        const columns = ['figures', 'completed_at', 'observed_since'];
        const found = { figures: { notOnChain: 2 }, completed_at: new Date() };
        const [said] = await trx('chain.state').update(found).returning(columns);
        await trx('chain.state').update({ mac: makeMac(trx, 'reconciliation', Object.values(said)) });
      },
    },
    'report :id: the verifier has not accepted its payment as it stands here': {
      'a removal is said to have been paid for more than the verifier accepted': `
insert into removal_claims (id, report_id, signature, status, amount, decimals, slot, due_at, decided_at)
          values ('removal_1', :id, 'Rem0val', 'removed', 8, 6, 1, now(), now());
insert into chain.verifications (id, purpose, cluster, signature, subject, demand, outcome, amount, decimals, slot, received_at, judged_at)
          values ('removal_1', 'removal', 'c', 'Rem0val', 'report:1', '{}', 'accepted', 7, 6, 1, now(), now())`,
    },
    'report :id: a payment for it, or a part of one, is not what the verifier accepted it for': {
      'a part of a payment for another report is this one’s': part({ subject: 'report:999' }),
      'a part of a payment is that of another offer': part({ demand: { intent: 'another' } }),
      'a part of a payment is said to be of a time to come': part({ decided_at: '2030-01-01' }),
      'a part of what was sent is said to be burned': part({ sent: 3 }),
      'a part of what was burned is said to be sent': [
        part({}),
        "update removal_claims set sent = 5 where id = 'removal_part'",
      ],
    },
    'statement 1: it lacks the transaction of its loss': {
      'a proven loss lacks its transaction, which may prove another': `update statements set loss = '{"transaction": "L0ss", "sent": []}' where id = 1`,
    },
    'report :id: the feeds tell of it before it happens': {
      'the feeds are to tell a change in a year':
        'update state set version = version + 31557600000000; update feed_changes set version = (select version from state) where report_id = :id',
      'the feeds give a change a time to come':
        "update feed_changes set changed_at = now() + interval '50 years' where report_id = :id",
    },
    'differ in username': {
      'a name gets a letter that is not seen': report("username = username || U&'\\200B'"),
    },
    'appeal 1: the site and leaf': {
      'an account is said to have proven itself, at no time': "update appeals set proven_at = '-infinity'",
      'a deadline passes two thousand years early': `update appeals set due_at = ${bc('due_at')}`,
    },
    'differ in at': {
      'a cleared case is archived two thousand years early': [
        report(`cleared_at = ${bc('cleared_at')}`, ':cleared'),
        `update case_changes set at = ${bc('at')} where report_id = :cleared`,
      ],
    },
    'the database: index chain.': {
      'one payment counts for two removals': async (trx) => {
        const { rows } = await trx.raw(
          `select indexrelid::regclass::text as name from pg_index where indrelid = 'chain.verifications'::regclass and indisunique
             and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`,
        );
        await trx.raw(`drop index ${rows[0].name}`);
      },
    },
    'the database: constraint membership.alpha_group_members': {
      'a member joins without a claim': async (trx) => {
        const { rows } = await trx.raw(
          "select conname as name from pg_constraint where conrelid = 'membership.alpha_group_members'::regclass and contype = 'f'",
        );
        await trx.raw('alter table membership.alpha_group_members drop constraint ??', [rows[0].name]);
      },
    },
    'member 2: its payment is another one’s, or by another wallet': {
      'a wallet is a member for what another one paid': (trx) =>
        admit(trx, { by: 'theirs', wallet: 'thief' }),
    },
    'member 2: it was paid in parts, and they are less than its price': {
      'a part of the price makes a member': (trx) =>
        admit(trx, { by: 'theirs', demand: { intent: 'offer', minimumTokens: '1500000' } }),
    },
    'report :id: it was paid in parts, and they are less than its price': {
      'a part of an offer removes a report': [part({ demand: OFFER }), ...removedBy('removal_part', 'offer')],
      'another report’s payment is added to a part': [
        part({ demand: OFFER }),
        (trx) => paidBefore(trx),
        ...removedBy('removal_part', 'offer'),
      ],
      'a membership that was settled by hand is added to a part': [
        part({ demand: OFFER }),
        `insert into membership.payment_intents (id, visitor, subject, price, decimals, mint, burn_wallet, reference, reference_key, expires_at, mac)
           values ('offer', 'v', 'ours', 1, 6, 'm', 'b', 'ours', 'k', now(), '');
         update membership.membership_claims set intent_id = 'offer' where id = 'membership_ours';
         update chain.verifications set code = 'settled' where id = 'membership_ours'`,
        ...removedBy('removal_part', 'offer'),
      ],
    },
    'report 7: the chain verifier did not write how it judged its payment': {
      'a payment that was never made keeps others from counting': `
        insert into chain.verifications (id, purpose, cluster, signature, subject, demand, outcome, code, amount, decimals, received_at, judged_at)
        values ('removal_squat', 'removal', 'x', 'nothing', 'report:7', '{}', 'accepted', 'settled', 1, 6, now(), now())`,
    },
    'member 1: the verifier has not accepted its payment as it stands here': {
      'the payment of a member was never accepted': 'delete from chain.verifications',
    },
    'member 1: its payment counts as settled by hand, and no leaf says so': {
      'a payment that was never made is kept from being compared with the chain':
        "update chain.verifications set code = 'settled', judged_at = now() - interval '2 hours'",
    },
    'the audit of 2099-12-24T00:00:00.000Z was not written by the service': {
      'an audit that found nothing is made up':
        "insert into ledger_audits (at, leaves, differences, named, mac) values ('2099-12-24Z', 1, 0, '{}', '')",
    },
    'report :id: the deadline of an appeal is said to have passed, and did not dispute it': {
      'a deadline counts as passed as soon as it is due, so that it disputes no case': async (trx) => {
        await trx('appeals').update({ proven_at: trx.fn.now(), proven_by: 'post', due_at: '2026-01-01' });
        await recordChanges(trx, { cases: [id] }, [...ANYTHING, 'due']);
        await trx('appeals').update({ overdue_at: trx.fn.now() });
        expect(await applyDeadlines(trx, new Date(), () => true)).toBe(0);
      },
    },
    'report :id: the deadline of its account’s appeal has passed, and does not dispute it': {
      'the deadline of a proven appeal is kept from disputing the case': async (trx) => {
        await trx('appeals').update({ proven_at: '2026-01-01', proven_by: 'post', due_at: '2026-01-01' });
        await recordChanges(trx, { cases: [id] }, [...ANYTHING, 'due']);
      },
    },
    'chain.verifications: it has rows that chain.verifications_accepted_signature forbids': {
      'one payment is accepted for two things': withoutIndex(
        'chain.verifications_accepted_signature',
        `insert into chain.verifications (id, purpose, cluster, signature, subject, demand, outcome, amount, received_at, judged_at)
         select 'removal_1', 'removal', cluster, signature, 'report:1', demand, outcome, amount, received_at, judged_at from chain.verifications`,
      ),
    },
    'ledger_records: it has rows that ledger_records_pkey forbids': {
      'an older record is added once more under its number, which its code covers': `
create temporary table older on commit drop as select * from ledger_records where subject = 'report :id' order by id limit 1;
update pg_index set indisready = false where indexrelid = 'ledger_records_pkey'::regclass;
delete from ledger_records where id in (select id from older);
insert into ledger_records overriding system value select * from older;
update pg_index set indisready = true where indexrelid = 'ledger_records_pkey'::regclass;
update older set leaf_index = null;
insert into ledger_records overriding system value select * from older`,
    },
    'report :plain: its row in scammer_reports is not as the service left it': {
      'another name is burned than was reported': [report("username = 'innocent_victim'", ':plain'), burned],
      'another time is burned than was reported': [report("reported_at = '2026-01-01'", ':plain'), burned],
      'another post is burned than was reported': [
        report("twitter_url = 'https://x.com/innocent_victim/status/7'", ':plain'),
        burned,
      ],
    },
    'report :plain: its row in aliases is not as the service left it': {
      'the names of a burned report without the last are put back': putBack('aliases', async (trx) => {
        await renamed(trx);
        await burned(trx);
      }),
      'a burned account is said to have its reported name again': [
        renamed,
        burned,
        'update aliases set left_at = now()',
      ],
    },
    'its row in appeals is not as the service left it': {
      'the appeal of an erased case counts as granted': async (trx) => {
        await eraseAppeals(trx, [id]);
        await trx('appeals').update({ decision: 'granted' });
      },
      'an appeal counts as granted, and its case is erased': [
        "update appeals set decided_at = now(), decision = 'granted'",
        (trx) => eraseAppeals(trx, [id]),
      ],
    },
    'report 99999: the feeds do not have what it says now': {
      'the feeds tell that a case is gone that never was': `insert into feed_changes (report_id, version, changed_at)
         select 99999, version, changed_at from feed_changes order by version desc limit 1`,
    },
    'the feeds tell of it out of its order': {
      'a report is told under a version that consumers have': `update feed_changes set version = (select version from feed_changes where report_id = :id)
       where report_id = (select report_id from feed_changes where version > (
         select version from feed_changes where report_id = :id) order by version limit 1)`,
    },
    'report :plain: the feeds tell of it before it happened': {
      'a new report is told before it was made':
        "update feed_changes set version = 1, changed_at = '2026-01-01' where report_id = :plain",
    },
    'report :plain: the feeds hide what it names': {
      'the feeds are to tell nothing of names that are gone, whose removal consumers wait for': [
        async (trx) => {
          await addTraces(trx, { reportId: plain }, [{ kind: 'domain', value: 'free.example' }]);
          await forgetTraces(trx, plain);
          await recordChanges(trx, { cases: [plain] }, ['names']);
        },
        report('names_version = 0', ':plain'),
      ],
    },
    'report :withdrawn: the feeds do not have what it says now': {
      'the times at which a case left the feeds are in a list that STIX cannot read':
        'update feed_changes set left_at = array[left_at] where report_id = :withdrawn',
    },
    'member 7: no leaf records that the service admitted it': {
      'a member joins past the service': joinPast(false, 25),
      'a member joins past the service, and the log is said to have it': joinPast(true, 2),
    },
    'report :id: its row in traces is not as the service left it': {
      'a trace is gone before an edit': async (trx) => {
        await addTraces(trx, { reportId: id }, [{ kind: 'domain', value: 'free.example' }]);
        await recordChanges(trx, { cases: [id] }, ['names']);
        await trx('traces').where({ report_id: id, value: 'free.example' }).delete();
        await trx('scammer_reports').where({ id }).update({ description: 'Stole it from stolen.example.' });
        await retrace(trx, { id, username: name }, { before: 'Stole.', after: 'See stolen.example.' });
        await recordChanges(trx, { cases: [id] }, ['text', 'names']);
      },
    },
    'report :id: its picture is of no possible time': {
      'its page fails at the time of its picture (after all time)': report(
        "profile_image_refreshed_at = 'infinity'",
      ),
      'its page fails at the time of its picture (before all time)': report(
        "profile_image_refreshed_at = '-infinity'",
      ),
      'its page fails at the time of its picture (300 years from now)': report(
        "profile_image_refreshed_at = now() + interval '300 years'",
      ),
    },
    'appeal 1: its row in appeals is not as the service left it': {
      'an account is made to confess': "update appeal_messages set body = 'It was me.'",
      'what an account wrote is lost': 'delete from appeal_messages',
      'a moderator seems to ask for money':
        "insert into appeal_messages (appeal_id, author, body) values (1, 'moderator', 'Pay us.')",
      'what a moderator wrote about it is put back': putBack('appeal_messages', (trx) =>
        addModeratorMessage(trx, { appealId: 1, who: 'claus', text: 'Which post?' }),
      ),
    },
    'gin_fuzzy_search_limit: it is set for this database or its role': {
      'searches are made to find less': setForAll('gin_fuzzy_search_limit = 1'),
    },
    'extra_float_digits: it is set for this database or its role': {
      'figures are rounded to one digit': setForAll('extra_float_digits = -15'),
    },
    'constraint_exclusion: it is set for this database or its role': {
      'rows that a constraint forbids are not looked for': setForAll("constraint_exclusion = 'on'"),
    },
    'the service admitted this member, and its row is gone or changed': {
      'a member is gone': 'delete from membership.alpha_group_members',
      'the claim of a member is of another payment':
        "update membership.membership_claims set signature = 'another'",
      ...Object.fromEntries(
        [
          "transaction_hash = 'another'",
          "wallet_address = 'the thief’s'",
          'wallet_paid_before = true',
          'claim_id = null',
          "reference = 'the thief’s'",
        ].map((change) => [
          `a member is robbed (${change})`,
          `update membership.alpha_group_members set ${change}`,
        ]),
      ),
    },
    'member 1: the chain verifier did not write how it judged its payment': {
      ...Object.fromEntries(
        [
          `verifications set payer = '"another"'`,
          `verifications set judged_demand = '"another"'`,
          'verifications set mac = null',
          `evidence set facts = '"another"'`,
        ].map((edit) => [
          `what the verifier says of a payment is rewritten (${edit})`,
          `update chain.${edit}`,
        ]),
      ),
    },
    'the database: table public.': {
      'the tables of membership are where no release puts them': moveToPublic('membership'),
      'the tables of chain are where no release puts them': moveToPublic('chain'),
    },
    'statement 1: its row in statements is not as the service left it': {
      'the wallet of a statement, by which others count as independent, is changed':
        "update statements set loss_wallet = 'w' where id = 1",
      'the independence of one that was judged again is put back': putBack('statements', async (trx) => {
        await trx.raw('update statements set dependent = not dependent where id = 1');
        await recordRows(trx, 'statements', [1]);
      }),
      'the next one would have it judged again, whose keys are gone': judgedAgain('dependent = null'),
      'the next one would have it judged again with another loss': judgedAgain(
        "dependent = null, loss_transaction = 'L0ss'",
      ),
    },
    'report :withdrawn: its row in traces is not as the service left it': {
      'the traces of a hidden report without the last are put back': putBack('traces', (trx) =>
        addTraces(trx, { reportId: withdrawn }, [{ kind: 'domain', value: 'free.example' }]),
      ),
    },
    'report :plain: its row in feed_changes is not as the service left it': {
      'the feeds without the last time a case left them are put back': putBack('feed_changes', burned),
    },
    'the look-up by lower(username) does not find it': {
      'a name is left out of the index of names': [renamed, ...renamedWithout('scammer_reports_username')],
      'a name is left out of the index of aliases': [renamed, ...renamedWithout('aliases_beginning')],
    },
  };

  /** By what they change. */
  const schemaAttacks: Record<string, string | Edits[]> = {
    // a table no longer does what it is marked with
    'table reports.audit_log': ['relhastriggers = false', 'relchecks = 0', 'relhasindex = false'].map(
      (change) => `update pg_class set ${change} where oid = 'audit_log'::regclass`,
    ),
    // indexes of lists are searched with another function
    'operator family pg_catalog.array_ops USING gin': madeAnew(
      'pg_amproc',
      "amproc = 'ginarrayconsistent'::regproc",
    ),
    // settings are hidden
    'view pg_catalog.pg_settings': madeAnew('pg_rewrite', "ev_class = 'pg_settings'::regclass"),
    // texts are compared by the rules of another language
    'collation pg_catalog."C"': "update pg_collation set collcollate = collcollate where collname = 'C'",
    // indexes are read by another program
    'access method spgist': "update pg_am set amhandler = amhandler where amname = 'spgist'",
    // the view that the feeds are compared by answers another way
    'table reports.feed_entries':
      'create or replace view feed_entries as select id as report_id, null::text as entry from scammer_reports',
    // a function finds no one
    'function reports.loss_totals(integer)':
      'create or replace function loss_totals(of_report int) returns jsonb language sql stable as $$ select null::jsonb $$',
    'trigger reports.scammer_reports kinder': [
      // a trigger rewrites what the service writes
      `
create function kinder() returns trigger language plpgsql as $$ begin new.description = 'A saint.'; return new; end $$;
create trigger kinder before insert on scammer_reports for each row execute function kinder()`,
      // a trigger says that it is one of PostgreSQL
      `
create trigger kinder before update on scammer_reports for each row execute function suppress_redundant_updates_trigger();
update pg_trigger set tgisinternal = true where tgname = 'kinder'`,
      // a session reads another catalog than the others
      `
create trigger kinder before insert on scammer_reports for each row execute function suppress_redundant_updates_trigger();
create temporary view pg_trigger as select * from pg_catalog.pg_trigger where tgname <> 'kinder'`,
    ],
    // a rule keeps statements from being written
    'rule reports.statements mute': 'create rule mute as on insert to statements do instead nothing',
    // a trigger no longer works
    'trigger reports.audit_log append_only': 'alter table audit_log disable trigger append_only',
    'table reports.statements': [
      // rows are hidden by a policy
      'alter table statements enable row level security',
      // a table adds its rows to another
      'create table public.more () inherits (statements)',
    ],
    // a column has another default
    'column reports.scammer_reports.status':
      "alter table scammer_reports alter status set default 'corroborated'",
    // a column has another default, which is printed as before
    'column reports.scammer_reports.reported_at': [
      [
        "alter table scammer_reports alter reported_at set default timestamptz_mi_interval(now(), '4 years')",
        editTree(
          `update pg_attrdef set adbin = regexp_replace(adbin::text, '(funcid 1190 [^{}]*format) 0', '\\1 2')::pg_node_tree
         where adrelid = 'scammer_reports'::regclass and adbin::text like '%:funcid 1190 %'`,
        ),
      ],
    ],
    // the view that the feeds are compared by has another column in place of one, and is printed as before
    'rule reports.feed_entries "_RETURN"': editTree(
      `update pg_rewrite set ev_action = regexp_replace(ev_action::text, '(:varno [0-9]+ :varattno) 3 ', '\\1 2 ', 'g')::pg_node_tree
         where ev_class = 'feed_entries'::regclass`,
    ),
    // a function is called in place of one of PostgreSQL
    'function public.concat_ws(text,text)': [
      "create function public.concat_ws(text, text) returns text language sql as $$ select 'x' $$",
      // as one of an extension
      `
create function public.concat_ws(text, text) returns real language c immutable strict as '$libdir/pg_trgm', 'word_similarity';
alter extension plpgsql add function public.concat_ws(text, text)`,
    ],
    // a function is called in place of another, among PostgreSQL’s own
    'function pg_catalog.concat_ws(text,text)':
      "create function pg_catalog.concat_ws(text, text) returns text language sql as $$ select 'x' $$",
    // texts are compared by another function of the same extension
    'function public.similarity(text,text)': [
      similarity,
      // as one of another extension
      `
alter extension pg_trgm drop function public.similarity(text, text);
${similarity};
alter extension plpgsql add function public.similarity(text, text)`,
    ],
    // numbers are read from texts by a function of an extension
    'cast (text AS integer)': `
create function public.number_of(text) returns int language c immutable strict as '$libdir/citext', 'citext_hash';
alter extension pg_trgm add function public.number_of(text);
create cast (text as int) with function public.number_of(text)`,
    // a function is called under the name of another, which is there, too
    'function reports.post_number(text)': `
alter function post_number(text) rename to unused;
create function post_number(url text) returns text language sql as $$ select '1' $$;
update pg_index set indisready = false, indislive = false where indexrelid = 'pg_proc_proname_args_nsp_index'::regclass;
update pg_proc set proname = 'post_number' where proname = 'unused';
update pg_index set indisready = true, indislive = true where indexrelid = 'pg_proc_proname_args_nsp_index'::regclass`,
    // look-alikes are compared by an operator of the extension, which is called in place of one of PostgreSQL
    'operator public.&&(text[],text[])': `
create function public.similarity_op(text[], text[]) returns boolean language c as '$libdir/pg_trgm', 'similarity_op';
alter extension pg_trgm add function public.similarity_op(text[], text[]);
create operator public.&& (leftarg = text[], rightarg = text[], function = public.similarity_op)`,
    // one of PostgreSQL’s own functions answers another way
    'function pg_catalog.date_part(text,date)':
      'create or replace function pg_catalog.date_part(text, date) returns float8 language sql immutable as $$ select 0::float8 $$',
    // what describes functions describes another
    'function pg_catalog.pg_get_functiondef(oid)': `
update pg_proc set prosrc = 'pgsql_version' where proname = 'pg_get_functiondef';
create or replace function loss_totals(of_report int) returns jsonb language sql stable as $$ select null::jsonb $$`,
    // the highest is the lowest
    'aggregate pg_catalog.max(integer)':
      'create or replace aggregate pg_catalog.max(integer) (sfunc = int4smaller, stype = int)',
    // an operator of PostgreSQL answers another way
    'operator pg_catalog.~*(text,text)':
      "update pg_operator set oprcode = 'texticregexne'::regproc where oprname = '~*' and oprleft = 'text'::regtype",
    // a table is read in place of another, among PostgreSQL’s own
    'view pg_catalog.removal_receipts': `
create view pg_catalog.removal_receipts as select * from reports.nice_reports;
set local allow_system_table_mods = off`,
    // an index is not kept up to date
    'index reports.scammer_reports_newest':
      "update pg_index set indisready = false where indexrelid = 'scammer_reports_newest'::regclass",
    // a foreign key no longer works
    'table reports.appeal_messages':
      "delete from pg_trigger where tgisinternal and tgrelid = 'appeal_messages'::regclass",
    // triggers are described as no table’s
    'table pg_catalog.pg_trigger': [
      [
        'create trigger kinder before insert on scammer_reports for each row execute function suppress_redundant_updates_trigger()',
        ...['oid to of', 'tgrelid to oid', 'of to tgrelid'].map(
          (change) => `alter table pg_trigger rename ${change}`,
        ),
      ],
    ],
    // a search finds none of the texts
    'operator family public.gin_trgm_ops USING gin':
      "update pg_amproc set amproc = 'ginarrayconsistent'::regproc where amproc = 'gin_trgm_consistent'::regproc",
    // a search for a part of a text asks how similar it is, by a class under the name of the other
    'operator class public.gin_trgm_ops USING gin': `
alter operator class gin_trgm_ops using gin rename to unused;
create operator family public.unused using gin;
create operator class public.gin_trgm_ops for type text using gin family unused as
  operator 1 ~~, operator 11 =, function 1 btint4cmp(int4, int4), function 2 gin_extract_value_trgm(text, internal),
  function 3 gin_extract_query_trgm(text, internal, int2, internal, internal, internal, internal),
  function 4 gin_trgm_consistent(internal, int2, text, int4, internal, internal, internal, internal), storage int4;
drop index scammer_reports_texts;
create index scammer_reports_texts on scammer_reports
  using gin (lower(username) gin_trgm_ops, lower(description) gin_trgm_ops, reports.typo_forms(username)) with (fastupdate = off)
  where not is_removed`,
    // what the audit looks at is put back while it looks
    'event trigger hide': `
drop trigger append_only on audit_log;
create function membership.hide() returns event_trigger language plpgsql as $$ begin
            if tg_tag = 'CREATE SCHEMA' then
              drop event trigger hide;
              drop function membership.hide();
              create trigger append_only before update or delete on reports.audit_log
                for each row execute function reports.keep_audit_log();
            end if;
          end $$;
create event trigger hide on ddl_command_start execute function membership.hide()`,
    // what describes a schema is renamed
    'table gateway.migrations': 'alter table gateway.migrations rename to migrated',
    // times are printed without their zone
    'type timestamp with time zone':
      "update pg_type set typoutput = 'timestamp_out' where typname = 'timestamptz'",
    // every account is a moderator’s
    'trigger gateway.admin_users kinder': `
create function gateway.kinder() returns trigger language plpgsql as $$ begin new.role = 'admin'; return new; end $$;
create trigger kinder before insert on gateway.admin_users for each row execute function gateway.kinder()`,
    // a migration counts as applied that this release has not
    '203012240000-later.sql': "insert into migrations (name) values ('203012240000-later.sql')",
  };
  it('a log that begins with an older part of this one: the writer stops, with nothing to add', async () => {
    const older = await db()('ledger_head').first('log', 'origin', 'encrypted_key', 'size', 'checkpoint');
    const tiles: object[] = await db()('ledger_tiles').select();
    await admins.edit(plain, { description: 'Stole a sleigh.' });
    await grow(db());
    const named = await namedAfter(
      [
        async (trx) => {
          await trx('ledger_head').insert({ ...older, log: 2 });
          await trx('ledger_records').where('leaf_index', '<', older.size).update({ log: 2 });
          await trx('ledger_tiles').insert(tiles.map((tile) => ({ ...tile, log: 2 })));
          await trx.raw(numbered(report("description = 'Stole every present in town.'", ':plain')));
        },
      ],
      { schemas: false },
    );
    expect(named).toContain('the writer has stopped: the log was rolled back');
  });

  it.each(
    Object.entries(attacks).flatMap(([named, those]) =>
      Object.entries(those).map(([what, attack]) => ({ what, named, attack })),
    ),
  )('$what: the audit reports it', async ({ named, attack }) => {
    const schemas = named.startsWith('the database: ');
    expect(await namedAfter(attack, { schemas })).toContain(numbered(named));
  });

  it.each(
    Object.entries(schemaAttacks).flatMap(([what, those]) =>
      [those].flat().map((attack) => ({ what, attack })),
    ),
  )('another $what: the audit reports it', async ({ what, attack }) => {
    expect(await namedAfter(attack, { schemas: true })).toContain(
      `the database: ${what} is not as this release defines it`,
    );
  });

  it.each(['transform_null_equals=on', 'DateStyle=SQL,DMY'])(
    'sessions begin with a setting that changes query results (%s): the audit reports it',
    async (setting) => {
      // As by ALTER SYSTEM, which would do so to other tests.
      const url = new URL(admins.service.context.config.DATABASE_URL);
      url.searchParams.set('options', `-c ${setting}`);
      const set = openDatabase({ url: url.href, schema: database.schema, secret: SECRET });
      const { named } = await auditDatabase(set).finally(() => set.destroy());
      expect(named).toEqual([
        `${setting.split('=')[0]}: it is set for this database or its role, or the server, and can hide what is there`,
      ]);
    },
  );

  it('an index is sorted otherwise than it says, so that pages lack reports: the audit reports it', async () => {
    // Each session knows only what it finds when it reads the index for the first time.
    const inSession = async <T>(work: (other: Database) => Promise<T>): Promise<T> => {
      const url = admins.service.context.config.DATABASE_URL;
      const other = openDatabase({ url, schema: database.schema, secret: SECRET });
      return work(other).finally(() => other.destroy());
    };
    const index = 'scammer_reports_newest';
    const say = (order: string) =>
      `set allow_system_table_mods = on; update pg_index set indoption = '${order}' where indexrelid = '${index}'::regclass;`;
    await inSession((other) => other.raw(`${say('0 0')} reindex index ${index}`));
    await inSession((other) => other.raw(say('3 3')));
    const { named } = await inSession((other) => auditDatabase(other));
    await inSession((other) => other.raw(`reindex index ${index}`));
    expect(named).toEqual([
      expect.stringMatching(`^${index}: the index does not have each row of its table once`),
    ]);
  });

  it('sessions begin with another output of bytes: the audit names no appeal for it', async () => {
    const url = new URL(admins.service.context.config.DATABASE_URL);
    url.searchParams.set('options', '-c bytea_output=escape');
    const set = openDatabase({ url: url.href, schema: database.schema, secret: SECRET });
    expect((await auditDatabase(set).finally(() => set.destroy())).named).toEqual([]);
  });

  it('every search is answered by a function of PostgreSQL: the audit reports it', async () => {
    await rolledBack(db(), async (trx) => {
      await trx.raw(
        "update pg_language set lanplcallfoid = 'pg_catalog.lower(text)'::regprocedure where lanname = 'plpgsql'",
      );
      expect(await changedSchemas(trx)).toEqual(['language plpgsql']);
    });
  });

  it('one of PostgreSQL’s own functions seems to be as old as the database: the audit reports it', async () => {
    const other = await createTestDatabase({ database });
    const altered = openDatabase({ url: other.url, schema: database.schema });
    await altered.raw('create extension pg_surgery schema reports');
    await altered.raw(
      "select heap_force_freeze('pg_proc'::regclass, array(select ctid from pg_proc where proname = 'age'))",
    );
    await altered.raw('drop extension pg_surgery');
    const changed = await altered.transaction(changedSchemas).finally(() => altered.destroy());
    await other.drop();
    expect(changed).toContain('function pg_catalog.age(timestamp with time zone)');
  });

  it.each(['table', 'view'])(
    'a session of the service reads a %s of its own in place of a table: the audit reports it',
    async (kind) => {
      // As a trigger that is gone by now makes one.
      const session = openDatabase({
        url: admins.service.context.config.DATABASE_URL,
        schema: 'reports',
        max: 1,
      });
      await session.raw(`create temporary ${kind} scammer_reports as select * from reports.scammer_reports`);
      const { named } = await auditDatabase(db()).finally(() => session.destroy());
      expect(named.join()).toMatch(
        /^the database: \w+ pg_temp(_\d+)?.scammer_reports is not as this release defines it$/,
      );
    },
  );

  it.each([
    ['check_prefix(text)', 'scammer_reports_check_prefix', "'0000'", 'reports.check_prefix(username)'],
    ['post_number(text)', 'scammer_reports_post_number', "'7'", 'reports.post_number(twitter_url)'],
    ['typo_forms(text)', 'scammer_reports_texts', "'{}'::text[]", 'reports.typo_forms(username)'],
  ])(
    'an index is built while %s gives another answer: the audit names it',
    async (called, index, answer, key) => {
      const { rows } = await db().raw(
        `select pg_get_functiondef('reports.${called}'::regprocedure) as was, pg_get_indexdef('reports.${index}'::regclass) as indexed`,
      );
      const [was, indexed] = [rows[0].was.replaceAll('?', '\\?'), rows[0].indexed];
      const build = () => db().raw(`drop index ${index}; ${indexed}`);
      await db().raw(
        was
          .replace('LANGUAGE plpgsql', 'LANGUAGE sql')
          .replace(/AS \$function\$[\s\S]*/, () => `AS $function$ select ${answer} $function$`),
      );
      await build();
      await db().raw(was);
      const { named } = await auditDatabase(db());
      await build();
      expect(named).toContain(`report ${id}: the look-up by ${key} does not find it`);
      expect(await auditDatabase(db())).toMatchObject({ named: [] });
    },
  );

  it('the version of the lists is set back after an edit: caches do not take the older page for the current one', async () => {
    const change = { description: 'Stole a sledge.' };
    await rolledBack(db(), async (trx) => {
      const before = await readRegisterVersion(trx);
      const state = await trx('state').first('version', 'praises');
      await trx('scammer_reports').where({ id: plain }).update(change);
      await recordChanges(trx, { cases: [plain] }, ['text']);
      await trx('state').update(state);
      expect(await readRegisterVersion(trx)).not.toBe(before);
    });
  });

  it.each([1, 1_000_000_000])(
    'the version of the feeds is put ahead and back (by %i): who read it meanwhile does not miss a removal',
    async (by) => {
      await rolledBack(db(), async (trx) => {
        const readVersion = async () =>
          (await readCasePage(trx, { include: 'all', after: 0, limit: 1 })).version;
        await trx('state').increment('version', by);
        await trx('scammer_reports')
          .where({ id: plain })
          .update({ twitter_url: 'https://x.com/n/status/987' });
        await recordChanges(trx, { cases: [plain] }, ANYTHING);
        const version = await readVersion();
        await trx('feed_changes').where({ report_id: plain }).decrement('version', by);
        await trx('state').decrement('version', by);
        await removeReport(trx, edited, 'S1gnature');
        const after = { version, number: INTEGER_MAX };
        const { diffs } = await readChanges(trx, { include: 'all', after, limit: 10 });
        expect(diffs).toContainEqual(expect.objectContaining({ number: edited, isRemoval: true }));
      });
    },
  );

  it.each(['state', 'feed_changes'])(
    'a listed case is said to have left the feeds while an operation waits for %s: the audit reports it',
    async (table) => {
      const { id: reportId } = await admins.newReport();
      const past = () =>
        db()
          .transaction()
          .then(async (trx) => {
            await trx.raw("set local session_replication_role = 'replica'");
            return trx;
          });
      const forged = await past();
      await forged.raw(`select from ${table} for update`);
      await forged('feed_changes')
        .where({ report_id: reportId })
        .update({ left_at: ['2026-01-01'] });
      const named = db().transaction((trx) => noteName(trx, { reportId, author: `renamed${reportId}` }));
      await setTimeout(1_000);
      await forged.commit();
      await named;
      const found = (await auditDatabase(db())).named;
      const undone = await past();
      await undone('feed_changes').where({ report_id: reportId }).update({ left_at: [] });
      await undone.commit();
      expect(found).toEqual([`report ${reportId}: its row in feed_changes is not as the service left it`]);
    },
  );

  it.each<[table: string, lock: string, forge: string, undo: string, then: Attack]>([
    [
      'aliases',
      'select from aliases where report_id = :reopened for update',
      "update aliases set seen_at = seen_at - interval '1 day' where report_id = :reopened",
      "update aliases set seen_at = seen_at + interval '1 day' where report_id = :reopened",
      (trx) => noteName(trx, { reportId: reopened, author: 'renamed_again' }),
    ],
    [
      'appeals',
      'lock table appeal_messages in share mode',
      "insert into appeal_messages (appeal_id, author, body) values (1, 'account', 'It was me.')",
      "delete from appeal_messages where body = 'It was me.'",
      (trx) => addModeratorMessage(trx, { appealId: 1, who: 'claus', text: 'Which post?' }),
    ],
    [
      'case_changes',
      'lock table case_changes in share mode',
      "update case_changes set who = 'krampus' where report_id = :id",
      "update case_changes set who = 'claus' where report_id = :id",
      (trx) =>
        changeStatus(trx, {
          ...{ reportId: id, status: 'unreviewed', rule: 'status_withdrawn', reason: 'It was withdrawn.' },
          ...{ role: 'moderator', who: 'claus' },
        }),
    ],
    [
      'statements',
      'select from statements where id = 1 for update',
      "update statements set loss_transaction = 'L0ss' where id = 1",
      'update statements set loss_transaction = null where id = 1',
      (trx) => countIndependent(trx, id, { isChanged: true }),
    ],
    [
      'aliases',
      "insert into aliases (report_id, username, left_at) select :plain, name, now() from unnest('{renamed_plain,innocent}'::text[]) name",
      'select',
      'delete from aliases where report_id = :plain',
      (trx) => noteName(trx, { reportId: plain, author: 'renamed_plain' }),
    ],
    [
      'traces',
      "insert into traces select :plain, 0, 'domain', name from unnest('{real-shop.com,innocent-shop.com}'::text[]) name",
      'select',
      'delete from traces where report_id = :plain',
      (trx) => addTraces(trx, { reportId: plain }, [{ kind: 'domain', value: 'real-shop.com' }]),
    ],
  ])(
    'rows of %s are forged while an operation waits for them: the audit reports it',
    async (table, lock, forge, undo, then) => {
      await db().transaction((trx) => noteName(trx, { reportId: reopened, author: 'renamed' }));
      const forged = await db().transaction();
      await forged.raw(numbered(lock));
      const found = rolledBack(db(), async (trx) => {
        await then(trx);
        return (await auditSnapshot(trx)).named.join('\n');
      });
      await setTimeout(1_000);
      await forged.raw(numbered(forge));
      await forged.commit();
      const named = await found;
      await db().raw(numbered(undo));
      expect(named).toContain(`its row in ${table} is not as the service left it`);
    },
  );

  it('the log that the next one repeats is not rewritten while it waits', async () => {
    const waiting = await db().transaction();
    await waiting.raw('lock table ledger_witnesses in share mode');
    const begun = rolledBack(db(), async (trx) => {
      await endLog(trx);
      await ensureLog(trx, 'list.example/log');
    });
    await setTimeout(1_000);
    const rewrite = rolledBack(db(), async (trx) => {
      await trx.raw("set local lock_timeout = '100ms'");
      await trx('ledger_records').update({ record: '{}' });
    });
    await expect(rewrite).rejects.toThrow('lock timeout');
    await waiting.commit();
    await begun;
  });

  it('an older leaf gets a higher number than the last one, by the sequence of numbers: receipts have the last one', async () => {
    await rolledBack(db(), async (trx) => {
      const subject = `report ${edited}`;
      const last = await findLeaf(trx, { subject });
      await trx.raw('alter table ledger_records alter id drop identity');
      await trx('ledger_records').where({ subject, type: 'report-published' }).update({ id: 1_000_000 });
      expect(await findLeaf(trx, { subject })).toEqual(last);
    });
  });

  it('X is said to have confirmed the post of a reviewed report: the look-up still finds the account that it confirmed', async () => {
    await rolledBack(db(), async (trx) => {
      const { username, twitter_url } = await trx('scammer_reports').where({ id: plain }).first();
      const number = '1860000000000000999';
      const post = { twitter_url: twitter_url.replace(/\d+$/, number) };
      await trx('scammer_reports').whereIn('id', [id, plain]).update(post);
      await trx('kept_posts')
        .insert({ report_id: plain, ...post, answer: '{}', text: 'Send coins.', fetched_at: new Date() })
        .onConflict(['report_id', 'statement_id'])
        .merge();
      await trx('scammer_reports').where({ id: plain }).update({ post_confirmed_at: new Date() });
      expect(await findReportedFor(trx, number)).toBe(username);
      await trx('scammer_reports').where({ id }).update({ post_confirmed_at: new Date() });
      expect(await findReportedFor(trx, number)).toBe(username);
    });
  });

  it('what was written under the number of the next appeal is not its account’s', async () => {
    await rolledBack(db(), async (trx) => {
      await trx.raw(`insert into appeal_messages (appeal_id, author, body)
        select last_value + 1, 'account', 'It was me.' from appeals_id_seq`);
      await insertAppeal(trx, {
        ...{ username: name, grounds: 'not_me', text: 'Not me.', caseCode: '', now: new Date() },
        ...{ networkKey: 'x', perNetwork: 10 },
      });
      const { id: opened } = await trx('appeals').orderBy('id', 'desc').first('id');
      expect(await trx('appeal_messages').where({ appeal_id: opened }).pluck('body')).toEqual(['Not me.']);
    });
  });

  it('a moderator says of a burned report that its account changed hands: nothing is named', async () => {
    await rolledBack(db(), async (trx) => {
      await removeReport(trx, plain, 'S1gnature');
      const { version } = await trx('scammer_reports').where({ id: plain }).first();
      const { decisionLimit } = admins.service.context;
      const mark = { who: 'claus', operationId: randomUUID(), decisionLimit };
      await markHandle(trx, { reportId: plain, version, hasChanged: true, ...mark });
      expect((await auditSnapshot(trx)).named).toEqual([]);
    });
  });

  it('a forged reply disputes nothing, and is not shown while it is marked as rejected', async () => {
    await db()('appeals').update({ proven_at: new Date() });
    await db()('replies').insert({ ...reply(), published_at: new Date(), rejected_at: new Date() });
    const shown = await admins.service.as('visitor').call(getCase, { params: { username: name } });
    expect(shown.reply).toBeNull();
    await db()('replies').update({ rejected_at: null });
    await expect(decide(id, 'disputed', 'reply_contradicts')).rejects.toMatchObject({
      message:
        '“Disputed” by a reply needs a published reply by the proven account that contradicts the report; this case has none.',
    });
    await db()('replies').delete();
    await db()('appeals').update({ proven_at: null });
  });

  it('a forged or deleted audit, or one moved to another day, raises the alarm at once', async () => {
    const { context } = admins.service;
    await auditLedger(context);
    expect(await readLastAudit(db())).toMatchObject({ differences: 0 });
    await db()('ledger_audits').update({ at: new Date('2099-12-24T00:00:00Z') });
    const named = ['the audit of 2099-12-24T00:00:00.000Z was not written by the service'];
    expect(await readLastAudit(db())).toMatchObject({ differences: 1, named });
    await db()('ledger_audits').update({ at: 'infinity' });
    expect(await readLastAudit(db())).toMatchObject({ differences: 1 });
    await db()('ledger_audits').delete();
    expect(await readLastAudit(db())).toMatchObject({
      differences: 1,
      named: [expect.stringMatching(/^the audit of .* is gone$/)],
    });
  });
});
