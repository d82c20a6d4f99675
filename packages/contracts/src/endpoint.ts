import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: anybody through the gateway, an admin session, or another service of the product. */
export type Access = 'public' | 'admin' | 'service';

/**
 * Everything there is to know about an endpoint; routes, client and OpenAPI derive from it.
 * `path` uses `:name` for parameters. `answers` maps each success status to its body.
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Headers of success answers that say something beside the body: what each of them tells. */
  readonly answerHeaders?: { readonly [name: string]: string };
  readonly answers: { readonly [status: number]: z.ZodType };
  readonly errors: readonly ErrorCode[];
};

/** Keeps the literal types of an endpoint's parts. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a caller passes: params, query and body, each only where the endpoint has it. */
export type EndpointInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: InputOf<E[K]>;
};

/** What a handler receives once the input was parsed. */
export type EndpointRequest<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
};

/** The body of any success answer of the endpoint. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]>;
