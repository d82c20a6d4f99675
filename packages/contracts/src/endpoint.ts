import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: anyone through the gateway, a moderator's or an admin's session, an admin's, or another service of the product. */
export type Access = 'public' | 'moderator' | 'admin' | 'service';

/** Texts for a caller without a session, or in a role that is not enough. */
export const accessTexts = {
  unauthorized: 'Unauthorized',
  forbiddenRole: 'Only an admin may do this.',
} as const;

/**
 * The definition of an endpoint, from which routes, client and OpenAPI derive. `path` uses `:name` for parameters.
 * `answers` maps each success status to its body.
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Headers of success responses, with their descriptions. */
  readonly answerHeaders?: { readonly [name: string]: string };
  readonly answers: { readonly [status: number]: z.ZodType };
  /** Besides those that any endpoint of its method, access and input may answer with: `refusalsOfTheEdge` at the gateway. */
  readonly errors?: readonly ErrorCode[];
};

/** Preserves the literal types of an endpoint's parts. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A caller's input: params, query and body, as far as the endpoint defines them. */
export type EndpointInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: InputOf<E[K]>;
};

/** A handler's input after parsing. */
export type EndpointRequest<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
};

/** The body of any success response. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]>;

/** Header of paged lists. */
export const totalCount = { 'x-total-count': 'The total number, on all pages' } as const;

/** Headers of lists that clients revalidate. */
export const totalCountAndTag = {
  ...totalCount,
  etag: 'Send it in If-None-Match: while nothing has changed, the response is 304 without a body',
} as const;
