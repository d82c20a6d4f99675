import { findDangers, OUTSIDE } from '@naughty-list/migrations/find-dangers';
import { splitStatements } from '@naughty-list/migrations/split-statements';
import { expect, it } from 'vitest';

const forms = (sql: string, inTransaction = true) =>
  findDangers([sql], { inTransaction }).map(({ form }) => form);

it.each([
  ['create index', 'create index sledges_name on sledges (name)'],
  ['create index', 'CREATE UNIQUE INDEX "a" ON "reports"."sledges" USING gin (name)'],
  ['add column with a volatile default', 'alter table sledges add column id uuid default gen_random_uuid()'],
  [
    'add column with a volatile default',
    'alter table sledges add seen timestamptz default (clock_timestamp())',
  ],
  ['add column that is computed or counted', 'alter table sledges add column n bigserial'],
  [
    'add column that is computed or counted',
    'alter table sledges add column k text not null generated always as (lower(name)) stored',
  ],
  [
    'add column that is unique or refers to a table',
    'alter table sledges add column owner int references people',
  ],
  [
    'add column that is unique or refers to a table',
    'alter table sledges add a int, add column b text unique',
  ],
  ['alter column type', 'alter table sledges alter column name type varchar(10)'],
  ['alter column type', 'alter table only sledges alter name set data type text'],
  ['set not null', 'alter table sledges alter column name set not null'],
  [
    'add constraint that is checked at once',
    "alter table sledges add constraint c check (name in ('a', 'b'))",
  ],
  ['add constraint that is checked at once', 'alter table sledges add foreign key (owner) references people'],
  ['add constraint that builds an index', 'alter table sledges add constraint u unique (name)'],
  ['add constraint that builds an index', 'alter table sledges add primary key (id)'],
  ['drop or rename what the version before uses', 'alter table sledges drop column name'],
  ['drop or rename what the version before uses', 'alter table sledges rename column name to title'],
  ['drop or rename a table', 'alter table sledges rename to sleighs'],
  ['drop or rename a table', 'drop table if exists reports.sledges'],
  ['write many rows', "update sledges set name = 'x'"],
  ['write many rows', 'delete from only sledges where true'],
  ['lock or empty a table', 'lock table sledges in share mode'],
  ['lock or empty a table', 'truncate sledges'],
  ['drop or rebuild an index', 'drop index sledges_name'],
  ['drop or rebuild an index', 'reindex table sledges'],
  ['anonymous block', 'do $$ begin perform 1; end $$'],
])('%s: %s', (form, sql) => {
  expect(forms(sql)).toEqual([form]);
});

it.each([
  'alter table sledges add column name text',
  "alter table sledges add column name text not null default 'none'",
  'alter table sledges add column at timestamptz not null default now()',
  'alter table sledges add constraint c check (length(name) < 9) not valid',
  'alter table sledges add constraint u unique using index sledges_name',
  'alter table sledges drop constraint c',
  'alter table sledges alter column name drop not null',
  'insert into sledges default values',
  "create function f() returns trigger language plpgsql as $$ begin update sledges set name = ''; delete from sledges; end $$",
  "comment on table sledges is 'drop table; update sledges set a = 1'; -- update sledges set a = 1",
  'create table new_ones (id serial primary key); create index on new_ones (id); update new_ones set id = 2; alter table new_ones alter id type bigint',
])('is no danger: %s', (sql) => {
  expect(forms(sql)).toEqual([]);
});

it('lets a migration without a transaction do nothing that others would wait behind', () => {
  expect(forms('create index concurrently a on sledges (name)', false)).toEqual([]);
  expect(forms('drop index concurrently if exists a', false)).toEqual([]);
  expect(forms('alter table sledges validate constraint c', false)).toEqual([]);
  expect(forms('alter table sledges add column name text', false)).toEqual([OUTSIDE]);
  expect(forms('create index a on sledges (name)', false)).toEqual([OUTSIDE]);
});

it('splits a text at the ends of its statements, and nowhere else', () => {
  const sql = `select ';' /* ; */ as "a;b"; -- not; here
    create function f() returns text as $body$ select 1; $body$ language sql;
    select 'it''s; one' - 1 / 2;`;
  expect(splitStatements(sql).map((statement) => statement.replace(/ +/g, ' '))).toEqual([
    "select '' as a;b",
    'create function f() returns text as $$ language sql',
    "select '' - 1 / 2",
  ]);
});
