import type { Database } from '@naughty-list/service-kit/database/database';

/** What each kind of object of a schema is described by, as PostgreSQL prints it. */
const kinds = {
  columns: `select format('%I.%I', relname, attname) as name, concat_ws(' ', format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  tables: `select relname as name, concat_ws(' ', relkind, relpersistence, reloptions) as definition
    from pg_class where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'p')`,
  constraints: `select format('%s %I', conrelid::regclass, conname) as name,
      concat_ws(' ', pg_get_constraintdef(oid), convalidated) as definition
    from pg_constraint where connamespace = to_regnamespace(:schema)`,
  indexes: `select indexname as name, indexdef as definition from pg_indexes where schemaname = :schema`,
  triggers: `select format('%s %I', tgrelid::regclass, tgname) as name,
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = to_regnamespace(:schema) and not tgisinternal`,
  functions: `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = to_regnamespace(:schema)`,
  sequences: `select sequencename as name, concat_ws(' ', data_type, start_value, increment_by) as definition
    from pg_sequences where schemaname = :schema`,
};

/** Every object of a schema by its kind and name; monthly partitions aside, which exist from the month they are used in. */
export async function catalogOf(
  db: Database,
  schema: string,
): Promise<Record<string, Record<string, string>>> {
  const catalog: Record<string, Record<string, string>> = {};
  for (const [kind, query] of Object.entries(kinds)) {
    const { rows } = await db.raw<{ rows: { name: string; definition: string }[] }>(
      `select * from (${query}) object where name !~ 'site_visits_20' order by name collate "C"`,
      { schema },
    );
    catalog[kind] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  }
  return catalog;
}
