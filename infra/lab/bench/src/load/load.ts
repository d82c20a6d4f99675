import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import { type LoadResult, summarise } from './load-result.ts';

/** A request repeated on each of this many connections for this duration. */
export type LoadRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  connections: number;
  durationMs: number;
  /** Number of the first request; each request replaces `{number}` (eight digits) and `{address}` by the next one. */
  numberedFrom?: number;
};

const READ_BYTES = 1 << 20;

/** Sends the next request on a connection as soon as the previous response is complete. */
export async function load(request: LoadRequest): Promise<LoadResult> {
  const next = requestsOf(request);
  const { hostname, port } = new URL(request.url);
  const latencies: number[] = [];
  let refused = 0;
  let read = 0;
  const began = performance.now();
  const until = began + request.durationMs;

  await Promise.all(
    Array.from({ length: request.connections }, () =>
      converse(hostname, Number(port), next, (sentAt, { status, contentLength }) => {
        const now = performance.now();
        latencies.push(now - sentAt);
        read += contentLength;
        if (status < 200 || status > 299) refused += 1;
        return now < until;
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  return { ...summarise(latencies, seconds), bytes: read, refused };
}

type OnAnswer = (sentAt: number, head: { status: number; contentLength: number }) => boolean;

/** One connection, until `onAnswer` ends it. */
function converse(host: string, port: number, next: () => Buffer, onAnswer: OnAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(next());
    };
    const reader = new AnswerReader((head) => {
      if (onAnswer(sentAt, head)) return send();
      socket.destroy();
      resolve();
    });
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const socket: Socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          try {
            reader.take(buffer.subarray(0, length));
          } catch (error) {
            socket.destroy();
            reject(error);
          }
          return true;
        },
      },
    });
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('The server hung up')));
  });
}

/** Generates the bytes of each request. */
function requestsOf(request: LoadRequest): () => Buffer {
  const { numberedFrom } = request;
  if (numberedFrom === undefined) {
    const bytes = Buffer.from(requestText(request));
    return () => bytes;
  }
  let number = numberedFrom;
  return () => {
    const digits = String(number).padStart(8, '0');
    number += 1;
    const fill = (text: string) =>
      text
        .replaceAll('{number}', digits)
        .replaceAll('{address}', `2001:db8:${digits.slice(0, 4)}:${digits.slice(4)}::1`);
    const { headers = {}, body = '' } = request;
    const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
    return Buffer.from(requestText({ ...request, headers: Object.fromEntries(filled), body: fill(body) }));
  };
}

function requestText({ url, method = 'GET', headers = {}, body = '' }: LoadRequest): string {
  const { host, pathname, search } = new URL(url);
  const all: Record<string, string> = { host, ...headers };
  if (body !== '') all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
