import { join, resolve } from 'node:path';
import { takeDataFolder } from './data-folder.ts';
import { Leftovers } from './leftovers.ts';
import { keepLogsShort, rotateLogs } from './log-rotation.ts';
import { PortTakenError, requirePort } from './ports.ts';
import { SERVICE_NAMES, type ServiceName } from './service-environment.ts';
import { assemble, type Parts, type StackOptions } from './stack-parts.ts';
import { writeSettings } from './stack-settings.ts';
import type { Supervised } from './supervised.ts';

export type Stack = {
  /** The public URL, e.g. `http://127.0.0.1:8080`. */
  url: string;
  /** The local chain's JSON-RPC; its websocket is on the next port. */
  rpcUrl: string;
  databaseUrl: string;
  dataDir: string;
  services: Record<ServiceName, Supervised>;
  chain: Supervised;
  postgres: Supervised;
  /** The environment of a service, for further processes of it, which need a `PORT` of their own. */
  environmentOf(name: ServiceName): Record<string, string>;
  /** Whether to restart a part that dies; initially true. */
  autoRestart: boolean;
  /** Stops everything in order; resolves when no process is left. Idempotent. */
  stop(): Promise<void>;
  /** Kills everything at once. No data is lost, but the next start has to recover. */
  killHard(): void;
};

const LONGEST_LOG_BYTES = 10_000_000;
const MOST_ATTEMPTS = 3;

/**
 * Starts PostgreSQL, the local chain and the five services, each as a separate process, and resolves when all are
 * ready.
 * @throws ReadableError when the port is taken, the data folder is unusable, or a part does not start
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  const giveBack = takeDataFolder(dataDir);
  rotateLogs(dataDir, LONGEST_LOG_BYTES);
  const stopRotating = keepLogsShort(dataDir, {
    longestBytes: LONGEST_LOG_BYTES,
    log: options.log ?? (() => {}),
  });
  const release = () => {
    stopRotating();
    giveBack();
  };
  try {
    const leftovers = new Leftovers(join(dataDir, 'processes.json'));
    await leftovers.clear();
    if (options.port !== 0) await requirePort(options.host, options.port);
    const parts = await startParts(options, dataDir, leftovers);
    const { environmentOf } = parts;
    writeSettings(
      dataDir,
      Object.fromEntries(SERVICE_NAMES.map((name) => [name, environmentOf(name)])) as Parameters<
        typeof writeSettings
      >[1],
    );
    return describe(parts, dataDir, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts the parts, with other ports where another process took one after it was found free. */
async function startParts(options: StackOptions, dataDir: string, leftovers: Leftovers): Promise<Parts> {
  for (let attempt = 1; ; attempt += 1) {
    const parts = await assemble(options, dataDir, leftovers);
    try {
      await startAll(parts, options);
      return parts;
    } catch (error) {
      await stopAll(parts);
      const lostPort = error instanceof Error && error.cause instanceof PortTakenError;
      if (!lostPort || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Starts everything in parallel; only the verifier waits for the chain, whose mint it needs. */
async function startAll(parts: Parts, { signal, servicesElsewhere }: StackOptions): Promise<void> {
  const { postgres, chain, services } = parts;
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const database = postgres.start();
  const chainReady = chain.start();
  const started = (servicesElsewhere ? [] : SERVICE_NAMES).map(async (name) => {
    await Promise.all(name === 'chain-verifier' ? [database, chainReady] : [database]);
    await services[name].start();
  });
  await Promise.race([Promise.all([database, chainReady, ...started]), aborted]);
}

function describe(parts: Parts, dataDir: string, release: () => void): Stack {
  const { facts, postgres, chain, services, environmentOf, control } = parts;
  let stopped: Promise<void> | undefined;
  return {
    url: facts.origin,
    rpcUrl: facts.rpcUrl,
    databaseUrl: facts.databaseUrl,
    dataDir,
    services,
    chain,
    postgres,
    environmentOf,
    get autoRestart() {
      return control.autoRestart;
    },
    set autoRestart(on) {
      control.autoRestart = on;
    },
    stop() {
      stopped ??= stopAll(parts).then(release);
      return stopped;
    },
    killHard() {
      for (const part of [...Object.values(services), chain, postgres]) part.killHard();
      release();
    },
  };
}

/** The gateway first, so that no request arrives during the stop; the database last, after the last write. */
async function stopAll({ services, chain, postgres }: Parts): Promise<void> {
  await services.gateway.stop();
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await chain.stop();
  await postgres.stop();
}
