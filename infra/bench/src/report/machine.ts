import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { redisProgram } from '@naughty-list/embedded/redis-server';
import { canPin } from '../stage/cores.ts';

/** What the figures were measured on, without names: one line. */
export function describeMachine(): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'})`,
    `${gigabytes} GB`,
    process.platform,
    `Node ${process.versions.node}`,
    'PostgreSQL 18 (from npm)',
    redisVersion(),
    canPin ? 'server pinned to one core, load generator to the other' : 'nothing pinned to a core',
  ].join(', ');
}

function redisVersion(): string {
  if (!redisProgram) return 'no Redis';
  const version = /v=([\d.]+)/.exec(execFileSync(redisProgram, ['--version'], { encoding: 'utf8' }))?.[1];
  return `Redis ${version ?? ''}`.trim();
}
