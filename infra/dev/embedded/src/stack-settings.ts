import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from './service-environment.ts';
import { settingNames } from './setting-names.ts';

type Environments = Record<ServiceName, Record<string, string>>;

const known = new Set(settingNames);

/**
 * Records the settings of this stack's services for other commands (`pnpm run doctor`), readable by its owner only; and
 * their metrics endpoints in Prometheus's format (`file_sd_configs`).
 */
export function writeSettings(dataDir: string, environments: Environments): void {
  const settings = Object.entries(environments).map(([name, env]) => [
    name,
    Object.fromEntries(Object.entries(env).filter(([setting]) => known.has(setting))),
  ]);
  write(join(dataDir, 'settings.json'), Object.fromEntries(settings));
  const targets = Object.entries(environments).map(([service, env]) => ({
    targets: [`127.0.0.1:${env.METRICS_PORT ?? env.PORT}`],
    labels: { service },
  }));
  write(join(dataDir, 'metrics-targets.json'), targets);
}

function write(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
