import { freePorts } from '@naughty-list/embedded/ports';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';
import type { Stack } from '@naughty-list/embedded/stack';
import { type Balancer, startBalancer } from './balancer.ts';
import { type ConnectionBalancer, startConnectionBalancer } from './connection-balancer.ts';
import { type Copy, type CopyKind, describeCopy } from './copy.ts';

/** Several processes of every service and worker, with a balancer in front of each kind that is called. */
export type Fleet = {
  /** The public URL: the balancer in front of the gateways. */
  url: string;
  copies: Copy[];
  /** Resolves when every process is up and in rotation. */
  complete(signal?: AbortSignal): Promise<void>;
  /** Processes that are down or not in rotation: one line each. */
  missing(): string[];
  stop(): Promise<void>;
};

const BEHIND = SERVICE_NAMES.filter((name) => name !== 'gateway');
const urlSetting = (service: ServiceName) => `${service.toUpperCase().replaceAll('-', '_')}_URL`;
const urlOf = (port: number) => `http://127.0.0.1:${port}`;

type Options = {
  /** Number of each. */
  each: number;
  /** For every process. */
  settings?: Record<string, string>;
  /** For web processes: how long they keep serving after the stop signal. */
  drainMs: number;
  log: (line: string) => void;
};

/** Starts the services one by one, on the database and chain of a stack that runs no services itself. */
export async function startFleet(
  stack: Stack,
  { each, settings = {}, drainMs, log }: Options,
): Promise<Fleet> {
  const copies: Copy[] = [];
  const urls: Record<string, string> = {};
  const balancers: (Balancer | ConnectionBalancer)[] = [];

  async function start(service: ServiceName, kind: CopyKind, ports: number[]): Promise<void> {
    const own = { ...settings, ...urls, ...(kind === 'worker' ? {} : { DRAIN_MS: String(drainMs) }) };
    const described = await Promise.all(
      ports.map((port) => describeCopy(stack, service, { kind, port, settings: own, again: true, log })),
    );
    copies.push(...described);
    await Promise.all(described.map((copy) => copy.process.start()));
  }
  async function stop(): Promise<void> {
    const gateways = copies.filter(({ service }) => service === 'gateway');
    await Promise.all(gateways.map((copy) => copy.process.stop()));
    await Promise.all(copies.map((copy) => copy.process.stop()));
    for (const balancer of balancers) balancer.close();
  }

  try {
    const free = await freePorts((SERVICE_NAMES.length + BEHIND.length) * each);
    const take = () => free.splice(0, each);
    const ports = new Map(SERVICE_NAMES.map((service) => [service, take()]));
    const portsOf = (service: ServiceName) => ports.get(service) ?? [];
    for (const service of BEHIND) {
      const balancer = await startConnectionBalancer(portsOf(service).map(urlOf));
      balancers.push(balancer);
      urls[urlSetting(service)] = balancer.url;
    }
    const proxy = await startBalancer(portsOf('gateway').map(urlOf));
    balancers.push(proxy);
    urls.PUBLIC_ORIGIN = proxy.url;
    for (const service of BEHIND) {
      await start(service, 'web', portsOf(service));
      await start(service, 'worker', take());
    }
    await start('gateway', 'web', portsOf('gateway'));
    const complete = async (signal?: AbortSignal) => {
      await Promise.all(copies.map((copy) => copy.process.ready()));
      await Promise.all(balancers.map(({ rotation }) => rotation.complete(signal)));
    };
    const missing = () => {
      const outside = new Set(balancers.flatMap(({ rotation }) => rotation.missing()));
      return copies.flatMap(({ service, kind, url, process: { pid } }) => {
        if (pid === undefined) return [`${service} ${kind} at ${url} is down`];
        return outside.has(url) ? [`${service} ${kind} at ${url} is not in rotation`] : [];
      });
    };
    await complete();
    return { url: proxy.url, copies, complete, missing, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
