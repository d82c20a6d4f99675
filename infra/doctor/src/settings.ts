import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';

export const services = ['reports', 'membership', 'analytics', 'chain-verifier', 'gateway'] as const;
export type ServiceName = (typeof services)[number];

export type Environment = Record<string, string | undefined>;

/** With what the services run, and where that was read. */
export type Settings = {
  source: string;
  /** Where the embedded stack keeps its data; nothing elsewhere. */
  dataDir?: string;
  environments: Partial<Record<ServiceName, Environment>>;
};

/**
 * The settings of this process where it has a `DATABASE_URL` (as in a container of a service), else those that the embedded
 * stack wrote down at its last start. Nothing where there are neither.
 */
export function findSettings(env: Environment): Settings | undefined {
  if (env.DATABASE_URL) {
    // A port is every service's own: it says nothing here.
    const shared = { PORT: '0', ...env };
    return {
      source: 'the environment',
      environments: Object.fromEntries(services.map((name) => [name, shared])),
    };
  }
  const dataDir = env.DATA_DIR ? resolve(env.DATA_DIR) : join(REPOSITORY, '.data');
  const file = join(dataDir, 'settings.json');
  if (!existsSync(file)) return undefined;
  const environments = JSON.parse(readFileSync(file, 'utf8')) as Settings['environments'];
  return { source: 'the embedded stack', dataDir, environments };
}
