import { REQUEST_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyInstance } from 'fastify';
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
function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': Object.entries(contentSecurityPolicy(config))
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isHttps(config.PUBLIC_ORIGIN)
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Filters of old browsers do more harm than good.
    'x-xss-protection': '0',
  };
}

/** Security headers and the request id, on every answer; a route may say otherwise. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const always = Object.entries(securityHeaders(config));
  app.decorate('securityHead', always.flat());
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
}
