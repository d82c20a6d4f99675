import type { Database } from './database.ts';

/**
 * Whether the rows of this schema were written in another database, or before its tables were made anew: `pg_restore` does one or
 * both. Then `onRestore` is called, in the transaction that notes the new place, so only one of several copies does. The schema has a
 * table `database_identity` (`only_one boolean primary key`, `identity text`). A copy of all files is not known by this.
 */
export async function noticeRestore(
  db: Database,
  onRestore: (trx: Database) => Promise<unknown>,
): Promise<boolean> {
  const database = await identityOfDatabase(db);
  const { rows } = await db.raw<{ rows: { oid: number }[] }>(
    `select 'database_identity'::regclass::oid as oid`,
  );
  const identity = `${database}/${rows[0]?.oid}`;
  return db.transaction(async (trx) => {
    await trx('database_identity').insert({ only_one: true, identity }).onConflict('only_one').ignore();
    const known = await trx('database_identity').forUpdate().first('identity');
    if (known?.identity === identity) return false;
    await trx('database_identity').update({ identity });
    // Releases of before did not note the table.
    if (known?.identity === database) return false;
    await onRestore(trx);
    return true;
  });
}

/** Of the cluster, where it may be asked, and of the database in it. */
async function identityOfDatabase(db: Database): Promise<string> {
  const { rows } = await db.raw<{ rows: { oid: number; may_ask: boolean }[] }>(
    `select oid, has_function_privilege('pg_control_system()', 'execute') as may_ask
     from pg_database where datname = current_database()`,
  );
  const [database] = rows;
  if (!database?.may_ask) return `${database?.oid}`;
  const cluster = await db.raw<{ rows: { id: string }[] }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return `${cluster.rows[0]?.id}/${database.oid}`;
}
