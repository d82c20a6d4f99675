import { CLEARED_DAYS } from '@naughty-list/contracts/case-texts';
import type { GoneRecord, LedgerRecord } from '@naughty-list/contracts/ledger';
import type { Knex } from 'knex';
import { endOf } from '../../record/ledger/changes.ts';

type Row = {
  index: number;
  type: string;
  record: string | null;
  salt: Buffer | null;
  /** The last leaf of the same subject, and of its case. */
  last_type: string | null;
  last_record: string | null;
  case_type: string | null;
  is_archived: boolean;
};

/** Records of the current log from an index on, each with its salt, or why it is not public any more. */
export async function readRecords(
  db: Knex,
  { from, count, now }: { from: number; count: number; now: Date },
): Promise<(LedgerRecord | GoneRecord)[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select leaf.leaf_index::float8 as index, leaf.type, leaf.record, leaf.salt,
       last.type as last_type, last.record as last_record, of_case.type as case_type,
       (report.is_removed and report.cleared_at < :clearedBefore) is true as is_archived
     from ledger_records leaf
     left join lateral (
       select type, record from ledger_records where log = leaf.log and subject = leaf.subject order by leaf_index desc, id desc limit 1
     ) last on true
     left join lateral (
       select type from ledger_records
       where log = leaf.log and subject = 'report ' || leaf.report_id order by leaf_index desc, id desc limit 1
     ) of_case on true
     left join scammer_reports report on report.id = leaf.report_id
     where leaf.log = (select max(log) from ledger_head) and leaf_index between :from and :to
     order by leaf_index`,
    { from, to: from + count - 1, clearedBefore: new Date(now.getTime() - CLEARED_DAYS * 86_400_000) },
  );
  return rows.map((row) => {
    const gone = whyGone(row);
    const { index, salt, record } = row;
    return gone ? { index, gone } : { index, salt: salt?.toString('base64') ?? '', record: record ?? '' };
  });
}

function whyGone({ type, record, ...row }: Row): GoneRecord['gone'] | undefined {
  if (type === 'member' || type === 'rows') return 'private';
  if (record === null) return 'erased';
  // It contains no more than an end or a burn.
  if (endOf(type) || type === 'burned') return undefined;
  const ended = endOf(row.last_type ?? '') ?? endOf(row.case_type ?? '');
  if (ended) return ended as GoneRecord['gone'];
  if (row.is_archived) return 'archived';
  return isSameText(record, row.last_record) ? undefined : 'replaced';
}

/** Whether the personal fields of a record are still those of the page; a status may have changed since. */
function isSameText(record: string, last: string | null): boolean {
  if (last === null) return false;
  try {
    const [then, now] = [JSON.parse(record), JSON.parse(last)];
    return ['username', 'post', 'text', 'quote', 'reason', 'answer'].every(
      (field) => then[field] === now[field],
    );
  } catch {
    // A damaged record must not keep the others from being read.
    return true;
  }
}
