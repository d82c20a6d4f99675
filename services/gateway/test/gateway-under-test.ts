import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminRole, logIn } from '@naughty-list/contracts/admin-session';
import { getRegisterVersion } from '@naughty-list/contracts/reports';
import type { Visit } from '@naughty-list/contracts/visits';
import { Config, type Constants } from '@naughty-list/gateway/config';
import { type Context, gateway } from '@naughty-list/gateway/service';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { insertAdmin } from '../src/admin/accounts.ts';
import { hashPassword } from '../src/admin/passwords.ts';

export const SECRET = 'the-secret-of-the-tests-0123456789';
const SESSION_SECRET = 'the-session-secret-of-the-tests-012345';
/** An address without a listener. */
export const NOWHERE = 'http://127.0.0.1:1';
/** The headers of a person's browser that loads a page. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
};
/** The services of a gateway that needs none. */
const NO_SERVICES = {
  REPORTS_URL: NOWHERE,
  MEMBERSHIP_URL: NOWHERE,
  ANALYTICS_URL: NOWHERE,
  CHAIN_VERIFIER_URL: NOWHERE,
};

export type Gateway = { url: string; app: FastifyInstance; context: Context; stop(): Promise<void> };
/** A service in a process of its own. */
export type Program = { url: string; kill(signal?: NodeJS.Signals): Promise<void> };
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, unknown>;
};

/** Everything a test starts, to be stopped after it. */
export class Stage {
  readonly database: TestDatabase;
  readonly webRoot: string;
  /** What every service says is the version of the lists. */
  listVersion = 1;
  readonly #stops: (() => Promise<unknown>)[] = [];

  constructor(database: TestDatabase) {
    this.database = database;
    this.webRoot = mkdtempSync(join(tmpdir(), 'web-root-'));
    mkdirSync(join(this.webRoot, 'assets'));
    mkdirSync(join(this.webRoot, '.hidden'));
    writeFileSync(join(this.webRoot, 'index.html'), '<!doctype html><title>The Naughty List</title>');
    writeFileSync(join(this.webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(this.webRoot, 'assets', 'index-B4k1fG_2.js'), 'console.log("ho ho ho");');
    writeFileSync(join(this.webRoot, '.hidden', 'secret.txt'), 'hidden');
    writeFileSync(`${this.webRoot}-secret.txt`, 'outside');
  }

  static async build(): Promise<Stage> {
    return new Stage(await createTestDatabase(gateway));
  }

  /** The settings of a gateway on this stage; another service takes its part of them. */
  get environment(): Record<string, string> {
    const { url } = this.database;
    const secrets = { INTERNAL_SECRET: SECRET, SESSION_SECRET };
    return {
      PORT: '0',
      DATABASE_URL: url,
      QUEUE_URL: url,
      ...secrets,
      ...NO_SERVICES,
      WEB_ROOT: this.webRoot,
    };
  }

  /** Puts files under the web root, over those of a web app that renders with this. */
  writeRendered(renderer: string, files: Record<string, string> = {}): void {
    const usual = {
      'case.html': 'the case could not be read',
      'trace.html': 'the cases could not be read',
      '.server/render.js': renderer,
      '.server/index.html': 'home',
      '.server/nice-list.html': 'nice list',
      '.server/case.html': 'case',
      '.server/trace.html': 'trace',
    };
    mkdirSync(join(this.webRoot, '.server'));
    for (const [name, text] of Object.entries({ ...usual, ...files }))
      writeFileSync(join(this.webRoot, name), text);
  }

  async gateway(
    settings: Record<string, string> = {},
    options: { clock?: Clock; constants?: Partial<Constants> } = {},
  ): Promise<Gateway> {
    const config = readConfig(Config, {
      ...this.environment,
      LOG_LEVEL: 'silent',
      CONNECTIONS_PER_CLIENT: '1000000',
      RATE_LIMIT_READS_PER_MINUTE: '2000000',
      VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
      ...settings,
    });
    const context = await gateway.open(config, options);
    const app = await gateway.buildApp(context);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= app.close().then(context.close);
      return stopped;
    };
    this.#stops.push(stop);
    return { url, app, context, stop };
  }

  /** A service as in production: a separate process, web and worker. */
  async program(service: string, settings: Record<string, string> = {}): Promise<Program> {
    const main = join(import.meta.dirname, '../..', service, 'src/main.ts');
    const child: ChildProcess = spawn(process.execPath, [main, 'all'], {
      env: { PATH: process.env.PATH, ...this.environment, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    };
    this.onStop(kill);
    let output = '';
    for await (const chunk of child.stdout ?? []) {
      output += chunk;
      const port = /"port":(\d+)/.exec(output)?.[1];
      if (!port) continue;
      child.stdout?.resume();
      return { url: `http://127.0.0.1:${port}`, kill };
    }
    throw new Error(`${service} did not start: ${output}`);
  }

  /** A service behind the gateway, with its own listener. */
  async service(
    routes: Route[],
    { port = 0, secret = SECRET, clock = systemClock } = {},
  ): Promise<{ url: string; stop(): Promise<void> }> {
    const log = createLog('service', 'silent');
    const version = route(getRegisterVersion, async () => ({ version: String(this.listVersion) }));
    const app = buildServiceApp({ log, clock, secret, routes: [version, ...routes], checks: {} });
    const url = await app.listen({ host: '127.0.0.1', port });
    const stop = () => app.close();
    this.#stops.push(stop);
    return { url, stop };
  }

  /** Opens a connection that sends this, and nothing more. */
  async connect(url: string, text: string): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    this.onStop(async () => socket.destroy());
    await new Promise((sent) => socket.write(text, sent));
    return socket;
  }

  /** Takes the visits out of the queue. */
  async takeVisits(): Promise<Visit[]> {
    const db = new pg.Client({ connectionString: this.database.url });
    await db.connect();
    const { rows } = await db.query('delete from bullmq.job returning data');
    await db.end();
    return rows.flatMap(({ data }) => data.visits);
  }

  onStop(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop();
    rmSync(this.webRoot, { recursive: true });
    rmSync(`${this.webRoot}-secret.txt`);
    await this.database.drop();
  }
}

type Request = { method?: string; headers?: Record<string, string>; body?: string; from?: string };

/**
 * Sends a raw request: the path is sent untouched, without the headers that a browser would add. `from` is the local
 * address to call from.
 */
export function call(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, from }: Request = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = httpRequest(
      {
        hostname,
        port,
        path,
        method,
        headers: { ...length, ...headers },
        agent: false,
        ...(from ? { localAddress: from } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const postJson = (
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  from?: string,
) =>
  call(url, path, {
    method: 'POST',
    ...(from ? { from } : {}),
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The statuses of calls that are made one after another. */
export async function statusesOf<Each>(
  all: Iterable<Each>,
  send: (each: Each) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const each of all) statuses.push((await send(each)).status);
  return statuses;
}

export const PASSWORD = 'correct horse battery';

export async function makeAdmin(
  { context }: Gateway,
  username: string,
  password = PASSWORD,
  role: AdminRole = 'admin',
): Promise<void> {
  await insertAdmin(context.db, username, await hashPassword(password), role);
}

export const attempt = (
  url: string,
  username: string,
  password: string,
  headers: Record<string, string> = {},
  from?: string,
): Promise<Answer> => postJson(url, logIn.path, { username, password }, headers, from);

/** The cookies that a response sets, in the form a browser returns them. */
export function cookiesOf(headers: IncomingHttpHeaders): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** Makes an account and returns the headers of a browser where it is logged in. */
export async function newAdmin(gateway: Gateway, username: string, role: AdminRole = 'admin') {
  await makeAdmin(gateway, username, PASSWORD, role);
  return loggedIn(gateway.url, username);
}

/** Logs in and returns the headers of a logged-in browser. */
export async function loggedIn(
  url: string,
  username: string,
  password = PASSWORD,
): Promise<{ cookie: string }> {
  const answer = await attempt(url, username, password);
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return { cookie: cookiesOf(answer.headers) };
}
