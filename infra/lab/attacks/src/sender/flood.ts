import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Flood, Sent } from './requests.ts';

/**
 * Sends each request once over a fixed number of keep-alive connections; returns responses in the order of the
 * requests.
 */
export async function flood(order: Flood): Promise<Answer[]> {
  const { url, requests, connections, withinMs, keepTexts = false, perSecond } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const over = AbortSignal.timeout(withinMs);
  const answers: Answer[] = requests.map(() => ({ status: 0, ms: 0 }));
  const began = performance.now();
  let next = 0;
  const sendOneByOne = async () => {
    while (next < requests.length && !over.aborted) {
      const at = next;
      next += 1;
      if (perSecond) await sleep(Math.max(0, began + (at * 1_000) / perSecond - performance.now()));
      const sent = requests[at];
      if (sent) answers[at] = await send(url, sent, { agent, signal: over, keepTexts });
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOneByOne));
  agent.destroy();
  return answers;
}

/** Sends one request. A response that breaks off has the status 0. */
export function send(
  url: string,
  { method = 'GET', path, from, headers = {}, body }: Sent,
  { agent, signal, keepTexts }: { agent: Agent; signal: AbortSignal; keepTexts: boolean },
): Promise<Answer & { headers?: NodeJS.Dict<string | string[]> }> {
  const began = performance.now();
  const json =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, ms: performance.now() - began });
    const outgoing = request(
      `${url}${path}`,
      { method, agent, signal, headers: { ...json, 'x-forwarded-for': from, ...headers } },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => keepTexts && pieces.push(piece));
        response.on('error', failed);
        response.on('end', () => {
          const text = keepTexts ? { text: Buffer.concat(pieces).toString() } : {};
          const { statusCode: status = 0 } = response;
          resolve({ status, ms: performance.now() - began, headers: response.headers, ...text });
        });
      },
    );
    outgoing.on('error', failed);
    outgoing.end(body);
  });
}
