import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';

export type HttpCall = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Ends the call, and the reading of its answer. */
  signal: AbortSignal;
};

/**
 * One call over Node's own parser, for what a process does all the time: `fetch` brings a parser in WebAssembly, whose
 * compilation takes 12 MB of an idle process and up to 45 MB of a busy one. Nothing is followed, and nothing has to be unpacked.
 * The body of the answer has to be read or destroyed.
 *
 * @throws Error with the `code` of what the connection failed with, or that of the signal
 */
export function callHttp(
  url: string,
  { method = 'GET', headers = {}, body, signal }: HttpCall,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = new URL(url).protocol === 'https:' ? secure : plain;
  const asked = send(
    url,
    { method, headers: { 'accept-encoding': 'identity', ...headers }, signal },
    resolve,
  );
  asked.on('error', reject);
  asked.end(body);
  return promise;
}
