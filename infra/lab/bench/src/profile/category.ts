import type { Place } from './place.ts';

/** V8's names for time outside functions. */
const PSEUDO: Record<string, string> = {
  '(idle)': 'waiting',
  '(garbage collector)': 'garbage collection',
  '(program)': 'outside JavaScript: the event loop and the system calls that it makes',
  '(root)': 'outside JavaScript: the event loop and the system calls that it makes',
};

const NODE: readonly [RegExp, string][] = [
  [/zlib/, 'compression'],
  [/crypto/, 'crypto'],
  [/^(internal\/)?fs\b/, 'files'],
  [
    /^_?(net|http|https|tls|dns|stream)\b|^_(http|tls|stream)_|^internal\/(stream|http|net|dns|tls|js_stream|deps\/undici|url|webstreams)/,
    'sockets, streams and HTTP of Node',
  ],
];

const PACKAGES: readonly [RegExp, string][] = [
  [
    /^(@?fastify\b|find-my-way|avvio|light-my-request|fast-json-stringify|secure-json-parse|fast-querystring|fast-decode-uri-component|reusify|toad-cache)/,
    'Fastify',
  ],
  [/^(pg|pg-.*|postgres-.*|knex|tarn|pgpass)$/, 'PostgreSQL client (pg, knex)'],
  [
    /^(bullmq|ioredis|@ioredis\/.*|redis-.*|msgpackr.*|cron-parser|denque|cluster-key-slot)$/,
    'BullMQ and ioredis',
  ],
  [/^zod$/, 'zod'],
  [
    /^(pino.*|thread-stream|sonic-boom|fast-redact|safe-stable-stringify|quick-format-unescaped)$/,
    'log (pino)',
  ],
  [
    /^(@solana.*|@noble\/.*|bs58|base-x|bn\.js|borsh|buffer|superstruct|jayson|rpc-websockets)$/,
    'Solana client',
  ],
];

/** Readable category. `place` is that of the function, or of its caller for a native one. */
export function categoryOf(functionName: string, place: Place | undefined): string {
  if (!place)
    return PSEUDO[functionName] ?? 'outside JavaScript: the event loop and the system calls that it makes';
  if (place.of === 'repository') return `our own: ${place.name}`;
  if (place.of === 'node') {
    return first(NODE, place.file) ?? 'timers, promises, events and the rest of Node';
  }
  return first(PACKAGES, place.name) ?? 'other packages';
}

const first = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];
