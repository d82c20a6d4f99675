import { setTimeout as sleep } from 'node:timers/promises';
import { CHALLENGE_HEADER, Challenge } from '@naughty-list/contracts/challenge';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Scene } from './attack.ts';
import { newClient } from './clients.ts';
import type { Answer, Sent } from './sender/requests.ts';

const CONNECTIONS = 50;
const AT_ONCE = 10;
const CALM_ASKED_EVERY_MS = 2_000;

let reported = 0;

export type NewEntry = { username: string; sent: Sent };

/** A report of a new username, or praise of it. */
export function newReport(from: string, path = '/api/scammer-reports'): NewEntry {
  reported += 1;
  const username = `flood_${reported}`;
  const body = {
    twitterUrl: `https://x.com/${username}/status/${reported}`,
    username,
    description: 'Sold us a sleigh that was never built.',
  };
  return { username, sent: { method: 'POST', path, from, body: JSON.stringify(body) } };
}

/** Returns responses in the order of the requests, with their bodies. */
export const sendAll = ({ flood }: Scene, requests: readonly Sent[], connections = CONNECTIONS) =>
  flood({ requests, connections, keepTexts: true });

/** Repeats the call with a proof of work when challenged, as a page does. */
export async function sendHonestly(scene: Scene, sent: Sent): Promise<Answer> {
  const [first] = await sendAll(scene, [sent], 1);
  if (first?.status !== 428) return { status: 0, ms: 0, ...first };
  const began = performance.now();
  const headers = { ...sent.headers, [CHALLENGE_HEADER]: await solve(first.text ?? '') };
  const [second] = await sendAll(scene, [{ ...sent, headers }], 1);
  return { status: 0, ...second, ms: first.ms + performance.now() - began };
}

/** Several of them at a time; returns responses in the order of the requests. */
export async function sendAllHonestly(scene: Scene, requests: readonly Sent[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = [...requests.entries()];
  const sendOneByOne = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      answers[next[0]] = await sendHonestly(scene, next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne));
  return answers;
}

async function solve(text: string): Promise<string> {
  const challenge = Challenge.parse((JSON.parse(text) as { challenge: unknown }).challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('A challenge could not be solved');
  const { counter, derivedKey } = solution;
  return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64');
}

/** Resolves when reports need no proof of work, that is, when earlier writes no longer count. */
export async function untilCalm(scene: Scene): Promise<void> {
  const over = AbortSignal.timeout(scene.scale.withinMs);
  for (let asked = 0; ; asked += 1) {
    over.throwIfAborted();
    const [answer] = await sendAll(scene, [newReport(newClient()).sent], 1);
    if (answer?.status === 201) return;
    if (asked === 0) scene.log('waiting until reports need no proof of work');
    await sleep(CALM_ASKED_EVERY_MS);
  }
}
