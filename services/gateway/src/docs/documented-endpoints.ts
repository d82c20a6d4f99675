import {
  acceptInvitation,
  addPasskey,
  changeOwnPassword,
  confirmAuthenticator,
  endSession,
  getOwnAccount,
  invite,
  listAccountChanges,
  listAccounts,
  logInWithPasskey,
  makeRecoveryCodes,
  removeAccount,
  removeAuthenticator,
  removePasskey,
  startAuthenticator,
  startPasskey,
  startPasskeyLogin,
  withdrawInvitation,
} from '@naughty-list/contracts/admin-accounts';
import { getAdminStatus, logIn, logOut } from '@naughty-list/contracts/admin-session';
import { getAvatar } from '@naughty-list/contracts/avatar';
import { describeBurnRequest } from '@naughty-list/contracts/burn-request';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { getMarketData } from '@naughty-list/contracts/market-data';
import { listQueueChanges } from '@naughty-list/contracts/queue-changes';
import { getSiteInfo } from '@naughty-list/contracts/site-info';
import { reportVisit } from '@naughty-list/contracts/visits';
import { getWaiting } from '@naughty-list/contracts/waiting';
import { adminEndpoints } from '../proxy/admin-endpoints.ts';
import { publicEndpoints } from '../proxy/public-endpoints.ts';

export type DocumentedEndpoint = {
  endpoint: Endpoint;
  anyOrigin?: boolean;
  stream?: boolean;
  contentType?: string;
  isChallenged?: boolean;
  takesCaseCode?: boolean;
};

/** Endpoints that the gateway answers itself. */
const ownEndpoints: readonly DocumentedEndpoint[] = [
  { endpoint: getMarketData },
  { endpoint: getAvatar, contentType: 'image/*' },
  { endpoint: getSiteInfo },
  { endpoint: describeBurnRequest, anyOrigin: true },
  { endpoint: reportVisit },
  { endpoint: getAdminStatus },
  { endpoint: logIn },
  { endpoint: logOut },
  { endpoint: listQueueChanges },
  { endpoint: getWaiting },
  { endpoint: startPasskeyLogin },
  { endpoint: logInWithPasskey },
  { endpoint: acceptInvitation },
  { endpoint: getOwnAccount },
  { endpoint: changeOwnPassword },
  { endpoint: startAuthenticator },
  { endpoint: confirmAuthenticator },
  { endpoint: removeAuthenticator },
  { endpoint: makeRecoveryCodes },
  { endpoint: startPasskey },
  { endpoint: addPasskey },
  { endpoint: removePasskey },
  { endpoint: endSession },
  { endpoint: listAccounts },
  { endpoint: invite },
  { endpoint: withdrawInvitation },
  { endpoint: removeAccount },
  { endpoint: listAccountChanges },
];

/** All public endpoints. A test compares them with the contracts. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = [
  ...publicEndpoints,
  ...ownEndpoints,
  ...adminEndpoints,
];
