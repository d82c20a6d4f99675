/** Where `fetch` looks for what carries its requests; undici's `setGlobalDispatcher` writes it. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

type Options = { headers?: Record<string, string> };
type Handler = { onHeaders(status: number, headers: Buffer[], ...rest: unknown[]): boolean };
type Dispatcher = { dispatch(options: Options, handler: Handler): boolean };

/**
 * From now on `fetch` asks for no brotli, and fails with the code `BROTLI_REFUSED` where an answer comes in it all the same, before
 * a byte is unpacked. Node before 24.22.1 writes beyond a buffer there (CVE-2026-111497), npm has no newer Node 24, and no host that
 * is called has to be trusted that far. A process that fetches nothing does not load what fetches.
 */
export function refuseBrotli(): void {
  const nodeFetch = globalThis.fetch;
  let refuses = false;
  globalThis.fetch = (input, init) => {
    if (!refuses) refuseInDispatcher();
    refuses = true;
    return nodeFetch(input, init);
  };
}

function refuseInDispatcher(): void {
  // Node loads what fetches, and makes its dispatcher, with the first of its classes that is used.
  new Response();
  const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher>)[DISPATCHER];
  if (!dispatcher) throw new Error('fetch has no dispatcher where it is looked for');
  const dispatch = dispatcher.dispatch.bind(dispatcher);
  dispatcher.dispatch = (options, handler) => {
    const headers = { ...options.headers, 'accept-encoding': 'gzip, deflate' };
    return dispatch({ ...options, headers }, refusing(handler));
  };
}

function refusing(handler: Handler): Handler {
  const { onHeaders } = handler;
  return Object.assign(handler, {
    onHeaders(status: number, headers: Buffer[], ...rest: unknown[]) {
      if (isBrotli(headers)) {
        throw Object.assign(new Error('the answer is packed with brotli'), { code: 'BROTLI_REFUSED' });
      }
      return onHeaders.call(handler, status, headers, ...rest);
    },
  });
}

/** Names and values one after the other, as they came. */
function isBrotli(headers: Buffer[]): boolean {
  return headers.some(
    (name, at) =>
      at % 2 === 0 &&
      name.toString().toLowerCase() === 'content-encoding' &&
      /\bbr\b/i.test(String(headers[at + 1])),
  );
}
