import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';

export const hasPrometheus: boolean = (() => {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Debian's Prometheus on loopback, with the product's own rules; alerts do not wait for their `for`, and look back for ten seconds. */
export class Prometheus {
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  /** `targets` is the file that the stack writes; it is read again when it changes. */
  static async start(folder: string, targets: string): Promise<Prometheus> {
    const rules = readFileSync(join(REPOSITORY, 'infra/deploy/observability/prometheus/alerts.yml'), 'utf8');
    writeFileSync(
      join(folder, 'alerts.yml'),
      rules.replace(/for: \d+[ms]/g, 'for: 0s').replace(/\[\d+m\]/g, '[10s]'),
    );
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        { job_name: 'naughty-list', file_sd_configs: [{ files: [targets], refresh_interval: '1s' }] },
      ],
    };
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    );
    return new Prometheus(child, `http://${address}`);
  }

  /** The summaries of what fires, by alert. */
  async firing(): Promise<Record<string, string>> {
    const response = await fetch(`${this.#url}/api/v1/alerts`).catch(() => undefined);
    if (!response?.ok) return {};
    type Alert = { labels: { alertname: string }; annotations: { summary: string }; state: string };
    const { data } = (await response.json()) as { data: { alerts: Alert[] } };
    const firing = data.alerts.filter(({ state }) => state === 'firing');
    return Object.fromEntries(
      firing.map(({ labels, annotations }) => [labels.alertname, annotations.summary]),
    );
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
