import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

export type HttpCall = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Aborts the call and the reading of its response. */
  signal: AbortSignal;
  /** Resolves the host's name instead of Node. */
  lookup?: LookupFunction;
};

/**
 * One call through Node's own parser, for frequent calls and for hosts outside the product: `fetch` loads a WebAssembly
 * parser, whose compilation takes 12 MB in an idle process and up to 45 MB in a busy one, and decompresses responses
 * (brotli overflows in Node before 24.22.1: CVE-2026-111497). This neither decompresses nor follows redirects. The caller
 * must read or destroy the response body.
 *
 * @throws Error with the `code` of the connection failure or of the signal
 */
export function callHttp(
  url: string,
  { method = 'GET', headers = {}, body, signal, lookup }: HttpCall,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    url,
    { method, headers: { 'accept-encoding': 'identity', ...headers }, signal, ...(lookup && { lookup }) },
    resolve,
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** The other side can be reached, but its response cannot be used. */
export class UnusableAnswer extends Error {}

/** The body of a response. @throws UnusableAnswer when it is longer than `maxBytes` */
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
