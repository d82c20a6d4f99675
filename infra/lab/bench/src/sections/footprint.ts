import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@naughty-list/embedded/ports';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { openLoadProcess } from '../load/load-process.ts';
import { type Row, spreadOf } from '../report/row.ts';
import type { Section, Settings } from '../settings.ts';
import { pin, SERVER_CORE, unpin } from '../stage/cores.ts';
import { describeMemory } from '../stage/memory-map.ts';
import { type Product, startProduct, temporaryFolder } from '../stage/product.ts';
import { memoryOf } from '../stage/resident-memory.ts';

const SETTLE_MS = 5_000;
const POLL_MS = 100;
const CONNECTIONS = 50;
const IDLE_MAX_MB = 120;

/** Memory of each process, and the start-up time when everything is installed and built. */
export const footprint: Section = {
  name: 'footprint',
  async measure(settings) {
    // Starts first: they fill the compile cache, with which processes need less memory.
    const starts = await measureStarts(settings);
    return { rows: [...(await measureMemory(settings)), ...starts] };
  },
};

async function measureMemory({ durationMs, effort, log }: Settings): Promise<Row[]> {
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const product = await startProduct();
  await sleep((SETTLE_MS * effort) / 100);
  const reference = memoryOf(bare.pid);
  bare.kill();
  const processes = pidsOf(product);
  const idle = processes.map(([, pid]) => memoryOf(pid));
  const maps = processes.map(([, pid]) => describeMemory(pid));
  for (const [at, [name]] of processes.entries()) log(`${name} idle: ${maps[at]}`);
  const busy = [...idle];
  let over = false;
  const watching = (async () => {
    for (; !over; await sleep(POLL_MS))
      for (const [at, [, pid]] of processes.entries()) busy[at] = Math.max(busy[at] ?? 0, memoryOf(pid));
  })();
  await loadAll(product, 3 * durationMs);
  over = true;
  await watching;
  await product.stop();
  return processes.map(([name], at): Row => {
    const ratio = (idle[at] ?? 0) / reference;
    return {
      what: `memory of ${name}, idle (and under load)`,
      reference: 'an empty Node process',
      figures: { reference: `${reference} MB`, product: `${idle[at]} MB (${busy[at]} MB)` },
      ratio: { median: ratio, lowest: ratio, highest: ratio },
      target: { atMost: IDLE_MAX_MB, unit: 'MB', value: idle[at] ?? 0 },
      ...(maps[at] && { note: `Idle, by mapping: ${maps[at]}.` }),
    };
  });
}

const pidsOf = ({ stack }: Product): [string, number | undefined][] => [
  ...Object.entries(stack.services).map(([name, { pid }]): [string, number | undefined] => [name, pid]),
];

/** Puts load on every service. */
async function loadAll({ stack }: Product, durationMs: number): Promise<void> {
  const load = openLoadProcess();
  const page = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' };
  for (const path of [
    '/',
    '/api/scammer-reports?limit=1000',
    '/api/scammer-reports/search?q=santa',
    '/api/hit-counter',
    '/api/token-config',
  ]) {
    await load.send({
      url: stack.url + path,
      headers: page,
      connections: CONNECTIONS,
      durationMs: durationMs / 5,
    });
  }
  load.close();
}

async function measureStarts({ rounds, log }: Settings): Promise<Row[]> {
  unpin(process.pid);
  const dataDir = temporaryFolder();
  log('starting the whole product');
  const first = await timeStart(dataDir);
  const later: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timeBareStart());
    later.push(await timeStart(dataDir));
  }
  pin(process.pid, SERVER_CORE);
  removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  const ratio = spreadOf(later.map((ms, at) => ms / (bare[at] ?? 1)));
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
  return [
    {
      what: '`npm start` to READY, on data that are there (first start)',
      reference: 'an empty Node process, to its first line',
      figures: {
        reference: seconds(spreadOf(bare).median),
        product: `${seconds(spreadOf(later).median)} (${seconds(first)})`,
      },
      ratio,
    },
  ];
}

async function timeStart(dataDir: string): Promise<number> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await lineOf(child, 'READY');
  const elapsed = performance.now() - began;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Like Ctrl-C in a terminal: to the whole process group.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
  return elapsed;
}

async function timeBareStart(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', "console.log('READY')"], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await lineOf(child, 'READY');
  return performance.now() - began;
}

function lineOf(child: ChildProcess, begin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.split('\n').some((line) => line.startsWith(begin))) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`It ended with exit code ${code} before ${begin}: ${text}`)),
    );
  });
}
