import { lookAlike } from '@naughty-list/contracts/look-alike';
import type { ListedName } from '@naughty-list/contracts/look-up';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import { niceList } from '../nice-reports/nice-list.ts';
import { naughtyList } from '../reports/naughty-list.ts';
import type { List } from './list.ts';
import { similarForms } from './similar-forms.ts';

/** The most candidates read from each list. */
const READ_MAX = 200;
const SHOWN_MAX = 3;

const candidates = (name: 'naughty' | 'nice', status: string, { table, listed }: List<never, unknown>) => `
  (select username, '${name}' as list, ${status} as status, reports.look_alike(username) = any($3) as looks_the_same
   from reports.${table} report where reports.look_alike(username) = any($2) and ${listed} limit ${READ_MAX})`;

/** Of a name on both lists, the Naughty List counts. */
const findListed = {
  name: 'listed names of these forms',
  text: `select username, list, status from (
      select distinct on (lower(username)) * from (
        ${candidates('naughty', 'status', naughtyList)} union all ${candidates('nice', 'null', niceList)}
      ) candidate where lower(username) <> lower($1) order by lower(username), list, looks_the_same desc
    ) every order by looks_the_same desc, list, lower(username) limit ${SHOWN_MAX}`,
};

/** Listed names that look like a username, or are one typo away. */
export const findNear = (db: Knex, username: string): Promise<ListedName[]> =>
  selectPrepared<ListedName>(db, findListed, [username, similarForms(username), [lookAlike(username)]]);

/** Those of these names that are listed, or look like one that is. */
export async function findMeant(db: Knex, names: readonly string[]): Promise<ListedName[]> {
  const forms = [...new Set(names.map(lookAlike))];
  return forms.length === 0 ? [] : selectPrepared<ListedName>(db, findListed, ['', forms, forms]);
}
