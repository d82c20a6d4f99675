import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';
import { configs as schemas } from '@naughty-list/embedded/setting-names';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { type Check, ok, warning } from './check.ts';

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

export type Configs = { [Name in ServiceName]: ReturnType<(typeof schemas)[Name]['parse']> };

/** A public site says who runs it and how to reach them. */
const operatorNamed = (gateway: Environment = {}): Check => ({
  name: 'operator of the site',
  advice: 'Correct OPERATOR_NAME and CONTACT_EMAIL where the gateway gets its settings.',
  inspect: async () => {
    const missing = (['OPERATOR_NAME', 'CONTACT_EMAIL'] as const).filter((name) => !gateway[name]);
    return missing.length === 0
      ? ok('named on the Terms and Privacy pages')
      : warning(
          `${missing.join(' and ')} not set: missing on the Terms and Privacy pages`,
          'Set both for the gateway: people named in reports must be able to reach the operator.',
        );
  },
});

/** One check per service; valid configurations are added to `configs`. */
export function configurationChecks(
  { environments }: Settings,
  names: readonly ServiceName[],
  configs: Partial<Configs>,
): Check[] {
  const settings = names.map(
    (name): Check => ({
      name: `settings of ${name}`,
      advice: `Correct it where ${name} gets its settings; services/${name}/README.md lists the valid values.`,
      inspect: async () => {
        Object.assign(configs, { [name]: readConfig(schemas[name], environments[name] ?? {}) });
        if (name === 'gateway' && !configs.gateway?.PUBLIC_ORIGIN?.startsWith('https:'))
          return warning(
            'complete; PUBLIC_ORIGIN is not https, so Solana Pay codes of removals ask for a transfer, not a burn',
            'Wallets on phones fetch a burn over https only. Set PUBLIC_ORIGIN to the https address of the site.',
          );
        return ok('complete');
      },
    }),
  );
  return names.includes('gateway') ? [...settings, operatorNamed(environments.gateway)] : settings;
}
