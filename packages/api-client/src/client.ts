import type { Endpoint, EndpointAnswer, EndpointInput } from '@naughty-list/contracts/endpoint';
import { type ErrorCode, errorStatus } from '@naughty-list/contracts/errors';

/** The part of `fetch` in use, so that a test or a service may pass its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ApiClientOptions = {
  /** Base URL of the API without the path: `http://127.0.0.1:8080`; empty on a page of the same origin. */
  baseUrl: string;
  fetch?: Fetch;
  /** Sent with every call, for example a service's authorization. */
  headers?: Record<string, string>;
  /**
   * Solves a proof of work (the `challenge` of a 428) and returns the header value; the call is then repeated with
   * it. Without it, or when it fails, the 428 becomes the call's error.
   */
  solveChallenge?: (challenge: unknown) => Promise<string>;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** For this call only; overrides the client's. */
  headers?: Record<string, string>;
};

/** A response with status and headers: 200 and 202 may mean different things, and totals are sent in headers. */
export type FullAnswer<E extends Endpoint> = { status: number; headers: Headers; body: EndpointAnswer<E> };

/** An endpoint without input takes no argument. */
export type InputArguments<E extends Endpoint> = keyof EndpointInput<E> extends never
  ? [input?: EndpointInput<E>, options?: CallOptions]
  : [input: EndpointInput<E>, options?: CallOptions];

export type ApiClient = {
  /** Calls an endpoint and returns its body. Throws {@link ApiCallError}. */
  call<E extends Endpoint>(endpoint: E, ...rest: InputArguments<E>): Promise<EndpointAnswer<E>>;
  /** The same, with status and headers. */
  callFull<E extends Endpoint>(endpoint: E, ...rest: InputArguments<E>): Promise<FullAnswer<E>>;
};

/**
 * A client for every endpoint of the contracts. Sends session credentials, and a JSON body only when there is one;
 * validates responses against the contract. Aborting `signal` throws the platform's AbortError.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const callFull = async <E extends Endpoint>(
    endpoint: E,
    ...[input, callOptions]: InputArguments<E>
  ): Promise<FullAnswer<E>> => {
    const { params, query, body }: LooseInput = input ?? {};
    const url = requestUrl(options.baseUrl, endpoint.path, params, query);
    const answer = (headers?: Record<string, string>) =>
      send(options, url, endpoint.method, body, {
        ...callOptions,
        headers: { ...callOptions?.headers, ...headers },
      });
    const response = await solved(options, await answer(), answer);
    if (!response.ok) throw await errorFromResponse(response);
    const { status, headers } = response;
    return { status, headers, body: await readBody(endpoint, response, callOptions?.signal) };
  };
  return {
    callFull,
    call: async (endpoint, ...rest) => (await callFull(endpoint, ...rest)).body,
  };
}

/** An input without its endpoint's types. */
type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Repeats the call with a solved challenge. The client's address may change meanwhile, so a second challenge can
 * follow.
 */
async function solved(
  { solveChallenge }: ApiClientOptions,
  first: Response,
  again: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  let response = first;
  for (
    let tries = 0;
    tries < CHALLENGES_MAX && solveChallenge && response.status === CHALLENGED;
    tries += 1
  ) {
    const { challenge } = Object(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    const solution = await solveChallenge(challenge).catch(() => undefined);
    if (solution === undefined) break;
    response = await again({ [CHALLENGE_HEADER]: solution });
  }
  return response;
}

const CHALLENGED = 428;
const CHALLENGES_MAX = 2;
// Repeated from the contract, which would load Zod in the first view.
const CHALLENGE_HEADER = 'x-challenge-solution';

async function send(
  client: ApiClientOptions,
  url: string,
  method: string,
  body: unknown,
  { signal, headers }: CallOptions,
): Promise<Response> {
  const doFetch: Fetch = client.fetch ?? ((input, init) => fetch(input, init));
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...client.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  return whole(doFetch(url, init), signal);
}

/** A connection that breaks, also within the body, is an error without a response. */
async function whole<T>(received: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await received;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiCallError("The server couldn't be reached.", { status: 0 }, { cause });
  }
}

async function readBody<E extends Endpoint>(
  endpoint: E,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<EndpointAnswer<E>> {
  const schema = endpoint.answers[response.status];
  const text = await whole(response.text(), signal);
  const parsed = schema?.safeParse(parseJson(text));
  if (!parsed?.success) {
    throw new ApiCallError(
      'The server sent an unexpected response.',
      { status: response.status },
      { cause: parsed?.error },
    );
  }
  // The answer's type is inferred from this schema; the index access loses that link.
  return parsed.data as EndpointAnswer<E>;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The URL of a call: replaces `:name` in the path from `params` and appends `query` without undefined values. Throws
 * a TypeError when a path parameter is missing.
 */
function requestUrl(
  baseUrl: string,
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return `${baseUrl.replace(/\/+$/, '')}${filled}${suffix}`;
}

/**
 * A response that was not OK (specification, section 8 "General"), or no usable response at all.
 *
 * `message` is the body's message if there is one, otherwise the status followed by the body's text (or the status
 * text). `status` is 0 without a response. `code` is set when the body carried a known one.
 */
export class ApiCallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** On a duplicate report: the username already listed. */
  readonly existingUsername: string | undefined;
  /** Seconds until a retry makes sense, from the body or the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  /** The raw fields of the body; empty without a JSON body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, facts: ApiCallFacts, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiCallError';
    this.status = facts.status;
    this.code = facts.code;
    this.existingUsername = facts.existingUsername;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.details = facts.details ?? {};
  }
}

export type ApiCallFacts = {
  status: number;
  code?: ErrorCode | undefined;
  existingUsername?: string | undefined;
  retryAfterSeconds?: number | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
};

/** Converts a non-OK response into an error; never throws. */
export async function errorFromResponse(response: Response): Promise<ApiCallError> {
  const text = await response.text().catch(() => '');
  const parsed = parseJson(text);
  const body: Record<string, unknown> = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  const message = nonEmptyString(body.message) ?? `${response.status}: ${text || response.statusText}`;
  return new ApiCallError(message, {
    status: response.status,
    code: isKnownCode(body.code) ? body.code : undefined,
    existingUsername: nonEmptyString(body.existingUsername),
    retryAfterSeconds: seconds(body.retryAfter) ?? seconds(response.headers.get('retry-after')),
    details: body,
  });
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isKnownCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

function seconds(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** The error's own message if it has one (servers write them to be shown), fallback `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
