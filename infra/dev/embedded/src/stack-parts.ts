import { createRequire } from 'node:module';
import { join } from 'node:path';
import { secretFile } from './data-folder.ts';
import { answersOk, freePortPair, freePorts, reachable } from './ports.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Launch, launchNode } from './processes.ts';
import { REPOSITORY } from './repository.ts';
import {
  inheritedEnvironment,
  SERVICE_NAMES,
  type ServiceName,
  type StackFacts,
  serviceEnvironment,
} from './service-environment.ts';
import { connectElsewhere, ensureDatabase, refuseMoved, writeDatabaseUrl } from './stack-database.ts';
import { Supervised } from './supervised.ts';

const require = createRequire(import.meta.url);

export type StackOptions = {
  /** Folder of all data; created if absent. */
  dataDir: string;
  /** Host of the public endpoint. */
  host: string;
  /** Port of the public endpoint; 0 lets the system choose. */
  port: number;
  /** Settings for every service; they override the stack's. */
  env?: Record<string, string>;
  chain?: {
    /** Used if it and its successor are free; otherwise the system chooses. */
    preferredPort?: number;
    /** Further settings of the local chain, e.g. `CHAIN_CONTROL`. */
    env?: Record<string, string>;
  };
  postgres?: { fsync?: boolean };
  /** An external database, instead of a PostgreSQL started here. */
  databaseUrl?: string | undefined;
  /** Lets `startHere` log to standard output instead of a file. */
  logsHere?: boolean;
  /** Prints one line to the terminal. */
  log?: (line: string) => void;
  /** Aborts the start; parts already started are stopped again. */
  signal?: AbortSignal;
};

/** A running stack. */
export type Stack = {
  /** The public URL, e.g. `http://127.0.0.1:8080`. */
  url: string;
  /** The local chain's JSON-RPC; its websocket is on the next port. */
  rpcUrl: string;
  databaseUrl: string;
  dataDir: string;
  /** The environment of a service, for further processes of it, which need a `PORT` of their own. */
  environmentOf(name: ServiceName): Record<string, string>;
  /** Stops everything in order; resolves when no process is left. Idempotent. */
  stop(): Promise<void>;
  /** Kills everything at once. No data is lost, but the next start has to recover. */
  killHard(): void;
};

/** The parts of one stack, not started yet. */
export type Parts = Awaited<ReturnType<typeof assemble>>;

/** Determines ports and secrets, and how to start each part. */
export async function assemble(options: StackOptions) {
  const { dataDir } = options;
  const log = options.log ?? (() => {});
  const facts = await chooseFacts(options, dataDir);
  const control = { autoRestart: true };
  const supervise = (name: string, launch: Launch) =>
    new Supervised({ name, launch, log, autoRestart: () => control.autoRestart });
  const program = (
    name: string,
    [entry, ...args]: [entry: string, ...args: string[]],
    env: () => Record<string, string>,
    isReady: () => Promise<boolean>,
  ) =>
    supervise(name, (signal) => {
      const logFile = join(dataDir, 'logs', `${name}.log`);
      return launchNode({ name, entry, args, env: env(), logFile, isReady }, signal);
    });

  let server: Postgres | undefined;
  const postgres = supervise('PostgreSQL', async () => {
    if (options.databaseUrl !== undefined) {
      const elsewhere = await connectElsewhere(options.databaseUrl);
      facts.databaseUrl = options.databaseUrl;
      writeDatabaseUrl(dataDir, facts.databaseUrl);
      return elsewhere;
    }
    refuseMoved(dataDir);
    // A restart reuses its port, which the services know.
    const port = server ? { port: server.port } : {};
    const started = await startPostgres({ dataDir, log, ...port, ...options.postgres });
    server = started;
    facts.databaseUrl = await ensureDatabase(started.url).catch(async (error: unknown) => {
      await started.stop();
      throw error;
    });
    writeDatabaseUrl(dataDir, facts.databaseUrl);
    return started;
  });
  const chainEnvironment = environmentOfChain(facts, options);
  const chain = program(
    'local-chain',
    [require.resolve('@naughty-list/local-chain/main')],
    () => chainEnvironment,
    () => answersOk(`${facts.rpcUrl}/health`),
  );
  const environmentOf = (name: ServiceName) => serviceEnvironment(name, facts, options.env ?? {});
  const isReady = (name: ServiceName) => () => {
    // Clients can exhaust the limits of the gateway's public port, probes included.
    const port = name === 'gateway' ? facts.metricsPort : facts.ports[name];
    return answersOk(`http://127.0.0.1:${port}/health/ready`);
  };
  const service = (name: ServiceName) =>
    program(
      name,
      [join(REPOSITORY, 'services', name, 'src', 'main.ts'), 'all'],
      () => environmentOf(name),
      isReady(name),
    );
  const services = Object.fromEntries(SERVICE_NAMES.map((name) => [name, service(name)])) as Record<
    ServiceName,
    Supervised
  >;
  return { facts, postgres, chain, services, environmentOf, chainEnvironment, control };
}

async function chooseFacts(options: StackOptions, dataDir: string): Promise<StackFacts> {
  const [chainPort, free] = await Promise.all([
    freePortPair(options.chain?.preferredPort),
    freePorts(SERVICE_NAMES.length + 1),
  ]);
  const ports = Object.fromEntries(SERVICE_NAMES.map((name, at) => [name, free[at]])) as StackFacts['ports'];
  if (options.port !== 0) ports.gateway = options.port;
  return {
    dataDir,
    host: options.host,
    metricsPort: free.at(-1) ?? 0,
    origin: `http://${reachable(options.host)}:${ports.gateway}`,
    ports,
    databaseUrl: '',
    internalSecret: secretFile(join(dataDir, 'internal-secret')),
    sessionSecret: secretFile(join(dataDir, 'session-secret')),
    rpcUrl: `http://127.0.0.1:${chainPort}`,
    webRoot: join(REPOSITORY, 'apps', 'web', 'dist'),
  };
}

function environmentOfChain(facts: StackFacts, options: StackOptions): Record<string, string> {
  const { port } = new URL(facts.rpcUrl);
  return {
    ...inheritedEnvironment(),
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: options.dataDir,
    ...options.chain?.env,
  };
}
