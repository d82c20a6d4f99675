import * as adminAccounts from '@naughty-list/contracts/admin-accounts';
import * as adminSession from '@naughty-list/contracts/admin-session';
import { getAvatar } from '@naughty-list/contracts/avatar';
import { getMarketData } from '@naughty-list/contracts/market-data';
import * as queueChanges from '@naughty-list/contracts/queue-changes';
import { describeBurnRequest } from '@naughty-list/contracts/removal';
import { getSiteInfo } from '@naughty-list/contracts/site-info';
import { reportVisit } from '@naughty-list/contracts/visits';
import * as waiting from '@naughty-list/contracts/waiting';
import { adminEndpoints, endpointsOf } from '../proxy/admin-endpoints.ts';
import type { PublicEndpoint } from '../proxy/proxied-endpoint.ts';
import { publicEndpoints } from '../proxy/public-endpoints.ts';

export type DocumentedEndpoint = Pick<
  PublicEndpoint,
  'endpoint' | 'anyOrigin' | 'stream' | 'contentType' | 'isChallenged' | 'takesCaseCode'
>;

/** Endpoints that the gateway answers itself. */
const ownEndpoints: readonly DocumentedEndpoint[] = [
  { endpoint: getMarketData },
  { endpoint: getAvatar, contentType: 'image/*' },
  { endpoint: getSiteInfo },
  { endpoint: describeBurnRequest, anyOrigin: true },
  { endpoint: reportVisit },
  ...endpointsOf(adminSession, adminAccounts, queueChanges, waiting).map((endpoint) => ({ endpoint })),
];

/** All public endpoints. A test compares them with the contracts. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = [
  ...publicEndpoints,
  ...ownEndpoints,
  ...adminEndpoints,
];
