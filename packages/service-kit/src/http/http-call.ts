import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { LookupFunction } from 'node:net';

export type HttpCall = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Aborts the call and the reading of its response. */
  signal: AbortSignal;
  /** Resolves the host's name, where Node's own way would not do. */
  lookup?: LookupFunction;
};

/**
 * One call through Node's own parser, for frequent calls and for hosts outside the product: `fetch` loads a WebAssembly
 * parser, whose compilation takes 12 MB in an idle process and up to 45 MB in a busy one, and decompresses what it gets
 * (brotli overflows in Node before 24.22.1: CVE-2026-111497). This does not, nor does it follow redirects. The response
 * body must be read or destroyed.
 *
 * @throws Error with the `code` of the connection failure or of the signal
 */
export function callHttp(
  url: string,
  { method = 'GET', headers = {}, body, signal, lookup }: HttpCall,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = new URL(url).protocol === 'https:' ? secure : plain;
  const asked = send(
    url,
    { method, headers: { 'accept-encoding': 'identity', ...headers }, signal, ...(lookup && { lookup }) },
    resolve,
  );
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

/** What was sent is of no use, though the other side can be reached. */
export class UnusableAnswer extends Error {}

/** The body of a response. @throws UnusableAnswer when it is longer than that */
export async function readLimited(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop destroys the response.
    if (bytes > maxBytes) throw new UnusableAnswer(`the response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
