import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';

const ERROR_LEVEL = 50;

/** Unexpected lines in the services' logs: errors, and lines with a secret. */
export function faultsInLogs(dataDir: string, kept: readonly string[]): string[] {
  const folder = join(dataDir, 'logs');
  const isService = (file: string) => SERVICE_NAMES.includes(file.replace(/\.log$/, '') as ServiceName);
  return readdirSync(folder)
    .filter(isService)
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => faultsOf(line, kept).map((fault) => `${file}: ${fault}`)),
    );
}

function faultsOf(line: string, kept: readonly string[]): string[] {
  const leaked = kept
    .filter((secret) => line.includes(secret))
    .map((secret) => `tells ${secret.slice(0, 12)}…`);
  return [...leaked, ...(isError(line) ? [line.slice(0, 600)] : [])];
}

function isError(line: string): boolean {
  try {
    return JSON.parse(line).level >= ERROR_LEVEL;
  } catch {
    return /request failed|\bat .+:\d+:\d+\)|^\w*Error\b/.test(line);
  }
}
