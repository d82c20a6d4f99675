import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './compose.ts';

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
const ignored = readFileSync(join(import.meta.dirname, '../Dockerfile.dockerignore'), 'utf8');

/**
 * Executes the Dockerfile's lines for a service without a container engine: prunes the repository, installs
 * production dependencies, and adds the sources. Returns the folder that would be `/app`.
 */
export function buildImage(service: string, folder: string): string {
  const pruned = join(folder, 'pruned');
  const app = join(folder, 'app');
  run(lineOf('turbo prune'), repository, { service, pruned });
  cpSync(join(pruned, 'json'), app, { recursive: true });
  run(lineOf('pnpm install --prod'), app, { service, pruned });
  const leftOut = ignored.includes('**/test\n') ? /\/test$|\.test\.ts$/ : /^$/;
  for (const part of ['packages', 'services']) {
    const filter = (source: string) => !leftOut.test(source);
    cpSync(join(pruned, 'full', part), join(app, part), { recursive: true, filter });
  }
  rmSync(pruned, { recursive: true });
  // The container's user does not own the files.
  for (const each of [folder, app]) chmodSync(each, 0o755);
  return app;
}

/** The image's environment, from its ENV line. */
export function imageEnvironment(): Record<string, string> {
  const [, line = ''] = /^FROM \S+ AS service\n(?:.*\n)*?ENV (.+)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
}

/** The program and arguments of its HEALTHCHECK. */
export function healthCommand(): string[] {
  const [, command = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  return JSON.parse(command);
}

function lineOf(command: string): string {
  const line = dockerfile.split('\n').find((text) => text.startsWith(`RUN ${command}`));
  if (!line) throw new Error(`The Dockerfile has no line RUN ${command}`);
  return line.slice('RUN '.length);
}

function run(line: string, cwd: string, { service, pruned }: { service: string; pruned: string }): void {
  const command = line.replace('/pruned', pruned);
  const env = { ...process.env, SERVICE: service, TURBO_TELEMETRY_DISABLED: '1', CI: 'true' };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd, env });
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
}
