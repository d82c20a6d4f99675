import * as appeals from '@naughty-list/contracts/appeals';
import { listBurns } from '@naughty-list/contracts/burns';
import * as cases from '@naughty-list/contracts/cases';
import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import * as feeds from '@naughty-list/contracts/feeds';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import * as ledger from '@naughty-list/contracts/ledger';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getLossMessage, submitLoss } from '@naughty-list/contracts/losses';
import { getMemberLeaf, getMemberRecord } from '@naughty-list/contracts/member-receipts';
import * as membership from '@naughty-list/contracts/membership';
import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { issueOwnPaymentsProof, listOwnPayments } from '@naughty-list/contracts/own-payments';
import { getOwnReport, withdrawOwnReport } from '@naughty-list/contracts/own-report';
import { openMembershipIntent } from '@naughty-list/contracts/payment-intents';
import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { getReceipt } from '@naughty-list/contracts/receipts';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { getTransparency } from '@naughty-list/contracts/transparency';
import { paymentEndpoints } from './payment-endpoints.ts';
import type { PublicEndpoint } from './proxied-endpoint.ts';

/** Calls of those who have a case code, or the code of a report. */
const byCode = { upstream: 'reports', takesCaseCode: true } as const;
const ledgerRead = { upstream: 'reports', budget: 'reads', anyOrigin: true } as const;
const listRead = { upstream: 'reports', budget: 'reads', cached: true } as const;
/** Every page of a list except the one that the site itself shows. */
const isLarge = (path: string) => !/\?limit=1000&offset=0(&category=\w+)?$/.test(path);
const feedRead = { upstream: 'reports', budget: 'feeds', anyOrigin: true } as const;
const cachedFeed = { ...feedRead, cached: true, isLarge: () => true } as const;
/** Their timestamps catch up some seconds after a change, which the version does not show. */
const mispFeed = { ...cachedFeed, maxAgeMs: 60_000 } as const;

/** Each new report changes the version; under a stream of them, one look-up is read again once in this time. */
const LOOK_UP_MS = 1_000;

/** All public endpoints, listed by hand. Nothing else is reachable from outside. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  { endpoint: listReports, ...listRead, isLarge },
  { endpoint: searchReports, ...listRead },
  { endpoint: submitReport, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: listNiceReports, ...listRead, isLarge },
  { endpoint: searchNiceReports, ...listRead },
  { endpoint: submitNiceReport, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: lookUp, ...listRead, trustMs: LOOK_UP_MS },
  { endpoint: getCasesNaming, ...listRead },
  { endpoint: getPrivateCheckShard, ...listRead, anyOrigin: true },
  { endpoint: cases.getCase, upstream: 'reports', budget: 'reads' },
  { endpoint: cases.listStatements, upstream: 'reports', budget: 'reads' },
  { endpoint: cases.submitStatement, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: getLossMessage, upstream: 'reports', budget: 'reads' },
  { endpoint: submitLoss, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: appeals.openAppeal, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: appeals.getAppeal, ...byCode, budget: 'reads' },
  { endpoint: appeals.getAppealReceipt, ...byCode, budget: 'reads' },
  { endpoint: appeals.addAppealMessage, ...byCode, budget: 'appeals' },
  { endpoint: appeals.issuePostProof, ...byCode, budget: 'appeals' },
  { endpoint: appeals.checkPostProof, ...byCode, budget: 'appeals', isSlow: true },
  { endpoint: appeals.setReply, ...byCode, budget: 'appeals' },
  { endpoint: appeals.appealAgain, ...byCode, budget: 'appeals' },
  { endpoint: getOwnReport, ...byCode, budget: 'reads' },
  { endpoint: withdrawOwnReport, ...byCode, budget: 'appeals' },
  { endpoint: listBurns, upstream: 'reports', budget: 'reads' },
  { endpoint: getReceipt, upstream: 'reports', budget: 'reads', anyOrigin: true },
  { endpoint: getTransparency, upstream: 'reports', budget: 'reads' },
  { endpoint: ledger.getCheckpoint, ...ledgerRead, contentType: 'text/plain' },
  { endpoint: ledger.getLedgerKey, ...ledgerRead, contentType: 'text/plain' },
  { endpoint: ledger.getLedgerTile, ...ledgerRead, contentType: 'application/octet-stream' },
  { endpoint: ledger.getLedgerRecord, ...ledgerRead },
  { endpoint: ledger.getLedgerRecords, ...ledgerRead },
  { endpoint: ledger.getLeafReceipt, ...ledgerRead },
  { endpoint: getMemberLeaf, ...ledgerRead },
  { endpoint: ledger.getPredecessor, ...ledgerRead, contentType: 'text/plain' },
  { endpoint: feeds.getFeedHandles, ...cachedFeed, contentType: 'text/plain' },
  { endpoint: feeds.getFeedSnapshot, ...cachedFeed },
  { endpoint: feeds.getFeedDiffs, ...cachedFeed },
  { endpoint: feeds.getMispManifest, ...mispFeed },
  { endpoint: feeds.getMispHashes, ...cachedFeed, contentType: 'text/csv' },
  { endpoint: feeds.getMispEvent, ...mispFeed },
  { endpoint: feeds.getFeedStix, ...cachedFeed, contentType: 'application/stix+json' },
  { endpoint: feeds.getFeedCsv, ...cachedFeed, contentType: 'text/csv' },
  { endpoint: feeds.getFeedAtom, ...cachedFeed, contentType: 'application/atom+xml' },
  { endpoint: cases.getCaseFeed, ...feedRead, contentType: 'application/atom+xml' },
  { endpoint: feeds.getFeedJson, ...cachedFeed, contentType: 'application/feed+json' },
  ...paymentEndpoints,
  { endpoint: issueOwnPaymentsProof, upstream: 'reports', budget: 'payments' },
  { endpoint: listOwnPayments, upstream: 'reports', budget: 'payments' },
  { endpoint: membership.generateBurnAddress, upstream: 'membership', budget: 'payments', visitor: true },
  {
    endpoint: membership.verifyTransaction,
    upstream: 'membership',
    budget: 'payments',
    waits: true,
    visitor: true,
  },
  {
    endpoint: membership.recoverMembership,
    upstream: 'membership',
    budget: 'payments',
    waits: true,
    visitor: true,
  },
  { endpoint: membership.getWalletMembership, upstream: 'membership', budget: 'reads' },
  { endpoint: issueMembershipProof, upstream: 'membership', budget: 'payments', visitor: true },
  { endpoint: openMembershipIntent, upstream: 'membership', budget: 'payments', visitor: true },
  { endpoint: getMemberRecord, upstream: 'membership', budget: 'reads' },
  { endpoint: getTokenConfig, upstream: 'chain-verifier', budget: 'reads' },
  { endpoint: getHitCounter, upstream: 'analytics', budget: 'reads' },
];
