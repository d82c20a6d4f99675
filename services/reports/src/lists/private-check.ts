import type { PrivateCheckShard } from '@naughty-list/contracts/private-check';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import { niceList } from '../nice-reports/nice-list.ts';
import { naughtyList } from '../reports/naughty-list.ts';
import { type List, timeInJson } from './list.ts';

const hash = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const entries = (name: 'naughty' | 'nice', status: string, { table, listed }: List<never, unknown>) => `
  (select ${hash('lower(username)')} as account, ${hash('reports.look_alike(lower(username))')} as "looksLike",
    '${name}' as list, ${status} as status, sum(report_count)::int as times, ${timeInJson('min(reported_at)')} as since
  from reports.${table} report where reports.check_prefix(username) = $1 and ${listed} group by lower(username))`;

export const SHARD = {
  name: 'shard of the private check',
  text: `${entries('naughty', 'min(status)', naughtyList)}
    union all ${entries('nice', 'null', niceList)} order by account, list`,
};

/** The currently listed accounts whose hash has this prefix. */
export async function readShard(db: Knex, prefix: string): Promise<PrivateCheckShard> {
  return { entries: await selectPrepared<PrivateCheckShard['entries'][number]>(db, SHARD, [prefix]) };
}
