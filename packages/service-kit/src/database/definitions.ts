import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { listMigrations, type Migrated, runSql } from './migrate.ts';

/**
 * SQL: what an expression does, of which its printed form can hide calls and columns; without places, ways of printing and numbers
 * of objects, which differ between databases and after a dump.
 */
const parsed = (tree: string) =>
  `regexp_replace(${tree}::text, '(location|format|stmt_len) [-0-9]+|\\[[-0-9 ]+]|\\m\\d{5,}\\M', '', 'g')`;

/** By kind of object: the query for the names and definitions in a schema, as PostgreSQL prints them. */
const kinds = {
  column: `select format('%s.%I', attrelid::regclass, attname) as name, concat_ws(' ', format_type(atttypid, atttypmod),
      nullif(attcollation, 0)::regcollation, case when attnotnull then 'not null' end, attidentity, attgenerated,
      pg_get_expr(adbin, adrelid), ${parsed('adbin')}) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = to_regnamespace(:schema) and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  // Includes child tables, whose rows the parent would show.
  // Without its marks that it has them, its triggers, checks and indexes do nothing.
  table: `select oid::regclass::text as name, concat_ws(' ', relkind, relpersistence, reloptions, relrowsecurity,
      relforcerowsecurity, relchecks,
      (select count(*) from pg_trigger where tgrelid = pg_class.oid and relhastriggers),
      (select count(*) from pg_index where indrelid = pg_class.oid and relhasindex), case relkind when 'v' then pg_get_viewdef(oid) end,
      case relkind when 'r' then (select array_agg(inhrelid::regclass::text) from pg_inherits where inhparent = pg_class.oid) end
    ) as definition
    from pg_class where relnamespace = to_regnamespace(:schema) and relkind not in ('i', 'I', 'S')`,
  constraint: `select format('%s %I', conrelid::regclass, conname) as name,
      concat_ws(' ', pg_get_constraintdef(oid), convalidated) as definition
    from pg_constraint where connamespace = to_regnamespace(:schema)`,
  // PostgreSQL prints what an index or function is now; the columns have what it was when the audit began, in case it was put back.
  index: `select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive,
      array(select attname from pg_attribute where attrelid = indrelid and attnum = any(indkey) order by array_position(indkey, attnum)),
      indoption, indcollation, ${parsed('indclass')}, pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = to_regnamespace(:schema)`,
  trigger: `select format('%s %I', tgrelid::regclass, tgname) as name,
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = to_regnamespace(:schema)
      and (not tgisinternal or tgenabled <> 'O' or tgfoid::regproc::text not like '"RI_FKey%')`,
  rule: `select format('%s %I', ev_class::regclass, rulename) as name,
      concat_ws(' ', pg_get_ruledef(pg_rewrite.oid), ev_enabled, ${parsed('ev_action')}) as definition
    from pg_rewrite join pg_class on pg_class.oid = ev_class where relnamespace = to_regnamespace(:schema)`,
  policy: `select format('%s %I', polrelid::regclass, polname) as name, pg_get_expr(polqual, polrelid) as definition
    from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = to_regnamespace(:schema)`,
  function: `select oid::regprocedure::text as name, concat_ws(' ',
      case when prokind in ('f', 'p') then pg_get_functiondef(oid) else prokind::text end, prosrc, proconfig, ${parsed('prosqlbody')}
    ) as definition
    from pg_proc where pronamespace = to_regnamespace(:schema)`,
  type: `select oid::regtype::text as name, typtype::text as definition
    from pg_type where typnamespace = to_regnamespace(:schema) and typtype <> 'c' and typcategory <> 'A'`,
  sequence: `select seqrelid::regclass::text as name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement) as definition
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = to_regnamespace(:schema)`,
};

/** The definitions of all objects of a schema, by kind and name. */
export async function catalogOf(
  db: Database,
  schema: string,
): Promise<Record<string, Record<string, string>>> {
  const catalog: Record<string, Record<string, string>> = {};
  for (const [kind, query] of Object.entries(kinds)) {
    const { rows } = await db.raw<{ rows: { name: string; definition: string }[] }>(
      `select name, string_agg(definition, ' ') as definition from (${query}) object group by 1 order by name collate "C"`,
      { schema },
    );
    catalog[kind] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  }
  return catalog;
}

/**
 * SQL: built-in objects that were changed since initdb, whose transactions number below 1,000. 2 marks rows as frozen in a way that only
 * pg_surgery still does, which so conceals a change.
 */
const rewritten = (catalog: string, oid = 'oid', of = catalog) =>
  `select '${of}'::regclass, ${oid} from ${catalog} where ${oid} < 16384 and (xmin::text::bigint > 1000 or xmin::text = '2')`;

/**
 * SQL: objects outside the schema that could falsify what the audit or the service reads: functions, operators, casts and tables
 * that shadow others, built-in ones that were changed, and event triggers. Allowed are C functions of extensions that are not named
 * like built-in ones (nor are operators on built-in types, but for two of pg_trgm), and changed permissions of pg_ and lo_ functions, which providers set.
 */
const SHADOWS = `
  with extended as (
    select classid, objid, extname from pg_depend join pg_extension on pg_extension.oid = refobjid
    where deptype = 'e' and refclassid = 'pg_extension'::regclass
  ), in_c as (
    select pg_proc.oid from pg_proc join extended on (classid, objid) = ('pg_proc'::regclass, pg_proc.oid)
    where prolang = (select oid from pg_language where lanname = 'c')
      and case when concat(proname, probin) ~ 'trgm|similarity' then (extname, prosrc, probin) = ('pg_trgm', proname, '$libdir/pg_trgm')
        else not exists (
          select from pg_proc own
          where own.pronamespace = 'pg_catalog'::regnamespace and own.proname = pg_proc.proname and own.proargtypes <> pg_proc.proargtypes
        ) end
  ), shadow (classid, objid) as (
    select 'pg_proc'::regclass, oid from pg_proc
    where pronamespace in (to_regnamespace('public'), 'pg_catalog'::regnamespace) and oid >= 16384 and oid not in (select oid from in_c)
    union all
    select 'pg_operator'::regclass, oid from pg_operator where oid >= 16384 and (oprcode not in (select oid from in_c)
      or greatest(oprleft, oprright) < 16384 and oprname not in ('%', '<->')
        and oprname in (select oprname from pg_operator where oprnamespace = 'pg_catalog'::regnamespace))
    union all
    select 'pg_cast'::regclass, oid from pg_cast where oid >= 16384 and (castfunc not in (select oid from in_c) or greatest(castsource, casttarget) < 16384)
    union all
    select 'pg_class'::regclass, oid from pg_class where relnamespace = 'pg_catalog'::regnamespace and oid >= 16384
    union all
    -- Of a session, which reads it in place of the schema's.
    select 'pg_class'::regclass, oid from pg_class where relnamespace::regnamespace::text like 'pg_temp%'
      and relname in (select relname from pg_class where relnamespace = to_regnamespace(:schema))
    union all
    select 'pg_event_trigger'::regclass, oid from pg_event_trigger where evtenabled <> 'D'
    union all
    ${rewritten('pg_proc')} and (prolang <> (select oid from pg_language where lanname = 'internal') or proname !~ '^(pg|lo)_' or prosrc !~ ('^(be_|)' || proname))
    union all
    ${rewritten('pg_aggregate', 'aggfnoid', 'pg_proc')}
    union all
    -- Other collations are the operator's, who renews their versions.
    ${rewritten('pg_collation')} and collname in ('default', 'C')
    union all
    ${rewritten('pg_attribute', 'attrelid', 'pg_class')}
    union all
    ${rewritten('pg_namespace')} and oid = 11
    union all
    -- What the index of texts is searched with.
    select 'pg_opfamily'::regclass, searched.oid from (
      select amprocfamily as oid, case when amproc < 16384 or amproc in (select oid from in_c) then amprocnum || proname else 'other' end as by
      from pg_amproc join pg_proc on pg_proc.oid = amproc
      union all
      select amopfamily, amopstrategy || oprname from pg_amop join pg_operator on pg_operator.oid = amopopr
    ) searched join pg_opfamily on pg_opfamily.oid = searched.oid
    where opfname = 'gin_trgm_ops' and by <> all (
      '{1btint4cmp,2gin_extract_value_trgm,3gin_extract_query_trgm,4gin_trgm_consistent,6gin_trgm_triconsistent,1%,3~~,4~~*,5~,6~*,7%>,9%>>,11=}')
    union all
    select 'pg_opclass'::regclass, pg_opclass.oid
    from pg_index join pg_class on pg_class.oid = indexrelid, unnest(indclass) used
      join pg_opclass on pg_opclass.oid = used join pg_opfamily on pg_opfamily.oid = opcfamily
    where relnamespace = to_regnamespace(:schema) and used >= 16384 and (opcname, opfname) <> ('gin_trgm_ops', 'gin_trgm_ops')
    union all
    -- By what they belong to, as a row that was deleted and made anew has another number.
    ${rewritten('pg_amop', 'amopfamily', 'pg_opfamily')}
    union all
    ${rewritten('pg_amproc', 'amprocfamily', 'pg_opfamily')}
    union all
    ${rewritten('pg_rewrite', 'ev_class', 'pg_class')}
    union all
    select 'pg_language'::regclass, oid from pg_language where lanname = 'plpgsql' and lanplcallfoid::regproc::text <> 'plpgsql_call_handler'
    union all
    ${['pg_operator', 'pg_cast', 'pg_type', 'pg_am', 'pg_opclass'].map((catalog) => rewritten(catalog)).join(' union all ')}
  )
  select format('%s %s', type, identity) as name from shadow, pg_identify_object(classid, objid, 0)`;

/** The schema in which the migrations run again. */
const FRESH = 'as_migrated';

/**
 * The names of a schema's objects that differ from what its migrations make, and of objects that shadow built-in ones.
 * Runs the migrations again in a schema of its own and rolls back, because each PostgreSQL version prints definitions
 * differently. Reads the existing objects first, because event triggers could change them.
 */
export async function changedDefinitions(
  trx: Knex.Transaction,
  { schema, directory }: Migrated,
): Promise<string[]> {
  const files = await listMigrations(directory);
  const changed = await trx.withSchema(schema).table('migrations').whereNotIn('name', files).pluck('name');
  const rollback = new Error('rolled back');
  await trx
    .transaction(async (inner) => {
      // So that PostgreSQL prints qualified names.
      await inner.raw('set local search_path = pg_catalog, pg_temp');
      const actual = await catalogOf(inner, schema);
      const { rows } = await inner.raw<{ rows: { name: string }[] }>(SHADOWS, { schema });
      changed.push(...rows.map(({ name }) => name.replace(/(?<=[(,])pg_catalog\./g, '')));
      await inner.raw(`create schema ${FRESH}; set local search_path = ${FRESH}, public`);
      await inner.raw('create table migrations (like ?? including all)', [`${schema}.migrations`]);
      const renamed = new RegExp(`\\b${schema}\\b(?=[.,])`, 'g');
      for (const file of files)
        await runSql(inner, join(directory, file), (sql) => sql.replace(renamed, FRESH));
      await inner.raw('set local search_path = pg_catalog, pg_temp');
      const migrated = await catalogOf(inner, FRESH);
      for (const [kind, objects] of Object.entries(actual)) {
        const expected = Object.fromEntries(
          Object.entries(migrated[kind] ?? {}).map((object) =>
            object.map((text) => text?.replaceAll(FRESH, schema)),
          ),
        );
        for (const name of new Set([...Object.keys(objects), ...Object.keys(expected)]))
          if (objects[name] !== expected[name]) changed.push(`${kind} ${name}`);
      }
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  return changed;
}
