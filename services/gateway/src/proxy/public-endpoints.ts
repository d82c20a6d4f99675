import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { getVerification } from '@naughty-list/contracts/verifications';
import type { Budget } from '../clients/rate-limits.ts';

export type Upstream = 'reports' | 'membership' | 'analytics' | 'chain-verifier';

export type PublicEndpoint = { endpoint: Endpoint; upstream: Upstream; budget: Budget };

/** Everything that passes the public door, by hand. What is not listed does not exist outside. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  { endpoint: listReports, upstream: 'reports', budget: 'reads' },
  { endpoint: searchReports, upstream: 'reports', budget: 'reads' },
  { endpoint: submitReport, upstream: 'reports', budget: 'writes' },
  { endpoint: listNiceReports, upstream: 'reports', budget: 'reads' },
  { endpoint: searchNiceReports, upstream: 'reports', budget: 'reads' },
  { endpoint: submitNiceReport, upstream: 'reports', budget: 'writes' },
  { endpoint: removeByBurn, upstream: 'reports', budget: 'writes' },
  { endpoint: verifyBurn, upstream: 'reports', budget: 'writes' },
  { endpoint: getVerification, upstream: 'reports', budget: 'reads' },
  { endpoint: getTokenConfig, upstream: 'chain-verifier', budget: 'reads' },
  { endpoint: getHitCounter, upstream: 'analytics', budget: 'reads' },
];
