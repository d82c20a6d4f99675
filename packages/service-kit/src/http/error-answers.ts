import type { Socket } from 'node:net';
import { ApiError, type ErrorBody, type ErrorCode } from '@naughty-list/contracts/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseFault, databaseFault, databaseFaults } from '../database/database.ts';
import { createFaultLog } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const fastifyCodes: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', 'The request could not be read. Please send JSON.'],
  413: ['payload_too_large', 'The request is too large.'],
  415: ['unsupported_media_type', 'Please send JSON (content type application/json).'],
};

const RETRY_AFTER_SECONDS = 5;

/** The database, or a service, is unavailable: nothing was done, and a retry may succeed. */
export const unavailable = () =>
  new ApiError(
    'service_unavailable',
    'This part of the site is taking a short break. Please try again in a moment.',
    { retryAfter: RETRY_AFTER_SECONDS },
  );

/** The only place where errors become responses. Texts of unexpected errors are never sent. */
export function toErrorAnswer(error: unknown): {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
} {
  if (error instanceof ApiError) {
    const { status, code, message, extra } = error;
    const headers: Record<string, string> =
      typeof extra.retryAfter === 'number' ? { 'retry-after': String(extra.retryAfter) } : {};
    return { status, body: { message, code, ...extra }, headers };
  }
  const { statusCode } = (error ?? {}) as Partial<FastifyError>;
  // A client's disconnect carries connection codes too, but has a status.
  if (statusCode === undefined && databaseFault(error)) return toErrorAnswer(unavailable());
  const given = statusCode ?? 500;
  // Any other client error of the framework is a bad request.
  const status = given in fastifyCodes ? given : given >= 400 && given < 500 ? 400 : 500;
  const [code, message] = fastifyCodes[status] ?? [
    'internal_error',
    'Something went wrong on our side. Please try again.',
  ];
  return { status, body: { message, code }, headers: {} };
}

/** Input that Node cannot parse as HTTP never becomes a request; send an error and close the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify(toErrorAnswer({ statusCode: 400 }).body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

const unreadable: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Responds to thrown errors and reports them: a bug is logged as an error; an unavailable database, which affects
 * every call, by a counter and an occasional log line.
 */
export function addErrorHandler(app: FastifyInstance, log: Log, metrics?: Metrics): void {
  const count = metrics?.addCounter({
    name: 'database_refusals_total',
    help: 'Calls that failed because the database was unavailable, by reason',
    labelNames: ['reason'],
    fromZero: databaseFaults.map((reason) => ({ reason })),
  });
  const logFault = createFaultLog(log, 'the database cannot be used');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = faultBehind(error);
    if (fault) {
      count?.({ reason: fault });
      logFault(error.cause instanceof Error ? error.cause : error);
    } else if (error instanceof ApiError) request.log.debug({ code: error.code }, 'refused');
    else if ((error.statusCode ?? 500) >= 500) request.log.error({ err: error }, 'request failed');
    const { status, body, headers } = toErrorAnswer(error);
    return reply.code(status).headers(headers).send(body);
  });
}

/** The database fault that an error is, or that an ApiError has as its cause. */
function faultBehind(error: FastifyError): DatabaseFault | undefined {
  if (error instanceof ApiError) return databaseFault(error.cause);
  return error.statusCode === undefined ? databaseFault(error) : undefined;
}

/** For unknown routes. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: ErrorBody = { message: 'Not found', code: 'not_found' };
  return reply.code(404).send(body);
}
