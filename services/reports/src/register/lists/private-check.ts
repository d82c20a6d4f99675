import { type PrivateCheckShard, SHARD_BYTES } from '@naughty-list/contracts/private-check';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { shownCount } from '../../record/independence.ts';
import { niceList } from '../nice-reports/nice-report.ts';
import { naughtyList } from '../reports/naughty-list.ts';
import { isLatelyCleared } from '../reports/report.ts';
import { isReviewed } from '../traces.ts';
import { burnedAt, isInLookUps, praisedSince, praisedTimes } from './find-account.ts';
import { timeInJson } from './repository.ts';

const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const corroboratedBy = shownCount("max(independent_read) filter (where status = 'corroborated')");

type Shown = {
  list: string;
  status: string;
  since: string;
  times?: string;
  isReviewed?: string;
  handleChangedAt?: string;
  hasLeft?: string;
};

const selectEntries = (
  { table, condition }: { table: string; condition: string },
  {
    list,
    status,
    since,
    times = corroboratedBy,
    isReviewed = 'false',
    handleChangedAt = 'null::timestamptz',
    hasLeft = 'false',
  }: Shown,
) => `
  (select ${hash('lower(username)')} as account, ${hash('reports.look_alike(lower(username))')} as "looksLike",
    '${list}' as list, ${status} as status, ${times} as times, ${timeInJson(since)} as since,
    ${isReviewed} as "isReviewed", ${timeInJson(handleChangedAt)} as "handleChangedAt", ${hasLeft} as "hasLeft"
  from ${table} report where reports.check_prefix(username) = $1 and ${condition} group by lower(username))`;

const offList = 'is_removed and held_at is null and deleted_at is null and erased_at is null';

/**
 * SQL: cases under the names that their accounts took later. Beside a case of the name itself, as in the look-up, only one of
 * the account that has the name now: any, if that of the name is a former owner's; a reviewed one, if that is not
 * corroborated. A name that the account has left may be an innocent's by now.
 */
const renamedCases = `(
  select alias.username, report.id, status, independent_read, reported_at, is_removed, removal_tx_hash, cleared_at, held_at,
    deleted_at, erased_at, alias.left_at as handle_changed_at
  from reports.aliases alias join reports.scammer_reports report on report.id = alias.report_id
  where (alias.left_at is null and not is_removed and not exists (
    select from reports.scammer_reports own where lower(own.username) = lower(alias.username) and ${isInLookUps}
      and own.handle_changed_at is null and (not ${isReviewed} or not is_removed and status = 'corroborated')
  )) or not exists (
    select from reports.scammer_reports own where lower(own.username) = lower(alias.username) and ${isInLookUps}
  ))`;

const hasChanged = 'bool_and(handle_changed_at is not null)';
const handleChangedAt = `case when ${hasChanged} then max(handle_changed_at) end`;

const selectCases = (table: string, hasLeft = 'false') => [
  selectEntries(
    { table, condition: naughtyList.listed },
    { list: 'naughty', status: 'min(status)', since: 'min(reported_at)', handleChangedAt, hasLeft },
  ),
  selectEntries(
    { table, condition: `${offList} and cleared_at is not null and ${isLatelyCleared}` },
    { list: 'naughty', status: "'cleared'", since: 'max(cleared_at)', handleChangedAt, hasLeft },
  ),
  selectEntries(
    // Under a name that another account has now, nothing was removed.
    { table, condition: `${offList} and removal_tx_hash is not null and handle_changed_at is null` },
    { list: 'burned', status: 'null', since: `max(${burnedAt})` },
  ),
];

const praises = selectEntries(
  { table: `reports.${niceList.table}`, condition: niceList.listed },
  {
    list: 'nice',
    status: 'null',
    since: praisedSince,
    times: praisedTimes,
    isReviewed: 'bool_or(reviewed_at is not null)',
  },
);

const SHARD = {
  name: 'shard of the private check',
  text: `select * from (
    ${[...selectCases(`reports.${naughtyList.table}`), ...selectCases(renamedCases, hasChanged), praises].join(' union all ')}
  ) entry order by account, list, status = 'cleared', "handleChangedAt" is not null, status <> 'corroborated', status`,
};

type Entries = PrivateCheckShard['entries'];

type Entry = Omit<Entries[number], 'handleChangedAt' | 'hasLeft'> & {
  handleChangedAt: string | null;
  hasLeft: boolean;
};

/**
 * The currently listed accounts whose hash has this prefix; of one account, a reviewed case comes before an unreviewed
 * one, then a former owner's, and a cleared one last.
 */
export async function readShard(db: Knex, prefix: string): Promise<Entries> {
  const rows = await selectPrepared<Entry>(db, SHARD, [prefix]);
  return rows.map(({ handleChangedAt, hasLeft, ...entry }) => ({
    ...entry,
    ...(handleChangedAt && { handleChangedAt }),
    ...(hasLeft && { hasLeft }),
  }));
}

/** JSON padded to a multiple of `SHARD_BYTES`, so that the length of a response does not reveal the shard. */
export function padShard(entries: Entries): string {
  const length = JSON.stringify({ entries, padding: '' }).length;
  const padding = ' '.repeat(Math.ceil(length / SHARD_BYTES) * SHARD_BYTES - length);
  return JSON.stringify({ entries, padding } satisfies PrivateCheckShard);
}
