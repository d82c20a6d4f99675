import type { ServiceName } from '@naughty-list/embedded/service-environment';
import { configs as schemas } from '@naughty-list/embedded/setting-names';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { type Check, ok, warning } from './check.ts';
import type { Environment, Settings } from './settings.ts';

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
          `${missing.join(' and ')} not set: the Terms and Privacy pages do not say who to write to`,
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
