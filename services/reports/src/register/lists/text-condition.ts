import type { Entity } from '../../record/entity.ts';
import type { Condition } from './matching.ts';

const INTEGER_MAX_DIGITS = 9;

/** The search term as a `like` pattern, with wildcards escaped. */
const literal = (term: string) => term.replace(/[\\%_]/g, '\\$&');

/** One or two letters occur in nearly every text: they only match the beginning of usernames. */
const isShort = (term: string) => Array.from(term).length < 3;

/** The text contains the term, ignoring case. */
export function containing(column: 'description' | 'who', term: string): Condition {
  return { sql: `lower(${column}) like lower(?)`, values: [`%${literal(term)}%`] };
}

/** The username contains the term; uses the prefix index or that of texts. */
export function inUsername(term: string): Condition {
  const pattern = `${literal(term)}%`;
  return { sql: 'lower(username) like lower(?)', values: [isShort(term) ? pattern : `%${pattern}`] };
}

/**
 * Reports with the term in the username or description, or as their id. The index of texts has only public rows; the
 * few others are read one by one.
 */
export function inReport(
  { public: shown, hidden }: Pick<Entity<never, unknown>, 'public' | 'hidden'>,
  term: string,
): Condition {
  const texts = [inUsername(term), ...(isShort(term) ? [] : [containing('description', term)])];
  const arms = [
    ...texts.map(({ sql, values }) => ({ sql: `${shown} and ${sql}`, values })),
    {
      sql: `${hidden} and (${texts.map(({ sql }) => sql).join(' or ')})`,
      values: texts.flatMap(({ values }) => values),
    },
  ];
  if (/^\d+$/.test(term) && term.length <= INTEGER_MAX_DIGITS)
    arms.push({ sql: 'id = ?', values: [Number(term)] });
  return {
    sql: `(${arms.map(({ sql }) => sql).join(' or ')})`,
    values: arms.flatMap(({ values }) => values),
  };
}
