import { connect, type Socket } from 'node:net';
import { type Quantiles, quantiles } from '../report.ts';
import { serve } from '../stage/child.ts';
import { AnswerReader } from './answer-reader.ts';

/** Latencies in milliseconds, and the responses other than 200 and 201. */
export type LoadResult = Quantiles & { seconds: number; refused: number };

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
  /** Numbers start again after this many. */
  numbers?: number;
  /** Instead of numbers: path and body of each request, which end the load. */
  each?: readonly { path: string; body: string }[];
};

const READ_BYTES = 1 << 20;

/** Sends the next request on a connection once it is due and the previous response is complete. */
async function load(request: LoadRequest): Promise<LoadResult> {
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
  return { ...quantiles(latencies), seconds: (performance.now() - began) / 1_000, refused };
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
  const { path, body = '' } = one ?? { path: request.url, body: request.body };
  const number = numbers === undefined ? sent : sent % numbers;
  // The part that changes first is within the /48: each request comes from a network of its own.
  const address = `2001:db8:${(number & 0xffff).toString(16)}:${(number >> 16).toString(16)}::1`;
  const fill = (text: string) => text.replaceAll('{number}', String(number)).replaceAll('{address}', address);
  const url = new URL(path, request.url).href;
  return Buffer.from(fill(requestText({ ...request, url, body: fill(body) })));
}

function requestText({ url, method = 'GET', headers = {}, body = '' }: LoadRequest): string {
  const { host, pathname, search } = new URL(url);
  const path = decodeURI(pathname + search);
  const all: Record<string, string> = { host, ...headers };
  if (body !== '') all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const tasks = { load };
export type LoadProcess = typeof tasks;

serve(tasks);
