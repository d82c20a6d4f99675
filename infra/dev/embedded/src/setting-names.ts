import { Config as AnalyticsConfig } from '../../../../services/analytics/src/config.ts';
import { Config as VerifierConfig } from '../../../../services/chain-verifier/src/config.ts';
import { Config as GatewayConfig } from '../../../../services/gateway/src/config.ts';
import { Config as MembershipConfig } from '../../../../services/membership/src/config.ts';
import { Config as ReportsConfig } from '../../../../services/reports/src/config.ts';

/** The settings of each service. */
export const configs = {
  reports: ReportsConfig,
  membership: MembershipConfig,
  analytics: AnalyticsConfig,
  'chain-verifier': VerifierConfig,
  gateway: GatewayConfig,
};
/** The first admin's, a password among them: unused later. */
const unrecorded = ['ADMIN_USERNAME', 'ADMIN_PASSWORD'];

/** Every setting of the services that is recorded; other variables of the terminal are not. */
export const settingNames: ReadonlySet<string> = new Set(
  Object.values(configs)
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((name) => !unrecorded.includes(name)),
);
