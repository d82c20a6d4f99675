import type { Condition } from './matching.ts';

const INTEGER_MAX_DIGITS = 9;

/** What is looked for in text, as the pattern of `like`; wildcards in it are text. */
const literal = (term: string) => term.replace(/[\\%_]/g, '\\$&');

/** One or two letters are in nearly every text: they are looked for where usernames begin. */
const isShort = (term: string) => Array.from(term).length < 3;

/** A text that holds the term, whatever its case. */
export function holding(column: 'description' | 'who', term: string): Condition {
  return { sql: `lower(${column}) like lower(?)`, values: [`%${literal(term)}%`] };
}

/** Usernames that hold the term, through the index of their beginnings or of their three-letter pieces. */
export function inUsername(term: string): Condition {
  const pattern = `${literal(term)}%`;
  return { sql: 'lower(username) like lower(?)', values: [isShort(term) ? pattern : `%${pattern}`] };
}

/** Reports that hold the term in the username or the description, or that have it as their id. */
export function inReport(term: string): Condition {
  const either = [inUsername(term)];
  if (!isShort(term)) either.push(holding('description', term));
  if (/^\d+$/.test(term) && term.length <= INTEGER_MAX_DIGITS)
    either.push({ sql: 'id = ?', values: [Number(term)] });
  return {
    sql: `(${either.map(({ sql }) => sql).join(' or ')})`,
    values: either.flatMap(({ values }) => values),
  };
}
