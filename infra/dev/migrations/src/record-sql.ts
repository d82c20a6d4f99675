import { pathToFileURL } from 'node:url';
import type { Database } from '@naughty-list/service-kit/database/database';
import { MigrationFolder } from '@naughty-list/service-kit/database/migration-folder';

/** The statements of a migration. */
export type RecordedMigration = { name: string; inTransaction: boolean; sql: string[] };

/** Runs all migrations of a folder in order on an empty schema, and records every statement. */
export async function recordMigrations(db: Database, directory: string): Promise<RecordedMigration[]> {
  const recorded: RecordedMigration[] = [];
  for (const name of await new MigrationFolder(directory).getMigrations()) {
    const { up, config } = await import(pathToFileURL(`${directory}/${name}`).href);
    const inTransaction = config?.transaction !== false;
    const sql: string[] = [];
    const record = ({ sql: text }: { sql: string }) => sql.push(text);
    db.on('query', record);
    await (inTransaction ? db.transaction(up) : up(db));
    db.removeListener('query', record);
    recorded.push({ name, inTransaction, sql: sql.filter((text) => !/^(begin|commit);?$/i.test(text)) });
  }
  return recorded;
}
