import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import { canPin } from '../stage/cores.ts';

/** Above this, other processes use so much of the machine that ratios vary. */
const BUSY_SHARE = 0.25;

/** Load average of the last minute. */
export const loadAverage = (): number => loadavg()[0] ?? 0;

/** A warning for a measurement on a busy machine. */
export function warnIfBusy(load: number, cores: number = availableParallelism()): string | undefined {
  if (load <= BUSY_SHARE * cores) return undefined;
  return (
    `This machine is busy: its load average is ${load.toFixed(2)}, on ${cores} cores. Ratios will scatter, ` +
    'and those of short loads most: measure again when it is quiet.'
  );
}

/** The machine, without host names: one line. `loadBefore`: the load average when the section began. */
export function describeMachine(loadBefore: number): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'})`,
    `${gigabytes} GB`,
    process.platform,
    `Node ${process.versions.node}`,
    'PostgreSQL 18 (from npm)',
    redisVersion(),
    canPin
      ? 'for ratios, server pinned to one core, load generator to the other'
      : 'nothing pinned to a core',
    `load average ${loadBefore.toFixed(2)} before, ${loadAverage().toFixed(2)} after`,
  ].join(', ');
}

function redisVersion(): string {
  if (!redisProgram) return 'no Redis';
  const version = /v=([\d.]+)/.exec(execFileSync(redisProgram, ['--version'], { encoding: 'utf8' }))?.[1];
  return `Redis ${version ?? ''}`.trim();
}
