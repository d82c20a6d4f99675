import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { expect, it } from 'vitest';

type Task = {
  taskId: string;
  task: string;
  package: string;
  directory: string;
  command: string;
  dependencies: string[];
  resolvedTaskDefinition: { cache: boolean };
};
type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

const turbo = join(REPOSITORY, 'node_modules', '.bin', 'turbo');
const { stdout } = await promisify(execFile)(turbo, ['run', 'build', 'test', '--dry=json'], {
  cwd: REPOSITORY,
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  maxBuffer: 1 << 26,
});
const dryRun: { packages: string[]; tasks: Task[] } = JSON.parse(stdout);
const tasks = new Map(dryRun.tasks.map((task) => [task.taskId, task]));

/** Everything that a task's hash covers. */
function reach(taskId: string, seen = new Set<string>()): Set<string> {
  for (const next of tasks.get(taskId)?.dependencies ?? []) {
    if (!seen.has(next)) reach(next, seen.add(next));
  }
  return seen;
}

function workspaceDependencies({ directory }: Task, kinds: (keyof Manifest)[]): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(REPOSITORY, directory, 'package.json'), 'utf8'));
  return kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, version]) =>
      version.startsWith('workspace:') ? [name] : [],
    ),
  );
}

it('has tests in every package', () => {
  const missing = dryRun.packages
    .filter((name) => name !== '//')
    .map((name) => `${name}#test`)
    .filter((taskId) => [undefined, '<NONEXISTENT>'].includes(tasks.get(taskId)?.command));
  expect(missing).toEqual([]);
});

it('never takes a cached result from before a change in a package that is used', () => {
  const stale = dryRun.tasks
    .filter(({ task, resolvedTaskDefinition }) => task !== 'sources' && resolvedTaskDefinition.cache)
    .flatMap((task) => {
      const covered = reach(task.taskId);
      const bundled = task.taskId === '@naughty-list/web#build';
      const used = workspaceDependencies(
        task,
        bundled ? ['dependencies'] : ['dependencies', 'devDependencies'],
      );
      return used.filter((name) => !covered.has(`${name}#sources`)).map((name) => `${task.taskId}: ${name}`);
    });
  expect(stale).toEqual([]);
});
