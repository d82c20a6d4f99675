import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';

export type Environment = Record<string, string | undefined>;

/** The settings of the services, and their source. */
export type Settings = {
  source: string;
  /** The embedded stack's data folder, if used. */
  dataDir?: string;
  environments: Partial<Record<ServiceName, Environment>>;
};

/**
 * The environment when it has a `DATABASE_URL` (as in a service's container), else the settings that the embedded
 * stack wrote at its last start. Undefined without either.
 */
export function findSettings(env: Environment): Settings | undefined {
  if (env.DATABASE_URL) {
    // Each service has its own port, so a shared one is ignored.
    const shared = { PORT: '0', ...env };
    return {
      source: 'the environment',
      environments: Object.fromEntries(SERVICE_NAMES.map((name) => [name, shared])),
    };
  }
  const dataDir = env.DATA_DIR ? resolve(env.DATA_DIR) : join(REPOSITORY, '.data');
  const file = join(dataDir, 'settings.json');
  if (!existsSync(file)) return undefined;
  const environments = JSON.parse(readFileSync(file, 'utf8')) as Settings['environments'];
  return { source: 'the embedded stack', dataDir, environments };
}
