import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { contentSecurityPolicy, isHttps, type PolicySettings } from './content-security-policy.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The security headers as a flat list, for responses that bypass Fastify. */
    securityHead: readonly string[];
  }
}

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Browser features that no page uses. */
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

/** The same for every response, so computed once. */
function securityHeaders(config: PolicySettings): [name: string, value: string][] {
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

/** Sets security headers and the request id on every response; a route may override them. */
export function addHeaders(app: FastifyInstance, config: PolicySettings): void {
  const always = securityHeaders(config);
  app.decorate('securityHead', always.flat());
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
}
