import type { AdminRole } from '@naughty-list/contracts/admin-session';
import {
  type Access,
  accessTexts,
  type Endpoint,
  type EndpointAnswer,
  type EndpointRequest,
} from '@naughty-list/contracts/endpoint';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';

/**
 * A response with its own status or headers; a plain body is sent with the endpoint's first status. A buffer is the
 * serialised JSON body (with its content type in the headers); null is no body (304).
 */
export class Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Body, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export type RouteRequest<E extends Endpoint> = EndpointRequest<E> & {
  /** Passed on to every service and job. */
  requestId: string;
  /** The client, as identified by the gateway. */
  clientId: string;
  /** The wider network that the client is in. */
  networkId: string;
  /** The acting admin or moderator, on their endpoints; empty elsewhere. */
  admin: string;
  role: AdminRole;
  /** How many accounts may review; 0 when the caller does not say. */
  moderators: number;
  /** The names of those that logged in lately. */
  activeModerators: string[];
  raw: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (
  request: RouteRequest<E>,
) => Promise<EndpointAnswer<E> | Answer<EndpointAnswer<E> | Buffer | null>>;

export type Route = { endpoint: Endpoint; register: (app: FastifyInstance) => void };

/** Whether only a logged-in admin or moderator may call. */
export const isGuarded = (access: Access): boolean => access === 'admin' || access === 'moderator';

/** @throws ApiError forbidden_role for a moderator where only admins may call */
export function requireRole(access: Access, role: AdminRole): void {
  if (access === 'admin' && role !== 'admin') throw new ApiError('forbidden_role', accessTexts.forbiddenRole);
}

/** An endpoint with its handler; input is parsed by the contract first. `onRequest` comes before any check. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { onRequest = [], ...options }: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'onRequest'> = {},
): Route {
  const firstStatus = Number(Object.keys(endpoint.answers)[0]);
  const register = (app: FastifyInstance) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...options,
      onRequest: [
        ...[onRequest].flat(),
        async ({ admin, adminRole }: FastifyRequest) => {
          if (!isGuarded(endpoint.access)) return;
          if (admin === '') throw new ApiError('unauthorized', accessTexts.unauthorized);
          requireRole(endpoint.access, adminRole);
        },
      ],
      handler: async (raw, reply) => {
        const request = {
          params: parseParams(endpoint.params, raw.params),
          query: parse(endpoint.query, raw.query),
          body: parse(endpoint.body, raw.body ?? {}),
          requestId: raw.id,
          clientId: raw.clientId,
          networkId: raw.networkId,
          admin: raw.admin,
          role: raw.adminRole,
          moderators: raw.moderators,
          activeModerators: raw.activeModerators.split(','),
          raw,
          reply,
        } as RouteRequest<E>;
        const answer = await handler(request);
        if (reply.sent || reply.raw.headersSent) return reply;
        if (!(answer instanceof Answer)) return reply.code(firstStatus).send(answer);
        // Fastify would serialise null as JSON, which a 304 must not carry.
        return reply
          .code(answer.status)
          .headers(answer.headers)
          .send(answer.body ?? undefined);
      },
    });
  return { endpoint, register };
}

/** An invalid path parameter means that the resource does not exist: 404. */
export function parseParams(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new ApiError('not_found', 'Not found');
  return parsed.data;
}

/** 400 with the schema's first message. */
export function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  throw new ApiError('invalid_input', issue?.message ?? 'Invalid input', field ? { field } : {});
}

/**
 * How long a caller will wait for an outcome, in milliseconds and at most `waitMs`: `Prefer: respond-async` asks for
 * an immediate response, `wait=<seconds>` for one within that time (RFC 7240, sections 4.1 and 4.3).
 */
export function preferredWaitMs(prefer: string | string[] | undefined, waitMs: number): number {
  const preferences = [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map((preference) => preference.split(';', 1)[0]?.trim().toLowerCase());
  const seconds = preferences.map((text) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(text ?? '')?.[1]).find(Boolean);
  if (seconds !== undefined) return Math.min(Number(seconds) * 1000, waitMs);
  return preferences.includes('respond-async') ? 0 : waitMs;
}
