import type { LookUp } from '@naughty-list/contracts/look-up';
import { Username } from '@naughty-list/contracts/report-input';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import { niceList } from '../nice-reports/nice-list.ts';
import { naughtyList } from '../reports/naughty-list.ts';
import { type List, timeInJson } from './list.ts';
import { toSearchTerm } from './search-term.ts';
import { similarForms } from './similar-forms.ts';

type OnList = NonNullable<LookUp['naughty']>;

/** Base58, 32 bytes. Longer than any username. */
const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

const onList = ({ table, listed }: List<never, unknown>) => ({
  name: `look up in ${table}`,
  text: `select (array_agg(username order by id desc))[1] as username, sum(report_count)::int as times,
      ${timeInJson('min(reported_at)')} as since, (array_agg(twitter_url order by id desc))[1] as "twitterUrl"
    from reports.${table} report where lower(username) = lower($1) and ${listed} having count(*) > 0`,
});

/** The most candidates read from each list. */
const NEAR_READ = 200;

const candidates = (name: 'naughty' | 'nice', { table, listed }: List<never, unknown>) => `
  (select username, '${name}' as list, reports.look_alike(username) = ($2::text[])[1] as looks_the_same
   from reports.${table} report where reports.look_alike(username) = any($2) and ${listed} limit ${NEAR_READ})`;

const nearUsernames = {
  name: 'near usernames',
  text: `select min(username) as username, min(list) as list
    from (${candidates('naughty', naughtyList)} union all ${candidates('nice', niceList)}) candidate
    where lower(username) <> lower($1)
    group by lower(username) order by bool_or(looks_the_same) desc, lower(username) limit 3`,
};

/** What both lists contain about a text; undefined for an empty one. */
export async function lookUp(db: Knex, text: string): Promise<LookUp | undefined> {
  const term = toSearchTerm(text);
  if (term === '') return undefined;
  const nothing = { term, naughty: null, nice: null, near: [] };
  if (!Username.safeParse(term).success)
    return { kind: address.test(term) ? 'address' : 'words', ...nothing };
  const [[naughty = null], [nice = null]] = await Promise.all([
    selectPrepared<OnList>(db, onList(naughtyList), [term]),
    selectPrepared<OnList>(db, onList(niceList), [term]),
  ]);
  const isListed = naughty !== null || nice !== null;
  return {
    kind: 'account',
    term,
    naughty,
    nice,
    near: isListed
      ? []
      : await selectPrepared<LookUp['near'][number]>(db, nearUsernames, [term, similarForms(term)]),
  };
}
