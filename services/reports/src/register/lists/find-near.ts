import { lookAlike } from '@naughty-list/contracts/look-alike';
import type { ListedName } from '@naughty-list/contracts/look-up';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { niceList } from '../nice-reports/nice-report.ts';
import { naughtyList } from '../reports/naughty-list.ts';

/** The most candidates read from each list. */
const READ_MAX = 200;
const SHOWN_MAX = 3;

/** Praise that no moderator has read may be an impostor's own. */
const reviewedPraise = { ...niceList, listed: `${niceList.listed} and reviewed_at is not null` };

/** SQL: the username itself, the typo forms to find, and the look-alike forms that count as the same. */
type Parameters = { of: string; forms: string; sameForms: string };

const isCorroborated = (status: string) => `(${status} = 'corroborated') is true`;

/**
 * SQL: candidates: listed names with one of these typo forms. Corroborated ones come first, which no number of reports by
 * strangers pushes away, then those that look the same. A name on both lists is shown as on the Naughty List. Two names may
 * share a form without being one typo apart: see {@link nearest}.
 */
function candidatesOfForms({ of, forms, sameForms }: Parameters): string {
  const listedOn = (
    name: 'naughty' | 'nice',
    { status, hasChanged }: { status: string; hasChanged: string },
    { table, listed }: { table: string; listed: string },
  ) => `
    (select username, '${name}' as list, ${status} as status, ${hasChanged} as "hasChangedHands", reports.look_alike(username) = any(${sameForms}) as is_same
     from reports.${table} report where reports.typo_forms(username) && ${forms} and ${listed}
     order by ${isCorroborated(status)} desc, is_same desc limit ${READ_MAX})`;
  const ofCase = { status: 'status', hasChanged: 'handle_changed_at is not null' };
  const ofPraise = { status: 'null::text', hasChanged: 'false' };
  return `select username, list, status, "hasChangedHands" from (
      select distinct on (lower(username)) * from (
        ${listedOn('naughty', ofCase, naughtyList)} union all ${listedOn('nice', ofPraise, reviewedPraise)}
      ) candidate where lower(username) <> lower(${of}) order by lower(username), list, is_same desc
    ) every order by ${isCorroborated('status')} desc, is_same desc, list, lower(username)`;
}

/** SQL: candidates for {@link nearest}. */
export const candidatesNear = (username: string) =>
  candidatesOfForms({
    of: username,
    forms: `reports.typo_forms(${username})`,
    sameForms: `array[reports.look_alike(${username})]`,
  });

/** The candidates that look like a username, or are one typo away. */
export function nearest(username: string, found: readonly ListedName[]): ListedName[] {
  const form = lookAlike(username);
  return found.filter((each) => isOneTypoAway(form, lookAlike(each.username))).slice(0, SHOWN_MAX);
}

const findForms = {
  name: 'listed names of these forms',
  text: candidatesOfForms({ of: "''", forms: '$1::text[]', sameForms: '$1' }),
};

/** The listed names that look like one of these, first those that are the same. */
export async function findMeant(db: Knex, names: readonly string[]): Promise<ListedName[]> {
  const forms = [...new Set(names.map(lookAlike))];
  if (forms.length === 0) return [];
  const found = await selectPrepared<ListedName>(db, findForms, [forms]);
  const same = new Set(names.map((name) => name.toLowerCase()));
  const isOther = ({ username }: ListedName) => Number(!same.has(username.toLowerCase()));
  return found
    .filter(({ username }) => forms.includes(lookAlike(username)))
    .sort((one, other) => isOther(one) - isOther(other))
    .slice(0, SHOWN_MAX);
}

/** Shorter names have too many neighbours one letter away. */
const TYPO_MIN_LENGTH = 5;

/** Whether two look-alike forms are equal or one typo apart: a letter missing, added or changed, or two swapped. */
export function isOneTypoAway(form: string, other: string): boolean {
  if (form === other) return true;
  if (form.length < TYPO_MIN_LENGTH) return false;
  let same = 0;
  while (same < form.length && form[same] === other[same]) same += 1;
  const [a, b] = [form.slice(same), other.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}
