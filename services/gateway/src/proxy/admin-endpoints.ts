import * as adminReports from '@naughty-list/contracts/admin-reports';
import * as analytics from '@naughty-list/contracts/analytics';
import * as auditLog from '@naughty-list/contracts/audit-log';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import * as keptPosts from '@naughty-list/contracts/kept-posts';
import * as paymentDesk from '@naughty-list/contracts/payment-desk';
import * as personalData from '@naughty-list/contracts/personal-data';
import * as review from '@naughty-list/contracts/review';
import { isGuarded } from '@naughty-list/service-kit/http/route';
import { ownerOfPayment } from './payment-endpoints.ts';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';

/** The endpoints of these contracts. */
export const endpointsOf = (...contracts: object[]): Endpoint[] =>
  contracts
    .flatMap((contract): unknown[] => Object.values(contract))
    .filter(
      (each): each is Endpoint =>
        typeof each === 'object' && each !== null && 'method' in each && 'answers' in each,
    );

/** Those that only admins, or admins and moderators, may call. */
const behindSession = (upstream: ProxiedEndpoint['upstream'], ...contracts: object[]): ProxiedEndpoint[] =>
  endpointsOf(...contracts)
    .filter(({ access }) => isGuarded(access))
    .map((endpoint) => ({ endpoint, upstream, isSlow: true }));

export const adminEndpoints: readonly ProxiedEndpoint[] = [
  ...behindSession('reports', adminReports, auditLog, keptPosts, personalData, review),
  ...behindSession(ownerOfPayment, paymentDesk),
  ...behindSession('analytics', analytics),
];
