import { join, resolve } from 'node:path';
import { writeDurably } from '@naughty-list/local-chain/files';
import { keepLogsShort, takeDataFolder } from './data-folder.ts';
import { PortTakenError, requirePort } from './ports.ts';
import { SERVICE_NAMES, type ServiceName } from './service-environment.ts';
import { startBeside } from './stack-beside.ts';
import { assemble, type Parts, type Stack, type StackOptions } from './stack-parts.ts';
import type { Supervised } from './supervised.ts';

export type { Stack } from './stack-parts.ts';

/** A stack whose services can fail one by one. */
export type SeparateStack = Stack & {
  services: Record<ServiceName, Supervised>;
  chain: Supervised;
  postgres: Supervised;
  /** Whether to restart a part that dies. */
  control: Parts['control'];
};

const MOST_ATTEMPTS = 3;

/**
 * Starts PostgreSQL, and the local chain and the five services in one process beside this one; with `separate`, in a
 * process each. Resolves when all are ready.
 * @throws ReadableError when the port is taken, the data folder is unusable, or a part does not start
 */
export function startStack(options: StackOptions & { separate: true }): Promise<SeparateStack>;
export function startStack(options: StackOptions): Promise<Stack>;
export function startStack(options: StackOptions & { separate?: true }): Promise<Stack> {
  return options.separate ? startSeparately(options) : startBeside(options);
}

/** Like `startStack`, with the local chain and the services in this process. */
export async function startHere(options: StackOptions): Promise<Stack> {
  let stopServices = async () => {};
  const { stack } = await startWith(options, {
    async start({ postgres, environmentOf, chainEnvironment }, { dataDir }) {
      // PostgreSQL starts while the services' modules load.
      const [{ startAllHere }] = await Promise.all([import('./all-services.ts'), postgres.start()]);
      const logFile = options.logsHere ? undefined : join(dataDir, 'logs', 'naughty-list.log');
      stopServices = await startAllHere({ environmentOf, chainEnvironment, logFile });
    },
    async stop({ postgres }) {
      await stopServices();
      await postgres.stop();
    },
  });
  return stack;
}

async function startSeparately(options: StackOptions): Promise<SeparateStack> {
  const { stack, parts } = await startWith(options, { start: startEach, stop: stopEach });
  const { postgres, chain, services, control } = parts;
  return {
    ...stack,
    services,
    chain,
    postgres,
    control,
    killHard() {
      for (const part of [...Object.values(services), chain]) part.killHard();
      stack.killHard();
    },
  };
}

/** How the local chain and the services are started, and how everything is stopped. */
type Manner = {
  start(parts: Parts, options: StackOptions): Promise<void>;
  stop(parts: Parts): Promise<void>;
};

/** Locks the data folder and starts the parts. */
async function startWith(options: StackOptions, manner: Manner): Promise<{ stack: Stack; parts: Parts }> {
  const dataDir = resolve(options.dataDir);
  const giveBack = takeDataFolder(dataDir);
  const stopRotating = keepLogsShort(dataDir, options.log ?? (() => {}));
  const release = () => {
    stopRotating();
    giveBack();
  };
  try {
    if (options.port !== 0) await requirePort(options.host, options.port);
    const parts = await startParts({ ...options, dataDir }, manner);
    const { facts, postgres, environmentOf } = parts;
    const environments = SERVICE_NAMES.map((name) => [name, environmentOf(name)]);
    await writeSettings(dataDir, Object.fromEntries(environments) as Environments);
    let stopped: Promise<void> | undefined;
    const stack: Stack = {
      url: facts.origin,
      rpcUrl: facts.rpcUrl,
      databaseUrl: facts.databaseUrl,
      dataDir,
      environmentOf,
      stop() {
        stopped ??= manner.stop(parts).then(release);
        return stopped;
      },
      killHard() {
        postgres.killHard();
        release();
      },
    };
    return { stack, parts };
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts the parts, with other ports where another process took one after it was found free. */
async function startParts(options: StackOptions, manner: Manner): Promise<Parts> {
  const { signal } = options;
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  for (let attempt = 1; ; attempt += 1) {
    const parts = await assemble(options);
    try {
      await Promise.race([manner.start(parts, options), aborted]);
      return parts;
    } catch (error) {
      await manner.stop(parts);
      const lostPort = error instanceof Error && error.cause instanceof PortTakenError;
      if (!lostPort || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Starts everything in parallel; only the verifier waits for the chain, whose mint it needs. */
async function startEach({ postgres, chain, services }: Parts): Promise<void> {
  const database = postgres.start();
  const chainReady = chain.start();
  const started = SERVICE_NAMES.map(async (name) => {
    await Promise.all(name === 'chain-verifier' ? [database, chainReady] : [database]);
    await services[name].start();
  });
  await Promise.all([database, chainReady, ...started]);
}

/** The gateway first, so that no request arrives during the stop; the database last, after the last write. */
async function stopEach({ services, chain, postgres }: Parts): Promise<void> {
  await services.gateway.stop();
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await chain.stop();
  await postgres.stop();
}

type Environments = Record<ServiceName, Record<string, string>>;

/**
 * Records the settings of this stack's services for other commands (`pnpm run doctor`), readable by its owner only; and
 * their metrics endpoints in Prometheus's format (`file_sd_configs`).
 */
async function writeSettings(dataDir: string, environments: Environments): Promise<void> {
  // With the settings of every service, which the starter of separate processes needs for nothing else.
  const { settingNames } = await import('./setting-names.ts');
  const settings = Object.entries(environments).map(([name, env]) => [
    name,
    Object.fromEntries(Object.entries(env).filter(([setting]) => settingNames.has(setting))),
  ]);
  writeJson(join(dataDir, 'settings.json'), Object.fromEntries(settings));
  const targets = Object.entries(environments).map(([service, env]) => ({
    targets: [`127.0.0.1:${env.METRICS_PORT ?? env.PORT}`],
    labels: { service },
  }));
  writeJson(join(dataDir, 'metrics-targets.json'), targets);
}

const writeJson = (file: string, content: unknown) =>
  writeDurably(file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
