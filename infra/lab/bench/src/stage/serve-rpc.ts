import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Call = { id: unknown; method: string; params: unknown };

/** Methods whose results never change once final. */
const kept = new Set([
  'getTransaction',
  'getSignatureStatuses',
  'getGenesisHash',
  'getAccountInfo',
  'getBlockTime',
]);
const [, , chainUrl = ''] = process.argv;
const results = new Map<string, unknown>();

const server = createServer((request, response) => {
  answer(request).then(
    (text) => response.setHeader('content-type', 'application/json').end(text),
    () => response.writeHead(503).end(),
  );
});

async function answer(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const call = JSON.parse(text) as Call;
  const key = call.method + JSON.stringify(call.params);
  const known = results.get(key);
  if (known !== undefined) return JSON.stringify({ jsonrpc: '2.0', id: call.id, result: known });
  const asked = await fetch(chainUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  const answered = await asked.text();
  const { result } = JSON.parse(answered) as { result?: unknown };
  if (kept.has(call.method) && isFinal(result)) results.set(key, result);
  return answered;
}

/** A missing or not yet final transaction is not cached. */
function isFinal(result: unknown): boolean {
  const text = JSON.stringify(result ?? null);
  return text !== 'null' && !/"value":\[null\]|"confirmationStatus":"(processed|confirmed)"/.test(text);
}

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
