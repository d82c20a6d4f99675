import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

/** `config.transaction: false` for statements that PostgreSQL cannot run inside one (`create index concurrently`). */
type Migration = Knex.Migration & { config?: { transaction?: boolean } };

/** Called before each migration with its transaction, or the pool. */
export type BeforeMigration = (
  db: Knex,
  migration: { name: string; inTransaction: boolean },
) => Promise<void>;

/** Loads migrations with `import()`: Knex's own loader supports neither `.ts` ES modules nor the workspace. */
export class MigrationFolder implements Knex.MigrationSource<string> {
  readonly #directory: string;
  readonly #before: BeforeMigration;

  constructor(directory: string, before: BeforeMigration = async () => {}) {
    this.#directory = directory;
    this.#before = before;
  }

  async getMigrations(): Promise<string[]> {
    const names = await readdir(this.#directory);
    return names.filter((name) => /^\d{12}-[a-z0-9-]+\.ts$/.test(name)).sort();
  }

  getMigrationName(name: string): string {
    return name;
  }

  async getMigration(name: string): Promise<Migration> {
    const loaded: Migration = await import(pathToFileURL(`${this.#directory}/${name}`).href);
    const inTransaction = loaded.config?.transaction !== false;
    return {
      up: async (db) => {
        await this.#before(db, { name, inTransaction });
        return loaded.up(db);
      },
      // Forward only: fix a mistake with a new migration.
      down: () => Promise.reject(new Error('Migrations go forward only')),
      ...(loaded.config && { config: loaded.config }),
    };
  }
}
