import { type Form, fitsOutside, statements, tableActions, tableStatements } from './forms.ts';
import { splitAtCommas, splitStatements } from './split-statements.ts';

/** A statement that would block or break users of a table; `form` is a name in `forms.ts`. */
export type Danger = { form: string; statement: string };

export const OUTSIDE = 'strong lock outside of a transaction';

/** Finds statements that are unsafe on tables in use. Tables created by the migration itself are not in use yet. */
export function findDangers(sql: readonly string[], { inTransaction }: { inTransaction: boolean }): Danger[] {
  const own = new Set<string>();
  return sql.flatMap(splitStatements).flatMap((statement) => {
    const made = /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(statement)?.[1];
    if (made) own.add(bare(made));
    if (!inTransaction && !fitsOutside.test(statement)) return [{ form: OUTSIDE, statement }];
    return formsOf(statement, own).map((form) => ({ form, statement }));
  });
}

const bare = (table: string): string => table.split('.').at(-1) ?? table;

function formsOf(statement: string, own: ReadonlySet<string>): string[] {
  const isOld = (table: string | undefined) => table !== undefined && !own.has(bare(table));
  const whole = Object.entries<Form>(statements).filter(([, { pattern }]) => pattern.test(statement));
  const ofTable = Object.entries<Form>(tableStatements).filter(([, { pattern }]) =>
    isOld(pattern.exec(statement)?.groups?.table),
  );
  const [, table, actions = ''] =
    /^alter table (?:if exists )?(?:only )?([\w.]+) (?!rename to\b)(.*)$/.exec(statement) ?? [];
  const ofActions = isOld(table)
    ? Object.entries<Form>(tableActions).filter(([, { pattern }]) =>
        splitAtCommas(actions).some((action) => pattern.test(action)),
      )
    : [];
  return [...whole, ...ofTable, ...ofActions].map(([form]) => form);
}
