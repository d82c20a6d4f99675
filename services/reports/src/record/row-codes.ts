import { APPEAL_RETENTION_DAYS } from '@naughty-list/contracts/retention';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { openCodes } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';

type Coverage = { subject: string; covered: string; coded: string; audited?: string };

/**
 * Rows with values that the site shows and no leaf records. A code by INTERNAL_SECRET (the column `mac`) covers these values, so
 * that the audit reports rows that the service did not write. By table, in SQL: the subject of a row, the values that its code
 * covers, the condition of rows with codes (`coded`), and that of rows that the audit reads.
 */
const coverage = {
  // Look-ups, case pages and figures use name, aliases and time of a burned report, which no leaf has any more; of a deleted
  // one, no aliases.
  scammer_reports: {
    subject: "'report ' || id",
    covered: `id, username, twitter_url, extract(epoch from reported_at), case when num_nonnulls(held_at, deleted_at, erased_at) = 0 then array(
      select alias.username from aliases alias where report_id = scammer_reports.id order by 1) end`,
    coded: 'removal_tx_hash is not null',
  },
  // Whether a statement is independent was judged by keys that are deleted later, so it cannot be judged again. Statements with
  // a transaction are never shown first.
  statements: {
    subject: "'statement ' || id",
    covered: 'id, report_id, dependent, loss_transaction',
    coded: 'published_at is not null',
  },
  // A reply that waits for a moderator has no leaf, and no leaf records whether it contradicts the report.
  replies: {
    subject: "'reply ' || report_id",
    covered: 'report_id, body, contradicts, extract(epoch from written_at)',
    coded: 'true',
  },
  // What the account wrote, what it was answered, and how it gets in: private, but moderators and the account act on it. Messages
  // and codes are deleted some time after the decision.
  appeals: {
    subject: "'appeal ' || id",
    covered: `id, report_id, grounds, previous_id, code_hash, code_mac, rule, reason, decided_by, proof_code, extract(epoch from proof_issued_at),
      exists (select from replies where appeal_id = appeals.id), array(
      select jsonb_build_array(message.id, author, who, body, extract(epoch from at))
      from appeal_messages message where appeal_id = appeals.id order by message.id)`,
    coded: `(decided_at is null or erased_at is null and decided_at > now() - interval '${APPEAL_RETENTION_DAYS - 1} days')`,
  },
  // Who made a decision may not decide the appeal against it; of which appeal it was, that appeal's refusal undoes.
  case_changes: {
    subject: "'report ' || report_id",
    covered: 'report_id, id, who, appeal_id',
    coded: 'true',
  },
  // Pages and receipts show which removals were settled by hand, and their intents.
  removal_claims: {
    subject: "'report ' || report_id",
    covered: 'id, report_id, signature, code, intent_id, proven_wallet',
    coded: "status = 'removed'",
  },
  // With whether the report names it, too: then it stays when a statement that names it goes.
  traces: {
    subject: "'report ' || report_id",
    covered: `report_id, statement_id, kind, value, exists (select from traces own
      where (own.report_id, own.statement_id, own.kind, own.value) = (traces.report_id, 0, traces.kind, traces.value))`,
    coded: 'true',
  },
  aliases: {
    subject: "'report ' || report_id",
    covered: 'report_id, username, extract(epoch from seen_at)',
    coded: 'true',
  },
  // When a case left the feeds, which consumers rely on. The audit derives all other changes from leaves.
  feed_changes: {
    subject: "'report ' || report_id",
    covered: `report_id, version, extract(epoch from changed_at), corroborated_version, extract(epoch from corroborated_changed_at),
      (select array_agg(extract(epoch from at)) from unnest(left_at) at),
      (select array_agg(extract(epoch from at)) from unnest(corroborated_left_at) at), shows`,
    coded: 'true',
    audited: `(left_at <> '{}' or corroborated_version is not null
      or report_id in (select report_id from case_changes union all select report_id from ledger_records
        where type in ('report-removed', 'report-erased', 'report-deleted', 'report-withdrawn')))`,
  },
  // If it were set back, consumers would take what they kept from before a restore for current.
  state: {
    subject: "'the epoch of the feeds'",
    covered: 'epoch, (select max(log) from ledger_head)',
    coded: 'true',
  },
  // If it were moved ahead, the subscriber would miss changes.
  webhook_cursors: {
    subject: "'webhook ' || subscriber",
    covered: 'subscriber, epoch, version, report_id',
    coded: 'true',
  },
} as const satisfies Record<string, Coverage>;

export type CodedTable = keyof typeof coverage;
export const codedTables = Object.keys(coverage) as CodedTable[];

/** SQL of the rows with codes, each with its covered values. */
export function codedRows(table: CodedTable, where = 'true'): string {
  const { subject, covered, coded } = coverage[table];
  return `select ctid::text as at, ${subject} as subject, jsonb_build_array(${covered})::text as covered, mac
    from ${table} where ${coded} and ${where}`;
}

/** SQL of the rows that the audit reads. */
export const auditedRows = (table: CodedTable): string => {
  const { audited }: Coverage = coverage[table];
  return codedRows(table, audited);
};

export type CodedRow = { at: string; subject: string; covered: string; mac: Buffer | null };

/** Creates a function that makes the codes of a table's rows. */
const codesOf = (db: Knex, table: CodedTable) => {
  const code = openCodes({ secret: secretOf(db), purpose: `rows of ${table}` });
  return ({ covered }: Pick<CodedRow, 'covered'>): Buffer => code(covered);
};

/** Whether the service wrote a row as it stands. */
export function ownRows(db: Knex, table: CodedTable): (row: CodedRow) => boolean {
  const codeOf = codesOf(db, table);
  return (row) => row.mac?.equals(codeOf(row)) ?? false;
}

type Rows = { table: CodedTable; where: string; given?: Record<string, Knex.RawBinding> };

async function readRows(trx: Knex, { table, where, given = {} }: Rows): Promise<CodedRow[]> {
  const { rows } = await trx.raw<{ rows: CodedRow[] }>(codedRows(table, where), given);
  return rows;
}

/** Whether the service wrote these rows as they stand. */
export async function areOwn(trx: Knex, rows: Rows): Promise<boolean> {
  return (await readRows(trx, rows)).every(ownRows(trx, rows.table));
}

/** Gives codes to rows that an operation wrote in this transaction. */
export async function codeRows(trx: Knex, rows: Rows): Promise<void> {
  await writeCodes(trx, rows.table, await readRows(trx, rows));
}

/** Gives codes to rows that were read in this transaction. */
export async function writeCodes(trx: Knex, table: CodedTable, rows: readonly CodedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx.raw(
    `update ${table} set mac = coded.mac from unnest(?::tid[], ?::bytea[]) coded (at, mac) where ctid = coded.at`,
    [rows.map(({ at }) => at), rows.map(codesOf(trx, table))],
  );
}

/** Runs a change of rows and gives them new codes, except rows whose code was invalid before: the audit must report them. */
export async function changeCoded<Done>(trx: Knex, rows: Rows, change: () => Promise<Done>): Promise<Done> {
  const isOwn = ownRows(trx, rows.table);
  const before = await readRows(trx, rows);
  const foreign = new Set(before.filter((row) => !isOwn(row)).map(({ subject }) => subject));
  const done = await change();
  const written = await readRows(trx, rows);
  await writeCodes(
    trx,
    rows.table,
    written.filter(({ subject }) => !foreign.has(subject)),
  );
  return done;
}

export const changeReports = <Done>(trx: Knex, ids: readonly number[], change: () => Promise<Done>) =>
  changeCoded(
    trx,
    { table: 'scammer_reports', where: 'id = any(:ids::int[])', given: { ids: [...ids] } },
    change,
  );

/** An appeal with its messages, as a row with a code. */
export const appealOf = (id: number) => ({ table: 'appeals', where: 'id = :id', given: { id } }) as const;

/** The same of all appeals of a case, among which its reply may move. */
export const appealsOfCase = (reportId: number) =>
  ({ table: 'appeals', where: 'report_id = :reportId', given: { reportId } }) as const;

/** The columns that the code of a ledger's record covers; not record and salt, which an erasure deletes and the entry commits to. */
export type CodedRecord = {
  /** Covered, so that an older record cannot pass for a newer one. */
  id: string;
  subject: string | null;
  type: string;
  report_id: number | null;
  burn: string | null;
  entry: Buffer;
};

/** The message about a record without a valid code. */
export const foreign = ({ id, subject }: CodedRecord): string =>
  `record ${id} (${subject}) was not written by the service`;

/** Makes and checks the codes of a log's records: the database's password alone does not suffice to make one. */
export function recordCodes(origin: string, secret: string) {
  const code = openCodes({ secret, purpose: `records of the log ${origin}` });
  const codeOf = ({ id, subject, type, report_id, burn, entry }: CodedRecord): Buffer =>
    code(JSON.stringify([id, subject, type, report_id, burn, entry.toString('base64')]));
  return {
    codeOf,
    isOwn: (record: CodedRecord & { mac: Buffer | null }): boolean =>
      record.mac?.equals(codeOf(record)) ?? false,
  };
}
