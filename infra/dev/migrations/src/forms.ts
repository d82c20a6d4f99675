/** A forbidden form of SQL and the reason; `instead` is the alternative. */
export type Form = { pattern: RegExp; why: string; instead: string };

const VOLATILE =
  /\bdefault\b[^,]*\b(gen_random_uuid|uuidv[47]|uuid_generate_\w+|random|clock_timestamp|timeofday|nextval)\b/;

/** One action of `alter table`, on a table that existed before the migration. */
export const tableActions = {
  'add column with a volatile default': {
    pattern: new RegExp(`^add (column )?.*${VOLATILE.source}`),
    why: 'writes every row anew while nobody may read',
    instead: 'add the column without a default, set the default, fill old rows in batches',
  },
  'add column that is computed or counted': {
    pattern:
      /^add (column )?(if not exists )?\w+ (.*\bgenerated\b.*\b(stored|identity)\b|(small|big)?serial\b)/,
    why: 'writes every row anew while nobody may read',
    instead: 'add a plain column, fill it in batches, keep it by a trigger',
  },
  'add column that is unique or refers to a table': {
    pattern:
      /^add (column )?(?!constraint\b|check\b|foreign key\b|unique\b|primary key\b|exclude\b).*\b(unique|primary key|references)\b/,
    why: 'builds an index, or reads both tables, while nobody may write',
    instead: 'add the column, then the index concurrently, then the constraint as below',
  },
  'alter column type': {
    pattern: /^alter (column )?\w+ (set data )?type\b/,
    why: 'writes every row and index anew while nobody may read',
    instead: 'add a column, fill it in batches, use it in the next release',
  },
  'set not null': {
    pattern: /^alter (column )?\w+ set not null/,
    why: 'reads every row while nobody may read',
    instead:
      'add a check (… is not null) not valid, validate it, then set not null, which believes the check',
  },
  'add constraint that is checked at once': {
    pattern: /^add (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'reads every row while nobody may write',
    instead: 'add it not valid, and validate it in a migration without a transaction',
  },
  'add constraint that builds an index': {
    pattern: /^add (constraint \w+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    why: 'builds an index while nobody may read',
    instead: 'createIndex, unique, then add constraint … using index',
  },
  'drop or rename what the version before uses': {
    pattern: /^(drop (column )?(?!constraint|default|not null)\w+|rename\b)/,
    why: 'copies of the version before are still running, and fail',
    instead: 'stop using it in one release, drop it in the next',
  },
} satisfies Record<string, Form>;

/** A whole statement on a table that existed before the migration, which the group `table` names. */
export const tableStatements = {
  'create index': {
    pattern: /^create (unique )?index (?!concurrently\b).*?\bon (only )?(?<table>[\w.]+)/,
    why: 'nobody may write until it is built',
    instead: 'createIndex of the service kit, in a migration without a transaction',
  },
  'write many rows': {
    pattern: /^(update (only )?|delete from (only )?)(?<table>[\w.]+)/,
    why: 'holds every row that it changes until the migration ends',
    instead: 'a sweep of the service that changes them in batches',
  },
  'drop or rename a table': {
    pattern: /^(drop table (if exists )?|alter table (if exists )?(?=[\w.]+ rename to\b))(?<table>[\w.]+)/,
    why: 'copies of the version before are still running, and fail',
    instead: 'stop using it in one release, drop it in the next',
  },
  'lock or empty a table': {
    pattern:
      /^(lock (table )?|truncate (table )?|cluster |vacuum full |refresh materialized view (?!concurrently))(?<table>[\w.]+)/,
    why: 'nobody may read until the migration ends',
    instead: 'work in batches that hold rows only',
  },
} satisfies Record<string, Form>;

/** A statement that is unsafe on any table. */
export const statements = {
  'drop or rebuild an index': {
    pattern: /^(drop index|reindex \w+) (?!concurrently\b)/,
    why: 'nobody may use the table meanwhile',
    instead: 'the same, concurrently, in a migration without a transaction',
  },
  'anonymous block': {
    pattern: /^do\b/,
    why: 'nobody can see which locks it takes',
    instead: 'plain statements',
  },
} satisfies Record<string, Form>;

/** Statements allowed without a transaction: those that block nothing, because they may wait for long. */
export const fitsOutside =
  /^(create (unique )?index concurrently|drop index concurrently|reindex \w+ concurrently|alter table [\w.]+ validate constraint|select|with|set|show|analyze)\b/;
