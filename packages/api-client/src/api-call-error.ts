import { type ErrorCode, errorStatus } from '@naughty-list/contracts/errors';

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
  const body = parseObject(text);
  const message = nonEmptyString(body.message) ?? `${response.status}: ${text || response.statusText}`;
  return new ApiCallError(message, {
    status: response.status,
    code: knownCode(body.code),
    existingUsername: nonEmptyString(body.existingUsername),
    retryAfterSeconds: seconds(body.retryAfter) ?? seconds(response.headers.get('retry-after')),
    details: body,
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function knownCode(value: unknown): ErrorCode | undefined {
  return isKnownCode(value) ? value : undefined;
}

function isKnownCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

function seconds(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
