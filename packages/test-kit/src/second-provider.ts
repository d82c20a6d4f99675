import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type SecondProvider = Awaited<ReturnType<typeof startSecondProvider>>;

/** By method; `*` is the view of every method that has none of its own. */
export type Views = Record<string, (result: unknown, params: unknown[]) => unknown>;

/** A provider that says something else of each status that it knows. */
export const statusesWith = (change: object): Views => ({
  getSignatureStatuses: (result) => {
    const { context, value } = result as { context: object; value: (object | null)[] };
    return { context, value: value.map((status) => status && { ...status, ...change }) };
  },
});

type Transaction = { meta: object; blockTime: number };
/** The same of each transaction. */
export const transactionsWith = (change: (transaction: Transaction) => object): Views => ({
  getTransaction: (result) => result && change(result as Transaction),
});

const failed = { InstructionError: [0, { Custom: 1 }] };
export const failedInTransaction = transactionsWith(({ meta, ...rest }) => ({
  ...rest,
  meta: { ...meta, err: failed, status: { Err: failed } },
}));
/** A provider by which every transaction failed. */
export const saysFailed: Views = { ...statusesWith({ err: failed }), ...failedInTransaction };

/** Returned by a view: a response that is no JSON-RPC. */
export class RawResponse {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    this.status = status;
    this.body = body;
  }
}

/** A second provider of the same chain, with responses altered by `see`. */
export async function startSecondProvider(chainUrl: string) {
  let views: Views = {};
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    asked.push(method);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chainUrl, { method: 'POST', headers, body });
    // Passes on the chain's error responses.
    if (!answer.ok) return void response.writeHead(answer.status).end();
    const envelope = (await answer.json()) as { result: unknown };
    const view = views[method] ?? views['*'];
    const result = view ? await view(envelope.result, params) : envelope.result;
    if (result instanceof RawResponse) response.writeHead(result.status).end(result.body);
    else response.writeHead(200, headers).end(JSON.stringify({ ...envelope, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Methods called, in order. */
    asked,
    /** Alters or delays the real result of a method before it is returned; replaces earlier views. */
    see(changed: Views): void {
      views = changed;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
