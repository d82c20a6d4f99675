import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

/** A request in wire format: the path is sent unchanged. */
export type Sent = {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Buffer | undefined;
};

export type Answered = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Whether the response is an event stream, of which only the beginning was read. */
  isStream: boolean;
};

/** Generous: a loaded machine is slow, while a hung server never responds. */
export const ANSWER_TIMEOUT_MS = 60_000;

export const openConnections = (): Agent => new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends a request and reads the full response, or the first event of a stream.
 * @throws any error of `node:http` when it refuses to send, the connection breaks, or no response arrives in time
 */
export function send(agent: Agent, base: string, { method, path, headers, body }: Sent): Promise<Answered> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const all = { ...length, ...headers };
    const sending = httpRequest({ agent, hostname, port, method, path, headers: all, signal });
    let isAnswered = false;
    sending.on('error', (error) => isAnswered || reject(error));
    sending.on('response', (response) => {
      isAnswered = true;
      const { statusCode: status = 0, headers: seen } = response;
      const isStream = seen['content-type']?.startsWith('text/event-stream') ?? false;
      const chunks: Buffer[] = [];
      const finish = () =>
        resolve({ status, headers: seen, text: Buffer.concat(chunks).toString(), isStream });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (isStream && /^data:.*\n\n/m.test(Buffer.concat(chunks).toString())) {
          finish();
          sending.destroy();
        }
      });
      response.on('end', finish);
      response.on('error', (error) => (isStream ? finish() : reject(error)));
      response.on('close', () => (response.complete || isStream ? finish() : reject(new Error('cut off'))));
    });
    sending.end(body);
  });
}
