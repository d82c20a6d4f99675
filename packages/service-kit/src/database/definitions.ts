import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { listMigrations, type Migrated, runSql } from './migration-folder.ts';

/** What each kind of object of a schema is described by, as PostgreSQL prints it. */
const kinds = {
  column: `select format('%s.%I', attrelid::regclass, attname) as name, concat_ws(' ', format_type(atttypid, atttypmod),
      nullif(attcollation, 0)::regcollation, case when attnotnull then 'not null' end, attidentity, attgenerated,
      pg_get_expr(adbin, adrelid)) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  // A table that inherits another one adds its rows to it.
  table: `select oid::regclass::text as name, concat_ws(' ', relkind, relpersistence, reloptions, relrowsecurity,
      relforcerowsecurity, case relkind when 'v' then pg_get_viewdef(oid) end,
      case relkind when 'r' then (select array_agg(inhrelid::regclass::text) from pg_inherits where inhparent = pg_class.oid) end
    ) as definition
    from pg_class where relnamespace = to_regnamespace(:schema) and relkind not in ('i', 'I', 'S')`,
  constraint: `select format('%s %I', conrelid::regclass, conname) as name,
      concat_ws(' ', pg_get_constraintdef(oid), convalidated) as definition
    from pg_constraint where connamespace = to_regnamespace(:schema)`,
  index: `select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = to_regnamespace(:schema)`,
  trigger: `select format('%s %I', tgrelid::regclass, tgname) as name,
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = to_regnamespace(:schema) and not tgisinternal`,
  rule: `select format('%s %I', ev_class::regclass, rulename) as name,
      concat_ws(' ', pg_get_ruledef(pg_rewrite.oid), ev_enabled) as definition
    from pg_rewrite join pg_class on pg_class.oid = ev_class where relnamespace = to_regnamespace(:schema)`,
  policy: `select format('%s %I', polrelid::regclass, polname) as name, pg_get_expr(polqual, polrelid) as definition
    from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = to_regnamespace(:schema)`,
  function: `select oid::regprocedure::text as name,
      case when prokind in ('f', 'p') then pg_get_functiondef(oid) else prokind::text end as definition
    from pg_proc where pronamespace = to_regnamespace(:schema)`,
  type: `select oid::regtype::text as name, typtype::text as definition
    from pg_type where typnamespace = to_regnamespace(:schema) and typtype <> 'c' and typcategory <> 'A'`,
  sequence: `select seqrelid::regclass::text as name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement) as definition
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = to_regnamespace(:schema)`,
};

/** By kind and name: every object of a schema. */
export async function catalogOf(
  db: Database,
  schema: string,
): Promise<Record<string, Record<string, string>>> {
  const catalog: Record<string, Record<string, string>> = {};
  for (const [kind, query] of Object.entries(kinds)) {
    const { rows } = await db.raw<{ rows: { name: string; definition: string }[] }>(
      `select * from (${query}) object order by name collate "C"`,
      { schema },
    );
    catalog[kind] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  }
  return catalog;
}

/** What answers in place of PostgreSQL's own without being in the schema. What is written in C comes with an extension. */
const SHADOWS = `
  select 'function ' || oid::regprocedure as name from pg_proc
  where pronamespace = to_regnamespace('public') and prolang <> (select oid from pg_language where lanname = 'c')
  union all
  select coalesce('operator ' || operator.oid::regoperator, format('cast of %s to %s', castsource::regtype, casttarget::regtype))
  from pg_operator operator full join pg_cast on false
  where coalesce(operator.oid, pg_cast.oid) >= 16384 and not exists (
    select from pg_depend where deptype = 'e' and objid = coalesce(operator.oid, pg_cast.oid)
      and classid in ('pg_operator'::regclass, 'pg_cast'::regclass))`;

/** Where the migrations run once more. */
const FRESH = 'as_migrated';

/**
 * The objects of a schema that are not as its migrations make them, and those that shadow PostgreSQL's own. The
 * migrations run once more beside it, on this server, whose version words what it prints; all of that is taken back.
 */
export async function changedDefinitions(
  trx: Knex.Transaction,
  { schema, directory }: Migrated,
): Promise<string[]> {
  const files = await listMigrations(directory);
  const changed = await trx.withSchema(schema).table('migrations').whereNotIn('name', files).pluck('name');
  const done = new Error('taken back');
  await trx
    .transaction(async (inner) => {
      await inner.raw(`create schema ${FRESH}; set local search_path = ${FRESH}, public`);
      await inner.raw('create table migrations (like ?? including all)', [`${schema}.migrations`]);
      const renamed = new RegExp(`\\b${schema}\\b(?=[.,])`, 'g');
      for (const file of files)
        await runSql(inner, join(directory, file), (sql) => sql.replace(renamed, FRESH));
      // Names are qualified then.
      await inner.raw('set local search_path = pg_catalog');
      const now = await catalogOf(inner, schema);
      const made = await catalogOf(inner, FRESH);
      for (const [kind, objects] of Object.entries(now)) {
        const wanted = Object.fromEntries(
          Object.entries(made[kind] ?? {}).map((object) =>
            object.map((text) => text?.replaceAll(FRESH, schema)),
          ),
        );
        for (const name of new Set([...Object.keys(objects), ...Object.keys(wanted)]))
          if (objects[name] !== wanted[name]) changed.push(`${kind} ${name}`);
      }
      const { rows } = await inner.raw<{ rows: { name: string }[] }>(SHADOWS);
      changed.push(...rows.map(({ name }) => name));
      throw done;
    })
    .catch((error) => {
      if (error !== done) throw error;
    });
  return changed;
}
