import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, startLocalChain } from '@naughty-list/local-chain/local-chain';
import {
  endWithLogLine,
  explainStartFailure,
  type OpenedService,
  openService,
} from '../../../../packages/service-kit/src/lifecycle/run.ts';
import { createLog } from '../../../../packages/service-kit/src/telemetry/log.ts';
import { logToFile } from '../../../../packages/service-kit/src/telemetry/log-output.ts';
import { measureProcess } from '../../../../packages/service-kit/src/telemetry/metrics.ts';
import { secretsIn } from '../../../../packages/service-kit/src/telemetry/secrets.ts';
import { startTracing } from '../../../../packages/service-kit/src/telemetry/start-tracing.ts';
import { analytics } from '../../../../services/analytics/src/service.ts';
import { chainVerifier } from '../../../../services/chain-verifier/src/service.ts';
import { gateway } from '../../../../services/gateway/src/service.ts';
import { membership } from '../../../../services/membership/src/service.ts';
import { reports } from '../../../../services/reports/src/service.ts';
import { PortTakenError } from './ports.ts';
import { ReadableError } from './readable-error.ts';
import { SERVICE_NAMES, type ServiceName } from './service-environment.ts';

type Environment = Record<string, string>;

/** A little longer than a service takes at most. */
const STOP_MS = 12_000;

const open: Record<ServiceName, (env: Environment) => Promise<OpenedService>> = {
  reports: (env) => openService(reports, 'all', env),
  membership: (env) => openService(membership, 'all', env),
  analytics: (env) => openService(analytics, 'all', env),
  'chain-verifier': (env) => openService(chainVerifier, 'all', env),
  gateway: (env) => openService(gateway, 'all', env),
};

/**
 * Runs the local chain and every service in this process; resolves when all of them serve. An uncaught error of any
 * ends the process.
 *
 * @returns stops them, the gateway first
 * @throws ReadableError that names the part that did not start
 */
export async function startAllHere(parts: {
  chainEnvironment: Environment;
  environmentOf: (name: ServiceName) => Environment;
  logFile: string | undefined;
}): Promise<() => Promise<void>> {
  const { chainEnvironment, environmentOf, logFile } = parts;
  if (logFile) logToFile(logFile);
  const named = <T>(name: string, work: Promise<T>) =>
    work.catch((error) => {
      const message = `${name} did not start: ${explainStartFailure(error)}${logFile ? ` (see ${logFile})` : ''}`;
      throw new ReadableError(message, { cause: error.code === 'EADDRINUSE' ? new PortTakenError() : error });
    });
  const chain = await named('local-chain', startLocalChain(readConfig(chainEnvironment)));
  const opening = SERVICE_NAMES.map((name) => named(name, open[name](environmentOf(name))));
  const opened = (await Promise.allSettled(opening)).flatMap((each) => ('value' in each ? [each.value] : []));
  const closeAll = async () => {
    await Promise.all(opened.map((service) => service.close()));
    await chain.close();
  };
  try {
    const [first] = await Promise.all(opening);
    const door = opened.at(-1);
    if (!first || !door) throw new Error('no service was opened');
    const { config, metrics } = door;
    const secrets = opened.flatMap((service) => secretsIn(service.config));
    endWithLogLine(createLog('naughty-list', config.LOG_LEVEL, secrets));
    measureProcess(metrics);
    const stopTracing = await startTracing('naughty-list', config);
    for (const [at, service] of opened.entries()) await named(SERVICE_NAMES[at] ?? '', service.serve());
    return async () => {
      await door.drain();
      await Promise.race([door.close().then(closeAll), sleep(STOP_MS, undefined, { ref: false })]);
      await stopTracing();
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
