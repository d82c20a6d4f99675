import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import type { LocalChain } from '@naughty-list/local-chain/local-chain';
import { missingLines, readSteps } from './page.ts';
import { HOST_FROM_SERVER, lacking, type Server, startServer } from './server.ts';
import { type Surroundings, startSurroundings } from './surroundings.ts';

/** The server's name for itself, for which Caddy issues a local certificate. */
const DOMAIN = 'naughty-list.localhost';

const REMOVAL_COST = 1_000_000_000_000n;
const SITE = `https://${DOMAIN}`;

/**
 * Submits a report, burns for it and follows its removal by live events, through the server's public entry.
 *
 * @throws Error when any step does not give the expected result
 */
async function runPaymentFlow(server: Server, chain: LocalChain, username: string): Promise<void> {
  const call = async (path: string, options = '') =>
    (await server.run(`curl --silent --no-buffer ${options} '${SITE}${path}'`)).output;
  const post = async (path: string, body: object) =>
    JSON.parse(await call(path, `--header 'prefer: respond-async' --json '${JSON.stringify(body)}'`));
  const report = await post('/api/scammer-reports', {
    twitterUrl: `https://x.com/${username}/status/1`,
    username,
    description: 'Sold us a sleigh that was never built.',
    scamCategory: 'other',
  });
  const txHash = await burnList({
    rpcUrl: chain.url,
    payer: readKeypair(join(chain.folder, 'rich-holder.json')),
    mint: chain.mint,
    amount: REMOVAL_COST,
    memo: report.uniqueBurnAddress,
  });
  const { verificationId } = await post(`/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
  const events = await call(`/api/verifications/${verificationId}/events`);
  const listed: { username: string }[] = JSON.parse(await call('/api/scammer-reports'));
  if (!events.includes('"done"') || listed.some((each) => each.username === username))
    throw new Error(`The burn for ${username} had no effect: ${events}`);
}

// Runs every command of docs/operators-first-day.md, in order, on an empty Debian with its own systemd, and compares
// the output with the page's. Exit code 0: identical; 1: different; 2: this machine lacks requirements.

const ROOT = join(import.meta.dirname, '../../../../..');
const POLL_MS = 1_000;
const LAST_SECTION = 11;

const numberOf = (section: string) => Number(/^\d+/.exec(section)?.[0] ?? 0);

function variablesFor({ chain, repository, alerts }: Surroundings): string {
  const rpc = `http://${HOST_FROM_SERVER}:${chain.port}`;
  return `DOMAIN=${DOMAIN}
REPOSITORY=http://${HOST_FROM_SERVER}:${repository}/repository.git
SOLANA_RPC_URLS=${rpc}
PUBLIC_SOLANA_RPC_URL=${rpc}
SOLANA_CLUSTER=localnet
LIST_MINT_ADDRESS=${chain.mint}
BURN_WALLET_ADDRESS=${chain.burnWallet}
TELEGRAM_INVITE_LINK=https://t.me/example
OPERATOR_NAME="Example Ltd"
CONTACT_EMAIL=santa@example.org
ALERT_WEBHOOK=http://${HOST_FROM_SERVER}:${alerts}/`;
}

/** Runs the steps of these sections; each must succeed and print what the page shows. */
async function follow(server: Server, variables: string, [from, to]: [number, number]): Promise<void> {
  const steps = readSteps(join(ROOT, 'docs/operators-first-day.md'));
  for (const step of steps.filter(({ section }) => numberOf(section) >= from && numberOf(section) <= to)) {
    console.log(`\n## ${step.section}, line ${step.line}\n${step.commands}`);
    const { code, output } = await server.run(`set -euo pipefail\n${variables}\n${step.commands}`);
    if (code !== 0) throw new Error(`Line ${step.line} of the page ended with exit code ${code}`);
    const missing = missingLines(step, output);
    if (missing.length > 0)
      throw new Error(`Line ${step.line} of the page does not show: ${missing.join(' / ')}`);
  }
}

async function awaitAlert(notifications: string[], status: string): Promise<void> {
  const isIt = (text: string) => text.includes('ServiceDown') && text.includes(`"status":"${status}"`);
  while (!notifications.some(isIt)) await sleep(POLL_MS);
  console.log(`The webhook received: ServiceDown, ${status}`);
}

async function liveTheDay(server: Server, surroundings: Surroundings): Promise<void> {
  const variables = variablesFor(surroundings);
  const { chain, notifications } = surroundings;
  await follow(server, variables, [1, 5]);
  await runPaymentFlow(server, chain, 'before');
  await follow(server, variables, [6, 8]);
  await awaitAlert(notifications, 'firing');
  surroundings.publishNext();
  const goHome = await sendVisitor(server);
  await follow(server, variables, [9, 9]);
  await runPaymentFlow(server, chain, 'after_upgrade');
  await follow(server, variables, [10, 10]);
  const { asked, failed, longestSeconds } = await goHome();
  await runPaymentFlow(server, chain, 'after_return');
  await follow(server, variables, [11, LAST_SECTION]);
  await runPaymentFlow(server, chain, 'after_restore');
  await awaitAlert(notifications, 'resolved');
  console.log(
    `\nUpgrade and return: a visitor asked ${asked} times, ${failed} failed, the longest took ${longestSeconds} s`,
  );
}

const missing = lacking();
if (missing.length > 0) {
  console.log(
    `Not tried: this needs ${missing.join(', ')} (apt-get install debootstrap systemd-container slirp4netns)`,
  );
  process.exitCode = 2;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-first-day-'));
  mkdirSync(join(folder, 'world'));
  const surroundings = await startSurroundings(join(folder, 'world'), ROOT);
  let server: Server | undefined;
  try {
    server = await startServer(join(folder, 'server'));
    await liveTheDay(server, surroundings);
    console.log('Every command of the page was run, and showed what the page shows');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await server?.stop();
    await surroundings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The results of a client that requests the list repeatedly. */
type Visit = { asked: number; failed: number; longestSeconds: number };

const FILE = '/run/visitor';

/** Sends five requests a second until stopped. */
async function sendVisitor(server: Server): Promise<() => Promise<Visit>> {
  const ask = `curl --silent --output /dev/null --write-out "%{http_code} %{time_total}\\n" https://${DOMAIN}/api/scammer-reports`;
  const loop = `while sleep 0.2; do ${ask} || true; done >${FILE}`;
  await server.run(`systemd-run --quiet --unit=visitor bash -c '${loop}'`);
  return async () => {
    const { output } = await server.run(`systemctl stop visitor && cat ${FILE}`);
    const answers = output
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    return {
      asked: answers.length,
      failed: answers.filter(([status]) => status !== '200').length,
      longestSeconds: Math.max(...answers.map(([, seconds]) => Number(seconds))),
    };
  };
}
