import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { expect, it } from 'vitest';

/** How an alert comes about in a running stack, what it then says, and how the cause is mended. */
export type AlertCase = {
  alert: string;
  summary: RegExp;
  cause: () => Promise<unknown>;
  mend: () => Promise<unknown>;
};

/** Makes each cause, sees its alert fire, mends the cause, and sees the alert clear; at the end none may be left. */
export function seeAlerts(prometheus: () => Prometheus, cases: readonly AlertCase[]): void {
  it.each(cases)('$alert fires ($summary) and clears', async ({ alert, summary, cause, mend }) => {
    try {
      await cause();
      await expect.poll(async () => (await prometheus().firing())[alert]).toMatch(summary);
    } finally {
      await mend();
    }
    await expect.poll(async () => (await prometheus().firing())[alert]).toBeUndefined();
  });

  it('and nothing else fires', async () => {
    await expect.poll(async () => Object.keys(await prometheus().firing())).toEqual([]);
  });
}

/** A cause that goes on, again and again, until it is mended. */
export function goingOn(work: () => Promise<unknown>): Pick<AlertCase, 'cause' | 'mend'> {
  let isOn = false;
  let ended = Promise.resolve();
  return {
    async cause() {
      isOn = true;
      ended = (async () => {
        while (isOn) await work();
      })();
      // It is thrown where the cause is mended.
      ended.catch(() => {});
    },
    mend() {
      isOn = false;
      return ended;
    },
  };
}

/** Ten calls at once, and a second later. */
export async function tenCalls(call: (n: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, (_, n) => call(n)));
  await sleep(1_000);
}

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const hasPrometheus: boolean = has('prometheus');
export const hasNodeExporter: boolean = has('prometheus-node-exporter');

/** Debian's node exporter on loopback, for the file systems alone. */
export async function startNodeExporter(): Promise<{ address: string; stop(): void }> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus-node-exporter',
    ['--collector.disable-defaults', '--collector.filesystem', `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  return { address, stop: () => void child.kill('SIGKILL') };
}

const RULES = ['observability/prometheus/alerts.yml', 'server/prometheus/alerts-server.yml'];
/** A `for` other than none: an alert whose cause shows in every other sample only never fires. */
const FOR = '3s';

/** Debian's Prometheus on loopback, with the product's own rules; alerts look back for ten seconds and wait for three. */
export class Prometheus {
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  /**
   * `targets` is the file that the stack writes; it is read again when it changes. `server`: the address of a node
   * exporter, and the one disk that counts.
   */
  static async start(
    folder: string,
    targets: string,
    server?: { address: string; mountpoint: string },
  ): Promise<Prometheus> {
    for (const path of RULES) {
      const rules = readFileSync(join(REPOSITORY, 'infra/deploy', path), 'utf8');
      writeFileSync(
        join(folder, basename(path)),
        rules.replace(/for: [1-9]\d*[ms]/g, `for: ${FOR}`).replace(/\[\d+m\]/g, '[10s]'),
      );
    }
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: RULES.map((path) => basename(path)),
      scrape_configs: [
        { job_name: 'naughty-list', file_sd_configs: [{ files: [targets], refresh_interval: '1s' }] },
        ...(server
          ? [
              {
                job_name: 'server',
                static_configs: [{ targets: [server.address] }],
                metric_relabel_configs: [
                  { source_labels: ['mountpoint'], regex: server.mountpoint, action: 'keep' },
                ],
              },
            ]
          : []),
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
