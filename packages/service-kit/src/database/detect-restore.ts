import type { Database } from './database.ts';

/**
 * Returns whether this schema's rows were written in another database, or before its tables were recreated:
 * `pg_restore` does one or both. If so, calls `onRestore` in the transaction that records the new identity, so only one
 * of several replicas does. The schema needs a table `state` of one row, with a column `identity`: null for rows that
 * belong here. Does not detect a copy of the data files.
 */
export async function detectRestore(
  db: Database,
  onRestore: (trx: Database) => Promise<unknown>,
): Promise<boolean> {
  const database = await identityOfDatabase(db);
  const { rows } = await db.raw<{ rows: { oid: number }[] }>(`select 'state'::regclass::oid as oid`);
  const identity = `${database}/${rows[0]?.oid}`;
  return db.transaction(async (trx) => {
    const known = await trx('state').forUpdate().first('identity');
    if (known?.identity === identity) return false;
    await trx('state').update({ identity });
    if (!known?.identity) return false;
    await onRestore(trx);
    return true;
  });
}

/** The cluster's identifier, if it may be read, and the database's oid. */
async function identityOfDatabase(db: Database): Promise<string> {
  const { rows } = await db.raw<{ rows: { oid: number; may_read: boolean }[] }>(
    `select oid, has_function_privilege('pg_control_system()', 'execute') as may_read
     from pg_database where datname = current_database()`,
  );
  const [database] = rows;
  if (!database?.may_read) return `${database?.oid}`;
  const cluster = await db.raw<{ rows: { id: string }[] }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return `${cluster.rows[0]?.id}/${database.oid}`;
}
