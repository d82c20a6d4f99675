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

/** No response arrived in time. */
export class NoAnswer extends Error {}

export const openConnections = (): Agent => new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends a request and reads the full response, or the first event of a stream.
 * @throws NoAnswer after {@link ANSWER_TIMEOUT_MS}; any error of `node:http` when it refuses to send or the connection breaks
 */
export function send(agent: Agent, base: string, { method, path, headers, body }: Sent): Promise<Answered> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const sending = httpRequest({ agent, hostname, port, method, path, headers: { ...length, ...headers } });
    const timer = setTimeout(
      () => sending.destroy(new NoAnswer(`no answer in ${ANSWER_TIMEOUT_MS} ms`)),
      ANSWER_TIMEOUT_MS,
    );
    let isAnswered = false;
    sending.on('error', (error) => {
      clearTimeout(timer);
      if (!isAnswered) reject(error);
    });
    sending.on('response', (response) => {
      isAnswered = true;
      const { statusCode: status = 0, headers: seen } = response;
      const isStream = seen['content-type']?.startsWith('text/event-stream') ?? false;
      const chunks: Buffer[] = [];
      const finish = () => {
        clearTimeout(timer);
        resolve({ status, headers: seen, text: Buffer.concat(chunks).toString(), isStream });
      };
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
