// `node mixed-load.mjs https://localhost hashes.txt` sends reads, reports and payments until SIGTERM, while every copy
// and store fails in turn. Prints how many calls failed and which effects were lost or doubled; exit code 1 if there
// are any.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [base, hashesFile] = process.argv.slice(2);
/** Number, username and hash of each report burned for so far, from the lines of a growing file. */
const paid = () =>
  existsSync(hashesFile)
    ? readFileSync(hashesFile, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(' '))
    : [];
const REPORTERS = 3;
const READS = ['/', '/api/scammer-reports', '/api/scammer-reports/search?q=mixed', '/api/burns'];

let isStopped = false;
// Not once: timeout(1) sends the signal to the process and to its group.
process.on('SIGTERM', () => {
  isStopped = true;
});

const calls = { read: 0, write: 0 };
const failed = { read: 0, write: 0 };

/** One response with its whole body: a killed gateway may break it off anywhere. */
async function fetchWhole(path, options) {
  const response = await fetch(`${base}${path}`, { ...options, signal: AbortSignal.timeout(45_000) });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

/** Calls until a whole response is not a 5xx, and counts failed attempts. Writes repeat under their key. */
async function call(kind, path, options = {}) {
  for (;;) {
    calls[kind] += 1;
    const response = await fetchWhole(path, options).catch(() => undefined);
    if (response && response.status < 500) return response;
    failed[kind] += 1;
    await sleep(200);
  }
}

const post = (path, body) =>
  call('write', path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: 'https://localhost',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });

async function read(path) {
  while (!isStopped) {
    const { status } = await call('read', path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    await sleep(50);
  }
}

const reported = [];
async function report(reporter) {
  for (let number = 0; !isStopped; number += 1) {
    const username = `mixed_${reporter}_${number}`;
    const response = await post('/api/scammer-reports', {
      twitterUrl: `https://x.com/${username}/status/1`,
      username,
      description: 'Sold us a sleigh that was never built.',
      scamCategory: 'other',
    });
    if (response.status !== 201) throw new Error(`${username}: ${response.status} ${response.text}`);
    reported.push(username);
    await sleep(200);
  }
}

/** Pastes each hash; the watcher may already have found the payment. */
async function remove() {
  for (let done = 0; !isStopped || done < paid().length; ) {
    const [id, , txHash] = paid()[done] ?? [];
    const answer = id
      ? JSON.parse((await post(`/api/scammer-reports/${id}/remove-by-burn`, { txHash })).text)
      : {};
    if (answer.success) done += 1;
    else await sleep(500);
  }
}

const json = async (path) => JSON.parse((await call('read', path)).text);
/** The number of listed reports. */
const listed = async () =>
  Number((await call('read', '/api/scammer-reports?limit=1')).headers.get('x-total-count'));

const before = { listed: await listed(), burns: (await json('/api/burns')).total };
await Promise.all([
  ...READS.map((path) => read(path)),
  ...Array.from({ length: REPORTERS }, (_, reporter) => report(reporter)),
  remove(),
]);

// The cached list may be a few seconds old.
const expected = before.listed + reported.length - paid().length;
for (let tries = 0; (await listed()) !== expected && tries < 30; tries += 1) await sleep(1_000);
const { total, burns } = await json('/api/burns');
const found = async (username) =>
  (await json(`/api/scammer-reports/search?q=${username}`)).filter((entry) => entry.username === username)
    .length;
const problems = [];
const check = (what, is, shouldBe) =>
  is === shouldBe || problems.push(`${what}: ${is} instead of ${shouldBe}`);
check('reports listed', await listed(), expected);
check('burns', total, before.burns + paid().length);
for (const username of reported) check(username, await found(username), 1);
for (const [, username, hash] of paid()) {
  check(username, await found(username), 0);
  check(`removals by ${hash}`, burns.filter(({ transactionHash }) => transactionHash === hash).length, 1);
}
console.log(
  `${calls.read} reads, ${failed.read} failed; ${calls.write} writes, ${failed.write} failed and were repeated; ${reported.length} reports, ${paid().length} removals; ${problems.length} effects lost or doubled`,
);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
