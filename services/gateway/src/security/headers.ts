import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { contentSecurityPolicy, isHttps } from './content-security-policy.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What every answer says, as name, value, name, value: for those that are written past Fastify. */
    securityHead: readonly string[];
  }
}

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Powerful features that no page of the product uses. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** They are the same for every answer, so they are worked out once. */
function securityHeaders(config: Config): [name: string, value: string][] {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps(config.PUBLIC_ORIGIN)
      ? { maxAge: YEAR_SECONDS, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(answer.req, answer, (fault) => {
    if (fault) throw fault;
  });
  answer.setHeader('permissions-policy', permissionsPolicy);
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Security headers and the request id, on every answer; a route may say otherwise. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const always = securityHeaders(config);
  app.decorate('securityHead', always.flat());
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
}
