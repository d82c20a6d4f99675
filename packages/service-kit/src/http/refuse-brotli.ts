/** Where `fetch` finds its dispatcher; set by undici's `setGlobalDispatcher`. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

type Options = { headers?: Record<string, string> };
type Handler = { onHeaders(status: number, headers: Buffer[], ...rest: unknown[]): boolean };
type Dispatcher = { dispatch(options: Options, handler: Handler): boolean };

/**
 * Makes `fetch` stop accepting brotli, and fail with the code `BROTLI_REFUSED` before decompressing if a server sends
 * it anyway. Node before 24.22.1 has a buffer overflow there (CVE-2026-111497), npm has no newer Node 24, and called
 * hosts are not trusted that far. A process that does not fetch does not load undici.
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
  // Using one of its classes makes Node load undici and create the dispatcher.
  new Response();
  const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher>)[DISPATCHER];
  if (!dispatcher) throw new Error('the global dispatcher of fetch is missing');
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
        throw Object.assign(new Error('the response is compressed with brotli'), { code: 'BROTLI_REFUSED' });
      }
      return onHeaders.call(handler, status, headers, ...rest);
    },
  });
}

/** Raw headers: names and values alternate. */
function isBrotli(headers: Buffer[]): boolean {
  return headers.some(
    (name, at) =>
      at % 2 === 0 &&
      name.toString().toLowerCase() === 'content-encoding' &&
      /\bbr\b/i.test(String(headers[at + 1])),
  );
}
