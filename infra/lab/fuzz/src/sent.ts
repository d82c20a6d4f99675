import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

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

const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';

/** Invalid or ambiguous requests: bytes that an HTTP library would not send. */
export const unreadable: Record<string, string> = {
  'no HTTP': 'hello\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an unknown method': `HELLO / HTTP/1.1\r\n${host}\r\n`,
  'an unknown version': `GET / HTTP/9.9\r\n${host}\r\n`,
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'HTTP/1.0': 'GET /health/live HTTP/1.0\r\n\r\n',
  'NUL in the path': `GET /\0 HTTP/1.1\r\n${host}\r\n`,
  'NUL in a header': `GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`,
  'letters beyond ASCII in the path': `GET /\xff\xfe HTTP/1.1\r\n${host}\r\n`,
  'two lengths': `POST /api/visits HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  'length and chunks': `POST /api/visits HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a negative length': `POST /api/visits HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n`,
  'a length beyond every number': `POST /api/visits HTTP/1.1\r\n${host}${json}Content-Length: ${'9'.repeat(30)}\r\n\r\n`,
  'broken chunks': `POST /api/visits HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  'an unknown transfer encoding': `POST /api/visits HTTP/1.1\r\n${host}${json}Transfer-Encoding: gzip\r\n\r\n{}`,
  'a folded header': `GET / HTTP/1.1\r\n${host}X-A: a\r\n b\r\n\r\n`,
  'a header without a name': `GET / HTTP/1.1\r\n${host}: a\r\n\r\n`,
  'bare line feeds': 'GET /health/live HTTP/1.1\nHost: localhost\n\n',
  'too many bytes of headers': `GET / HTTP/1.1\r\n${host}X-A: ${'x'.repeat(100_000)}\r\n\r\n`,
  'a tunnel': `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  'an upgrade': `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unmet expectation': `POST /api/visits HTTP/1.1\r\n${host}${json}Expect: presents\r\nContent-Length: 2\r\n\r\n{}`,
  'two requests at once': `GET /health/live HTTP/1.1\r\n${host}\r\nGET /health/live HTTP/1.1\r\n${host}\r\n`,
};

/** Writes bytes and reads until the other side closes, or has responded and waits for more. */
export function sendBytes(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const socket = connect({ port: Number(port), host: hostname, signal });
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (/\r\n\r\n/.test(text)) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
    // Half-closes, so that a server waiting for the rest of a request sees its end.
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
