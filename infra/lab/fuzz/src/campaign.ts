import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { SERVICE_NAMES } from '@naughty-list/embedded/service-environment';
import { ADMIN, World } from '@naughty-list/embedded/test/api-world';
import fc from 'fast-check';
import { type Attempt, attemptsAt } from './attempts.ts';
import { judge } from './judge.ts';
import { faultsInLogs, newestOf, stateOf } from './left-behind.ts';
import { insiders, marked, type Role, strangers } from './roles.ts';
import { openConnections, send, sendBytes, unreadable } from './sent.ts';
import { everyTarget, sow, type Target } from './targets.ts';

/** Results of all requests. */
class Findings {
  readonly #faults = new Map<string, { times: number; first: string }>();
  /** Responses by status. */
  readonly totals: Record<string, number> = {};
  requests = 0;

  /** Counts one response; `how` describes the request, kept for the first of its kind. */
  count(target: string, role: string, status: number | string, faults: readonly string[], how: string): void {
    this.requests += 1;
    this.totals[status] = (this.totals[status] ?? 0) + 1;
    for (const fault of faults) this.add(`${target} | ${role} | ${fault}`, how);
  }

  add(fault: string, how = ''): void {
    const known = this.#faults.get(fault);
    if (known) known.times += 1;
    else this.#faults.set(fault, { times: 1, first: how });
  }

  /** Every distinct finding with its count and its first occurrence. */
  get faults(): string[] {
    return [...this.#faults].map(
      ([fault, { times, first }]) => `${fault} (${times}×)${first && `, first by ${first}`}`,
    );
  }
}

const AT_ONCE = 8;
const SEEDS = 3;
/** After this many calls, consumed entities are created anew. */
const ROUND = 40;

type Options = { requests: number; seed: number; log?: (line: string) => void; signal?: AbortSignal };

/** Calls every endpoint in every role with valid, nearly valid and hostile requests, and returns the findings. */
export async function fuzz(options: Options): Promise<Findings> {
  const world = await World.start({ VERIFY_WAIT_MS: '100', LOG_LEVEL: 'info' });
  try {
    world.stack.control.autoRestart = false;
    return await new Campaign(world, options).run();
  } finally {
    await world.stop();
  }
}

class Campaign {
  readonly #findings = new Findings();
  readonly #agent = openConnections();
  readonly #world: World;
  readonly #options: Options;
  readonly #secrets: string[];

  constructor(world: World, options: Options) {
    this.#world = world;
    this.#options = options;
    const { dataDir, databaseUrl } = world.stack;
    const file = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
    const password = new URL(databaseUrl).password;
    this.#secrets = [file('internal-secret'), file('session-secret'), password, ADMIN.password];
  }

  async run(): Promise<Findings> {
    const targets = await everyTarget();
    const { stack } = this.#world;
    const outside = strangers(this.#world, await this.#visitor());
    // Calls of insiders may change their own passwords.
    const [admin, moderator] = await Promise.all([
      this.#world.otherSession('admin'),
      this.#world.otherSession('moderator'),
    ]);
    const cookies = { admin: admin.cookie ?? '', moderator: moderator.cookie ?? '' };
    const inside = insiders(this.#world, cookies);
    const share = this.#options.requests / this.#pairs(targets, [...outside, ...inside]);
    for (const target of targets) await sow(this.#world, target, SEEDS);
    const until = await newestOf(stack.databaseUrl);
    const before = await stateOf(stack.databaseUrl, until);
    await this.#asEverybody(targets, outside, share, false);
    const after = await stateOf(stack.databaseUrl, until);
    for (const [what, digest] of Object.entries(before)) {
      if (after[what] !== digest)
        this.#findings.add(`strangers changed ${what}: ${digest} became ${after[what]}`);
    }
    await this.#asEverybody(targets, inside, share, true);
    await this.#bytes();
    await this.#end();
    return this.#findings;
  }

  #pairs(targets: Target[], roles: Role[]): number {
    return roles.reduce(
      (sum, role) => sum + targets.filter((target) => this.#concerns(role, target)).length,
      0,
    );
  }

  /** The gateway's own endpoints have no service port. */
  #concerns(role: Role, { owner }: Target): boolean {
    return role.at === 'door' || owner !== 'gateway';
  }

  async #asEverybody(targets: Target[], roles: Role[], share: number, renew: boolean): Promise<void> {
    for (const role of roles) {
      this.#options.log?.(`${role.name} …`);
      for (const [at, target] of targets.filter((each) => this.#concerns(role, each)).entries()) {
        const seed = this.#options.seed * 1_009 + at * 31 + roles.indexOf(role);
        // A share of 1.7 is two requests at seven of ten targets.
        const count = Math.floor(share) + ((at * 0.618) % 1 < share % 1 ? 1 : 0);
        const attempts = count === 0 ? [] : fc.sample(attemptsAt(target), { numRuns: count, seed });
        for (let start = 0; start < attempts.length; start += ROUND) {
          if (renew && (start > 0 || target.endpoint?.access !== 'public'))
            await sow(this.#world, target, SEEDS);
          await this.#round(target, role, attempts.slice(start, start + ROUND));
        }
      }
    }
  }

  async #round(target: Target, role: Role, attempts: Attempt[]): Promise<void> {
    const waiting = [...attempts];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        this.#options.signal?.throwIfAborted();
        await this.#try(target, role, next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #try(target: Target, role: Role, { what, from, make }: Attempt): Promise<void> {
    const seed = target.seeds[from % target.seeds.length];
    if (!seed) throw new Error(`${target.name} has no right call`);
    const sent = make(seed);
    sent.headers = {
      ...sent.headers,
      ...role.headers(sent),
      ...(what === 'header cookie' ? { cookie: sent.headers.cookie } : {}),
    };
    const base = role.at === 'door' ? this.#world.stack.url : this.#world.addressOf(target.owner);
    const how = `"${what}": ${sent.method} ${sent.path.slice(0, 120)} ${sent.body?.toString().slice(0, 200) ?? ''}`;
    try {
      const answered = await send(this.#agent, base, sent);
      const kept = [...this.#secrets, this.#world.stack.dataDir, REPOSITORY, marked('')];
      const faults = judge(target, role, sent, answered, kept);
      this.#findings.count(target.name, role.name, answered.status, faults, how);
    } catch (error) {
      this.#findings.count(target.name, role.name, ...brokenOff(error), how);
    }
  }

  async #bytes(): Promise<void> {
    const bases = ['door', ...SERVICE_NAMES.filter((name) => name !== 'gateway')] as const;
    for (const name of bases) {
      const base = name === 'door' ? this.#world.stack.url : this.#world.addressOf(name);
      for (const [what, bytes] of Object.entries(unreadable)) {
        const text = await sendBytes(base, bytes).catch((error: Error) => error.message);
        const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (text === '' ? 'closed' : text);
        const faults = /^([1-4]\d\d|closed)$/.test(status) ? [] : [`${what}: ${status}`];
        this.#findings.count('unreadable bytes', name, status, faults, what);
      }
    }
  }

  /** Checks that the state is as before. */
  async #end(): Promise<void> {
    const { stack } = this.#world;
    for (const name of SERVICE_NAMES) {
      if (stack.services[name].pid === undefined) this.#findings.add(`${name} ended`);
      const health = await fetch(`${this.#world.addressOf(name)}/health/ready`).catch(() => undefined);
      if (health?.status !== 200) this.#findings.add(`${name} is not healthy at the end: ${health?.status}`);
      await health?.body?.cancel();
    }
    for (const fault of faultsInLogs(stack.dataDir, [...this.#secrets, marked('')]))
      this.#findings.add(`log ${fault}`);
    this.#agent.destroy();
  }

  async #visitor(): Promise<string> {
    const answer = await this.#world.call({ method: 'POST', path: '/api/alpha-group/generate-burn-address' });
    await answer.body?.cancel();
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }
}

/** Closing the connection within an oversized body counts as a response. */
function brokenOff(error: unknown): [status: string, faults: string[]] {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ABORT_ERR') return ['hangs', ['no answer in time']];
  if (['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS', 'ERR_INVALID_HTTP_TOKEN'].includes(code))
    return ['not sent', []];
  if (['EPIPE', 'ECONNRESET'].includes(code)) return ['closed', []];
  return [code || 'broken', [`${code} ${message}`]];
}
