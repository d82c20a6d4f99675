import { statfs } from 'node:fs/promises';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import type { CommonConfig } from '@naughty-list/service-kit/lifecycle/config';
import { type Check, failure, ok, type Result, run, warning } from './check.ts';
import { chainChecks } from './check-chain.ts';
import { databaseCheck, databaseChecks } from './check-database.ts';
import { openQueuesOf, queueBackendCheck, queueChecks } from './check-queues.ts';
import { placesOf, runningChecks } from './check-running.ts';
import { type Configs, configurationChecks, type Settings } from './settings.ts';

type Report = (result: Result) => void;

/** Runs all checks in order and reports each result; skips checks that depend on a failed one. */
export async function examine(
  settings: Settings,
  { names, report }: { names: readonly ServiceName[]; report: Report },
): Promise<Result[]> {
  const results: Result[] = [];
  const record = (result: Result): boolean => {
    results.push(result);
    report(result);
    return result.level === 'ok' || result.level === 'warning';
  };
  const all = async (checks: Check[]) => {
    for (const check of checks) record(await run(check));
  };
  const skip = (checks: Check[], found: string) => {
    for (const { name } of checks) record({ name, level: 'skipped', found });
  };

  await all(machineChecks(settings.dataDir ?? REPOSITORY));
  const configs: Partial<Configs> = {};
  await all(configurationChecks(settings, names, configs));
  const [config] = Object.values(configs);
  if (config) await checkStores(config, { names, record, all, skip });
  const verifier = configs['chain-verifier'];
  if (verifier) {
    const { providers, quorum, addresses } = chainChecks(verifier);
    const from = results.length;
    await all(providers);
    const working = results.slice(from).filter(({ level }) => level !== 'failure').length;
    await all([quorum(working)]);
    if (working > 0) await all(addresses);
    else skip(addresses, 'no provider works');
  }
  await all(runningChecks(placesOf(configs)));
  return results;
}

/** How checks are run and reported. */
type Steps = {
  names: readonly ServiceName[];
  record(result: Result): boolean;
  all(checks: Check[]): Promise<void>;
  skip(checks: Check[], found: string): void;
};

async function checkStores(config: CommonConfig, { names, record, all, skip }: Steps): Promise<void> {
  const { DATABASE_URL: url, QUEUE_URL: queueUrl, INTERNAL_SECRET: secret } = config;
  const db = openDatabase({ url, schema: 'public', secret, max: 2 });
  const queues = openQueuesOf(queueUrl);
  try {
    const answers = record(await run(databaseCheck(db, placeOf(url))));
    if (answers) await all(databaseChecks(db, names));
    else skip(databaseChecks(db, names), 'the database does not answer');
    const keepsJobs =
      (answers || queueUrl !== url) && record(await run(queueBackendCheck(queueUrl, placeOf(queueUrl))));
    if (keepsJobs) await all(queueChecks(queues));
    else skip(queueChecks(queues), 'the queue backend does not answer');
  } finally {
    await queues.close();
    await db.destroy();
  }
}

/** Host and port, without credentials. */
const placeOf = (url: string): string => URL.parse(url)?.host ?? 'an address that cannot be read';

const OLDEST_NODE = 24;
const GIGABYTE = 1024 ** 3;
/** What the alert DiskFillsUp goes by. */
const LITTLE_SPACE = 0.1;
const NO_SPACE = GIGABYTE / 4;

/** Node and the disk. */
export function machineChecks(folder: string): Check[] {
  return [
    {
      name: 'Node',
      advice: '',
      inspect: async () => {
        const [major] = process.versions.node.split('.');
        return Number(major) >= OLDEST_NODE
          ? ok(process.version)
          : failure(
              process.version,
              `The services need Node ${OLDEST_NODE}: run this as npm run doctor, which brings its own, or update Node.`,
            );
      },
    },
    {
      name: 'disk',
      advice: `Check that ${folder} exists and can be read.`,
      inspect: async () => {
        const { bavail, blocks, bsize } = await statfs(folder);
        const free = bavail * bsize;
        const found = `${(free / GIGABYTE).toFixed(1)} GB free`;
        const advice = 'Make room: PostgreSQL stops when the disk is full.';
        if (free < NO_SPACE) return failure(found, advice);
        return bavail / blocks < LITTLE_SPACE ? warning(found, advice) : ok(found);
      },
    },
  ];
}
