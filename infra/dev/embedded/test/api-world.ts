import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import type { ServiceName } from '../src/service-environment.ts';
import type { SeparateStack } from '../src/stack.ts';
import { addAccount } from './add-account.ts';
import { lastingStack, noLimits } from './lasting-stack.ts';
import { query } from './query.ts';
import { burn, type Submitted, submitReport } from './removal-flow.ts';

/** What a report says that its reporter may withdraw. */
export const OWN_REPORT = 'Theirs to withdraw.';

export const ADMIN = { username: 'santa', password: 'correct horse battery' };

// The same password for both accounts, because valid calls of either confirm themselves by it.
export const MODERATOR = { username: 'rudolph', password: ADMIN.password };

export type Headers = Record<string, string>;

export type Call = { method: string; path: string; body?: unknown; headers?: Headers };

/** Logs in again after each call that may have ended the session. */
export function sessions(logIn: () => Promise<Headers>): (call: Call) => Promise<Headers> {
  let current: Promise<Headers> | undefined;
  return ({ method }) => {
    current ??= logIn();
    const headers = current;
    if (method !== 'GET') current = undefined;
    return headers;
  };
}

/** A running stack with what calls need beyond the contracts: existing entities, sessions, signatures. */
export class World {
  readonly stack: SeparateStack;

  readonly #end: () => Promise<void>;
  readonly #made = new Set<string>();
  #removal?: Promise<{ signature: string; verificationId: string }>;

  constructor(stack: SeparateStack, end: () => Promise<void>) {
    this.stack = stack;
    this.#end = end;
  }

  /** `settings` apply to every service, in addition to the raised limits. */
  static async start(settings: Record<string, string> = {}): Promise<World> {
    const { start, end } = lastingStack();
    const stack = await start({
      separate: true,
      postgres: { fsync: false },
      env: {
        ...noLimits,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        // No call leaves this machine.
        AVATAR_URL: 'http://127.0.0.1:1',
        CONSEQUENTIAL_DECISIONS_PER_DAY: '100000',
        RATE_LIMIT_LOGINS_PER_15_MINUTES: '100000',
        ...settings,
      },
    });
    return new World(stack, end);
  }

  async stop(): Promise<void> {
    await this.#end();
  }

  /** A service's own address, bypassing the gateway. */
  addressOf(service: ServiceName): string {
    return `http://127.0.0.1:${this.stack.environmentOf(service).PORT}`;
  }

  async call({ method, path, body, headers = {} }: Call, base = this.stack.url): Promise<Response> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(`${base}${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async json(call: Call, base?: string): Promise<Record<string, unknown>> {
    const answer = await this.call(call, base);
    if (!answer.ok) throw new Error(`${call.method} ${call.path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  /** The cookies of a moderator's newly logged-in browser. */
  moderatorSession(): Promise<Headers> {
    return this.#sessionOf(MODERATOR, 'moderator');
  }

  /** The cookies of an account on which the world's own calls do not depend. */
  otherSession(role: 'admin' | 'moderator'): Promise<Headers> {
    return this.#sessionOf({ username: `other_${role}`, password: ADMIN.password }, role);
  }

  #sessionOf(login: typeof ADMIN, role: string): Promise<Headers> {
    if (!this.#made.has(login.username)) {
      addAccount(this.stack, { ...login, role });
      this.#made.add(login.username);
    }
    return this.session(login);
  }

  /** The cookies of a newly logged-in browser. */
  async session(login = ADMIN): Promise<Headers> {
    const answer = await this.call({ method: 'POST', path: '/api/admin/login', body: login });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return { cookie: cookies.join('; ') };
  }

  /** The header that authenticates calls between services, made with the shared secret or another one. */
  signature(service: string, { method, path }: Call, secret = this.#secret()): Headers {
    const at = Date.now();
    const mac = createHmac('sha256', secret)
      .update(`${service}\n${at}\n${method}\n${path}`)
      .digest('base64url');
    return { 'x-service-auth': `${service}.${at}.${mac}` };
  }

  /** A tile of the ledger, once there is one. */
  async tile(): Promise<string> {
    await this.report();
    await this.inLedger({ method: 'GET', path: '/log/tile/0/000.p/1' });
    return '0/000.p/1';
  }

  /** Waits until the ledger has what a call returns. */
  async inLedger(call: Call): Promise<void> {
    while ((await this.call(call)).status !== 200) await setTimeout(100);
  }

  report(): Promise<Submitted> {
    return submitReport(this.stack);
  }

  /** A report whose link is another account's, so that X, which the stack cannot reach, is not asked about it. */
  async reportElsewhere(): Promise<number> {
    const { id } = await this.report();
    await this.#sql(
      `update reports.scammer_reports set twitter_url = 'https://x.com/elf/status/${id}' where id = ${id}`,
    );
    return id;
  }

  async heldReport(): Promise<number> {
    const { id } = await this.report();
    await this.#sql(`update reports.scammer_reports set is_removed = true, held_at = now() where id = ${id}`);
    return id;
  }

  async heldStatement(): Promise<number> {
    const { id } = await this.report();
    const [row] =
      await this.#sql(`insert into reports.statements (report_id, twitter_url, description, held_at, hold_reason)
       values (${id}, 'https://x.com/elf/status/${id}', 'He did the same to me.', now(), 'rate') returning id`);
    return (row as { id: number }).id;
  }

  /** An open appeal, with the header that its account sends. */
  async appeal(): Promise<{ id: number; reportId: number; headers: Headers }> {
    const { id: reportId, username } = await this.report();
    const { caseCode } = await this.json({
      method: 'POST',
      path: '/api/appeals',
      body: { username, grounds: 'false', text: 'None of this ever happened.' },
    });
    const rows = await this.#sql(`select id from reports.appeals where report_id = ${reportId}`);
    return {
      id: (rows[0] as { id: number }).id,
      reportId,
      headers: { [CASE_CODE_HEADER]: String(caseCode) },
    };
  }

  /** The same, with a code to post, a waiting post or reply, or a decision. */
  async provableAppeal(): Promise<{ headers: Headers }> {
    const { headers } = await this.appeal();
    await this.json({ method: 'POST', path: '/api/appeal/proof-code', headers });
    return { headers };
  }

  async waitingPost(): Promise<{ id: number; postUrl: string }> {
    const { id, headers } = await this.appeal();
    const { username } = await this.json({ method: 'GET', path: '/api/appeal', headers });
    const postUrl = `https://x.com/${username}/status/${Date.now()}`;
    await this.json({ method: 'POST', path: '/api/appeal/proof-code', headers });
    await this.json({ method: 'POST', path: '/api/appeal/proof', body: { postUrl }, headers });
    return { id, postUrl };
  }

  /** The header of a reporter who got a code, and may withdraw the report without an account. */
  async ownReport(): Promise<Headers> {
    const { reportCode } = await submitReport(this.stack, OWN_REPORT);
    return { 'x-case-code': String(reportCode) };
  }

  async decidedAppeal(): Promise<{ headers: Headers }> {
    const { id, headers } = await this.appeal();
    await this.#sql(`update reports.appeals set decided_at = now(), decision = 'refused', rule = 'appeal_unfounded',
         reason = 'Nothing new.', decided_by = 'elf' where id = ${id}`);
    return { headers };
  }

  async provenAppeal(): Promise<{ id: number; reportId: number; headers: Headers }> {
    const appeal = await this.appeal();
    const body = { reason: 'It wrote from its website.' };
    const path = `/api/admin/review/appeals/${appeal.id}/proof`;
    await this.json({ method: 'POST', path, body, headers: await this.session() });
    return appeal;
  }

  async waitingReply(): Promise<{ reportId: number; at: string }> {
    const { reportId, headers } = await this.provenAppeal();
    const body = { text: 'None of this ever happened.', contradicts: false };
    await this.json({ method: 'POST', path: '/api/appeal/reply', body, headers });
    const rows = await this.#sql(`select written_at from reports.replies where report_id = ${reportId}`);
    return { reportId, at: new Date((rows[0] as { written_at: string }).written_at).toISOString() };
  }

  async submitNiceReport(): Promise<{ id: number; twitterUrl: string }> {
    const username = `hero_${randomBytes(4).toString('hex')}`;
    const niceReports = await this.json({
      method: 'POST',
      path: '/api/nice-reports',
      body: { ...this.post(username), description: 'Gave every child a present that works.' },
    });
    return niceReports as { id: number; twitterUrl: string };
  }

  post(username: string): { twitterUrl: string; username: string } {
    return { twitterUrl: `https://x.com/${username}/status/${Date.now()}`, username };
  }

  /** The id of a moderator's operation, which that moderator and every admin may undo. */
  async moderatorsOperation(): Promise<string> {
    const { id } = await this.report();
    const headers = await this.moderatorSession();
    const body = {
      status: 'corroborated',
      rule: 'evidence_alone',
      reason: 'The post says it itself.',
      version: 1,
    };
    await this.json({ method: 'POST', path: `/api/admin/review/cases/${id}/status`, body, headers });
    const log = await this.json({
      method: 'GET',
      path: '/api/admin/audit-log?action=set_status&limit=1',
      headers,
    });
    const [entry] = log as unknown as { operationId: string }[];
    return entry?.operationId ?? '';
  }

  /** A report that a burn removed, once. */
  removal(): Promise<{ signature: string; verificationId: string }> {
    this.#removal ??= this.#makeRemoval();
    return this.#removal;
  }

  async #makeRemoval(): Promise<{ signature: string; verificationId: string }> {
    const report = await this.report();
    const signature = await burn(this.stack, report.uniqueBurnAddress);
    return { signature, verificationId: await this.#claim(report.id, signature, 200) };
  }

  /** A payment that the rules refused, as it names another report; returns its claim's id. */
  async refusedPayment(): Promise<string> {
    const { id } = await this.report();
    return this.#claim(id, await burn(this.stack, 'LISTBURN999999'), 422);
  }

  /** Claims a burn until the answer has the status; returns the claim's id. */
  async #claim(report: number, txHash: string, status: number): Promise<string> {
    const path = `/api/scammer-reports/${report}/remove-by-burn`;
    const call = { method: 'POST', path, body: { txHash }, headers: { prefer: 'wait=5' } };
    while ((await this.call(call)).status !== status);
    const [claim] = await this.#sql(`select id from reports.removal_claims where signature = '${txHash}'`);
    return (claim as { id: string }).id;
  }

  /** A preview of an unknown transaction; returns its id. */
  async preview(): Promise<string> {
    const { id } = await this.report();
    const answer = await this.json({
      method: 'POST',
      path: '/api/verify-burn',
      body: { txHash: unknownSignature(), reportId: id },
      headers: { prefer: 'respond-async' },
    });
    return String(answer.verificationId);
  }

  /** A payment intent for a new report; returns its id. */
  async intent(): Promise<string> {
    const { id } = await this.report();
    const answer = await this.json({ method: 'POST', path: `/api/payment-intents/removal/${id}` });
    return String(answer.id);
  }

  /** A demand as services send it to the verifier. */
  demand(): Record<string, unknown> {
    return {
      id: `look_${randomUUID()}`,
      signature: unknownSignature(),
      demand: {
        subject: 'report:1',
        minimumTokens: '1000000',
        reference: 'LISTBURN001',
        notBefore: Math.floor(Date.now() / 1000),
      },
    };
  }

  /** A wallet with LIST. */
  holder(): string {
    return readKeypair(join(this.stack.dataDir, 'local-chain', 'rich-holder.json')).publicKey.toBase58();
  }

  #sql(statement: string): Promise<unknown[]> {
    return query(this.stack.databaseUrl, statement);
  }

  #secret(): string {
    return readFileSync(join(this.stack.dataDir, 'internal-secret'), 'utf8').trim();
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A random 64-byte signature in base58 that belongs to no transaction. */
export function unknownSignature(): string {
  const bytes = randomBytes(64);
  bytes[0] = 1 + ((bytes[0] ?? 0) % 255);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  return text;
}
