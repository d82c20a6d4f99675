import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is made once and sent many times: its head as name, value, name, value. */
export type ReadyAnswer = {
  readonly status: number;
  readonly head: readonly string[];
  /** Nothing where the caller has the body already (304). */
  readonly bytes: Buffer | undefined;
};

/** `content-length` is added. */
export function makeReady(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes?: Buffer,
): ReadyAnswer {
  const length = bytes ? ['content-length', String(bytes.length)] : [];
  return { status, head: [...Object.entries(headers).flat(), ...length], bytes };
}

/**
 * Sends it past Fastify's own sending, which costs as much again as all that is done at the door: with the security headers
 * and whatever headers the reply has by then, which must be others than those of the answer.
 */
export function sendReady(
  { id }: FastifyRequest,
  reply: FastifyReply,
  { status, head, bytes }: ReadyAnswer,
): FastifyReply {
  const { server } = reply;
  const lines = server.securityHead.concat(head);
  lines.push(REQUEST_ID_HEADER, id);
  const own = reply.getHeaders();
  for (const name in own) lines.push(name, String(own[name]));
  if (server.isDraining()) lines.push('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(status, lines);
  reply.raw.end(bytes);
  return reply;
}
