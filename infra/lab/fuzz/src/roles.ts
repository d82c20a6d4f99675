import type { OutgoingHttpHeaders } from 'node:http';
import type { Access } from '@naughty-list/contracts/endpoint';
import type { World } from '@naughty-list/embedded/test/api-world';

/** A caller's role. */
export type Role = {
  name: string;
  /** The public endpoint, or the services' own ports. */
  at: 'door' | 'services';
  may: readonly Access[];
  headers: (call: { method: string; path: string }) => OutgoingHttpHeaders;
};

/** Marker in invalid credentials, to find them in logs and responses. */
export const marked = (what: string): string => `marked-${what}-5d1f0c9be27a43`;

const naming = {
  'x-admin-username': 'santa',
  'x-admin-role': 'admin',
  'x-client-id': 'gateway',
  'x-visitor-id': 'A'.repeat(24),
};

/** All roles without an admin session. `visitor` is the cookie of an earlier visitor. */
export function strangers(world: World, visitor: string): Role[] {
  const forged: Role['headers'] = (call) => ({
    ...naming,
    ...world.signature('gateway', call, marked('secret')),
    authorization: `Bearer ${marked('token')}`,
    cookie: `admin=${'A'.repeat(32)}.${marked('session')}`,
  });
  const may = ['public'] as const;
  return [
    { name: 'anonymous', at: 'door', may, headers: () => ({}) },
    { name: 'visitor', at: 'door', may, headers: () => ({ cookie: visitor }) },
    { name: 'forger', at: 'door', may, headers: forged },
    { name: 'unsigned', at: 'services', may: [], headers: () => ({}) },
    { name: 'forger inside', at: 'services', may: [], headers: forged },
    {
      name: 'other service',
      at: 'services',
      may: ['public', 'service'],
      headers: (call) => ({ ...naming, ...world.signature('membership', call) }),
    },
  ];
}

/** A moderator and an admin at the public endpoint, and the gateway on behalf of each. */
export function insiders(world: World, sessions: { admin: string; moderator: string }): Role[] {
  return [
    {
      name: 'moderator',
      at: 'door',
      may: ['public', 'moderator'],
      headers: () => ({ cookie: sessions.moderator }),
    },
    {
      name: 'gateway for a moderator',
      at: 'services',
      may: ['public', 'service', 'moderator'],
      headers: (call) => ({
        ...naming,
        'x-admin-role': 'moderator',
        ...world.signature('gateway', call),
      }),
    },
    {
      name: 'admin',
      at: 'door',
      may: ['public', 'moderator', 'admin'],
      headers: () => ({ cookie: sessions.admin }),
    },
    {
      name: 'gateway',
      at: 'services',
      may: ['public', 'service', 'moderator', 'admin'],
      headers: (call) => ({ ...naming, ...world.signature('gateway', call) }),
    },
  ];
}
