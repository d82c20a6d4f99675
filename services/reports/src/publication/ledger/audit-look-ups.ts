import type { Knex } from 'knex';
import type { Differences } from './differences.ts';

/** The most rows of an index that are looked up, at random. */
const LOOKED_UP_MAX = 20_000;
/** The most rows that are sorted to compare an index with them. */
const SORTED_MAX = 20_000;
/** The most looked up of texts, which an index has in hundreds of pieces: to find one takes longer. */
const TEXTS_MAX = 100;

const PREFIX = { key: 'reports.check_prefix(username)', is: '=' };
const POST = { key: 'reports.post_number(twitter_url)', is: '=' };
const NAME = { key: 'lower(username)', is: '=' };
const CASE = { key: 'report_id', is: '=' };
/** Whose payment it is, and for which offer: of an offer paid in parts, that decides whether all is paid. */
const PAID = "array[payer, demand->>'provenWallet', demand->>'intent']";
const CLAIMS = { table: 'chain.verifications', about: "'payment ' || id", of: "purpose <> 'look'" };
const SEARCHED = [
  { key: 'reports.typo_forms(username)', is: '@>' },
  // Not `=`, which the other index of names answers.
  { key: 'lower(username)', is: 'like', max: TEXTS_MAX },
  { key: 'lower(description)', is: '=', max: TEXTS_MAX },
];

/** Indexes by expressions, which may lack a row, or have it under another value, if a function or the index was changed for a while. */
const indexes: {
  table: string;
  about: string;
  of?: string;
  by: { key: string; is: string; max?: number }[];
}[] = [
  { table: 'scammer_reports', about: "'report ' || id", by: [PREFIX, POST, NAME] },
  { table: 'scammer_reports', about: "'report ' || id", of: 'not is_removed', by: SEARCHED },
  { table: 'aliases', about: "'report ' || report_id", by: [PREFIX, NAME, CASE] },
  { table: 'statements', about: "'statement ' || id", of: 'published_at is not null', by: [POST] },
  { table: 'statements', about: "'statement ' || id", by: [CASE] },
  { table: 'nice_reports', about: "'praise ' || id", of: 'held_at is null', by: [PREFIX, NAME, ...SEARCHED] },
  { ...CLAIMS, of: `${CLAIMS.of} and ${PAID} && ${PAID}`, by: [{ key: PAID, is: '&&' }] },
  { ...CLAIMS, by: [{ key: 'payers', is: '@>' }] },
];

/** Names the rows that look-ups do not find by their indexes, or with another. */
export async function auditLookUps(trx: Knex.Transaction, differences: Differences): Promise<void> {
  await trx.raw('set local enable_seqscan = off');
  for (const { table, about, of = 'true', by } of indexes) {
    const { rows: there } = await trx.raw('select from pg_class where oid = to_regclass(?)', [table]);
    if (there.length === 0) continue;
    for (const { key, is, max = LOOKED_UP_MAX } of by) {
      // By the key alone, so that no other index answers.
      const { rows } = await trx.raw<{ rows: { subject: string; found: boolean | null }[] }>(
        `select subject, found from (
           select ${key} as key, ctid as place, ${about} as subject from ${table} tablesample bernoulli (
             (select least(100, 100.0 * ${max} / greatest(count(*), 1)) from ${table})
           ) where ${of} offset 0
         ) sampled, lateral (
           select bool_and(known.key ${is} sampled.key) and bool_or(known.place = sampled.place) as found
           from (select ${key} as key, ctid as place from ${table} where ${key} ${is} sampled.key and ${of} offset 0) known
         ) known
         where key is not null and found is not true`,
      );
      for (const { subject } of rows) differences.add(`${subject}: the look-up by ${key} does not find it`);
    }
  }
  await trx.raw('set local enable_seqscan = on');
}

/** Names the indexes that do not have their tables' rows once each, as they are and in order: pages, feeds and this audit read by them. */
export async function auditIndexes(trx: Knex.Transaction, differences: Differences): Promise<void> {
  type Index = { name: string; columns: string; keys: string; from: string; order: string; is_copy: boolean };
  const { rows } = await trx.raw<{ rows: Index[] }>(
    `select indexrelid::regclass::text as name, (indexprs is null or indnatts > indnkeyatts) as is_copy, keys, "order",
       array_to_string(array(select quote_ident(attname) from pg_attribute where attrelid = indrelid and attnum = any(indkey)), ', ') as columns,
       format('from %s where %s', indrelid::regclass, coalesce(pg_get_expr(indpred, indrelid), 'true')) as from
     from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam, lateral (
       select string_agg(key, ', ' order by at) as keys, string_agg(concat(key, case when opcname = 'text_pattern_ops' then ' using ~<~' end,
         case indoption[at - 1] when 1 then ' desc nulls last' when 2 then ' nulls first' when 3 then ' desc' end), ', ' order by at) as "order"
       from generate_series(1, indnkeyatts) at join pg_opclass on pg_opclass.oid = indclass[at - 1],
         pg_get_indexdef(indexrelid, at, false) key
     ) of_index
     where amname = 'btree' and relnamespace = any(${AUDITED})`,
  );
  const sizes = new Map<string, number>();
  await trx.raw(`${enable(PLANS, 'off')}; ${enable(['seqscan'], 'on')}`);
  for (const { from } of rows)
    if (!sizes.has(from))
      sizes.set(from, Number((await trx.raw(escaped(`select count(*) ${from}`))).rows[0].count));
  for (const { name, columns, keys, from, order, is_copy: isCopy } of rows) {
    const size = sizes.get(from) ?? 0;
    const readBy = async (plans: readonly Plan[], what: string): Promise<string> => {
      await trx.raw(`${enable(PLANS, 'off')}; ${enable(plans, 'on')}`);
      const row = escaped(`select ${what} ${from} order by ${order} offset 0`);
      const said = await trx.raw(`select concat(count(*), ' ', ${IN_ORDER}) as said from (${row}) row`);
      return said.rows[0].said;
    };
    const found = await readBy(['indexscan'], columns);
    const isSame =
      Number(found.split(' ')[0]) === size &&
      // PostgreSQL never answers from the copies of expressions.
      (!isCopy || found === (await readBy(['indexonlyscan'], columns))) &&
      (size > SORTED_MAX ||
        (await readBy(['indexscan'], keys)) === (await readBy(['seqscan', 'sort'], keys)));
    if (!isSame)
      differences.add(`${name}: the index does not have each row of its table once, as it is, in order`);
  }
  await trx.raw(enable(PLANS, 'on'));
}

/** PostgreSQL's plans that read rows in order, or put them in order. */
const PLANS = ['indexscan', 'indexonlyscan', 'bitmapscan', 'seqscan', 'sort', 'incremental_sort'] as const;
type Plan = (typeof PLANS)[number];

/** SQL that Knex takes without its placeholders. */
const escaped = (sql: string) => sql.replaceAll('?', '\\?');

/** SQL: what rows say in their order. An index has its own copy of them, which can be stale, or in the place of another. */
const IN_ORDER = 'hash_array_extended(array_agg(hash_record_extended(row, 0)), 0)';

/** SQL: whether the planner may use these. */
const enable = (plans: readonly string[], may: 'on' | 'off') =>
  plans.map((one) => `set local enable_${one} = ${may}`).join('; ');

/** SQL: the schemas of which one says who is listed, the others who has paid for what. */
const AUDITED =
  "array[current_schema()::regnamespace, to_regnamespace('chain'), to_regnamespace('membership')]::oid[]";

/** Names tables with rows that their checks, unique indexes, generated columns or `not null` forbid: these can be off for a moment, and then count as valid. */
export async function auditConstraints(trx: Knex.Transaction, differences: Differences): Promise<void> {
  // An index that lacks a row would not find it twice.
  const scan = (by: 'on' | 'off') => trx.raw(enable(['indexscan', 'indexonlyscan', 'bitmapscan'], by));
  const { rows } = await trx.raw<{ rows: { table: string; name: string; broken: string }[] }>(
    `select conrelid::regclass::text as table, conname::text as name,
       format('from %s where not (%s)', conrelid::regclass, pg_get_expr(conbin, conrelid)) as broken
     from pg_constraint where contype = 'c' and connamespace = any(${AUDITED})
     union all
     select attrelid::regclass::text, 'not null',
       format('from %s where num_nulls(%s) > 0', attrelid::regclass, string_agg(quote_ident(attname), ', '))
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attnotnull and attnum > 0 and relkind = 'r' and relnamespace = any(${AUDITED}) group by attrelid
     union all
     select attrelid::regclass::text, 'what generates ' || attname,
       format('from %s where %I is distinct from %s', attrelid::regclass, attname, pg_get_expr(adbin, adrelid))
     from pg_attribute join pg_attrdef on (adrelid, adnum) = (attrelid, attnum) join pg_class on pg_class.oid = attrelid
     where attgenerated <> '' and relnamespace = any(${AUDITED})
     union all
     select indrelid::regclass::text, indexrelid::regclass::text,
       format('from %s where %s group by %s having count(*) > 1 and num_nulls(%3$s) = 0',
         indrelid::regclass, coalesce(pg_get_expr(indpred, indrelid), 'true'), columns)
     from pg_index join pg_class on pg_class.oid = indrelid, lateral (
       select string_agg(pg_get_indexdef(indexrelid, at, false), ', ') as columns from generate_series(1, indnkeyatts) at
     ) of_index
     -- Places in the tree are counted with its leaves.
     where indisunique and relnamespace = any(${AUDITED}) and relname <> 'ledger_records_place'`,
  );
  await scan('off');
  for (const { table, name, broken } of rows) {
    const found = await trx.raw(escaped(`select ${broken} limit 1`));
    if (found.rows.length > 0) differences.add(`${table}: it has rows that ${name} forbids`);
  }
  await scan('on');
}
