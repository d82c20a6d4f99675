import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';

/** Latencies in milliseconds. */
export type LoadResult = {
  answers: number;
  seconds: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 200 and 201. */
  refused: number;
};

function summarise(latencies: number[], seconds: number): Omit<LoadResult, 'refused'> {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  return { answers: latencies.length, seconds, medianMs: at(0.5), p99Ms: at(0.99) };
}

export const perSecond = ({ answers, seconds }: LoadResult) => answers / seconds;

/** A request repeated on each of this many connections for this duration; `{number}` and `{address}` differ each time. */
export type LoadRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  connections: number;
  durationMs: number;
  /** Sends as many in a second, whatever the server does; latencies count from when each was due. Otherwise as many as fit. */
  perSecond?: number;
  /** Numbers start again after this one. */
  numbers?: number;
  /** Instead of numbers: path and body of each request, which end the load. */
  each?: readonly { path: string; body: string }[];
};

const READ_BYTES = 1 << 20;

/** Sends the next request on a connection once it is due and the previous response is complete. */
export async function load(request: LoadRequest): Promise<LoadResult> {
  const { connections, durationMs, perSecond } = request;
  const { hostname, port } = new URL(request.url);
  const latencies: number[] = [];
  let refused = 0;
  let sent = 0;
  const began = performance.now();
  const next = () => {
    const due = perSecond ? began + (sent * 1_000) / perSecond : performance.now();
    if (due >= began + durationMs || sent === request.each?.length) return undefined;
    sent += 1;
    return { due, bytes: bytesOf(request, sent - 1) };
  };
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(hostname, Number(port), next, (due, { status }) => {
        latencies.push(performance.now() - due);
        if (status !== 200 && status !== 201) refused += 1;
      }),
    ),
  );
  return { ...summarise(latencies, (performance.now() - began) / 1_000), refused };
}

type Next = () => { due: number; bytes: Buffer } | undefined;
type OnAnswer = (due: number, head: { status: number }) => void;

/** One connection, until nothing is next. */
function converse(host: string, port: number, next: Next, onAnswer: OnAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    let dueAt = 0;
    const send = () => {
      const request = next();
      if (!request) {
        socket.destroy();
        return resolve();
      }
      dueAt = request.due;
      const wait = request.due - performance.now();
      if (wait > 1) setTimeout(() => socket.write(request.bytes), wait);
      else socket.write(request.bytes);
    };
    const reader = new AnswerReader((head) => {
      onAnswer(dueAt, head);
      send();
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

let unchanging: Buffer | undefined;

function bytesOf(request: LoadRequest, sent: number): Buffer {
  const { each, numbers } = request;
  if (!each && numbers === undefined) {
    unchanging ??= Buffer.from(requestText(request));
    return unchanging;
  }
  const one = each?.[sent];
  const numbered = one ? { ...request, url: new URL(one.path, request.url).href, body: one.body } : request;
  const digits = String(numbers === undefined ? sent : 1 + (sent % numbers)).padStart(8, '0');
  return Buffer.from(
    requestText(numbered)
      .replaceAll('{number}', digits)
      // The digits that change first are within the /48: each request comes from a network of its own.
      .replaceAll('{address}', `2001:db8:${digits.slice(4)}:${digits.slice(0, 4)}::1`),
  );
}

function requestText({ url, method = 'GET', headers = {}, body = '' }: LoadRequest): string {
  const { host, pathname, search } = new URL(url);
  const path = decodeURI(pathname + search);
  const all: Record<string, string> = { host, ...headers };
  if (body !== '') all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
