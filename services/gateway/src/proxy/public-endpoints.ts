import {
  addAppealMessage,
  appealAgain,
  checkPostProof,
  getAppeal,
  getAppealReceipt,
  issuePostProof,
  openAppeal,
  setReply,
} from '@naughty-list/contracts/appeals';
import { listBurns } from '@naughty-list/contracts/burns';
import { getCase, getCaseFeed, listStatements, submitStatement } from '@naughty-list/contracts/cases';
import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import {
  getFeedAtom,
  getFeedCsv,
  getFeedDiffs,
  getFeedHandles,
  getFeedJson,
  getFeedSnapshot,
  getFeedStix,
  getMispEvent,
  getMispHashes,
  getMispManifest,
} from '@naughty-list/contracts/feeds';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import {
  getCheckpoint,
  getLeafReceipt,
  getLedgerKey,
  getLedgerRecord,
  getLedgerRecords,
  getLedgerTile,
  getPredecessor,
} from '@naughty-list/contracts/ledger';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getLossMessage, submitLoss } from '@naughty-list/contracts/losses';
import { getMemberLeaf, getMemberRecord } from '@naughty-list/contracts/member-receipts';
import {
  generateBurnAddress,
  getWalletMembership,
  recoverMembership,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
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

const ledger = { upstream: 'reports', budget: 'reads', anyOrigin: true } as const;
const register = { upstream: 'reports', budget: 'reads', cached: true } as const;
/** Every page of a list except the one that the site itself shows. */
const isLarge = (path: string) => !/\?limit=1000&offset=0(&category=\w+)?$/.test(path);
const feed = { upstream: 'reports', budget: 'feeds', anyOrigin: true } as const;
const feeds = { ...feed, cached: true, isLarge: () => true } as const;
/** Their timestamps catch up some seconds after a change, which the version does not show. */
const misp = { ...feeds, maxAgeMs: 60_000 } as const;

/** Each new report changes the version; under a stream of them, one look-up is read again once in this time. */
const LOOK_UP_MS = 1_000;

/** All public endpoints, listed by hand. Nothing else is reachable from outside. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  { endpoint: listReports, ...register, isLarge },
  { endpoint: searchReports, ...register },
  { endpoint: submitReport, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: listNiceReports, ...register, isLarge },
  { endpoint: searchNiceReports, ...register },
  { endpoint: submitNiceReport, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: lookUp, ...register, trustMs: LOOK_UP_MS },
  { endpoint: getCasesNaming, ...register },
  { endpoint: getPrivateCheckShard, ...register, anyOrigin: true },
  { endpoint: getCase, upstream: 'reports', budget: 'reads' },
  { endpoint: listStatements, upstream: 'reports', budget: 'reads' },
  { endpoint: submitStatement, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: getLossMessage, upstream: 'reports', budget: 'reads' },
  { endpoint: submitLoss, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: openAppeal, upstream: 'reports', budget: 'writes', isChallenged: true },
  { endpoint: getAppeal, upstream: 'reports', budget: 'reads', takesCaseCode: true },
  { endpoint: getAppealReceipt, upstream: 'reports', budget: 'reads', takesCaseCode: true },
  { endpoint: addAppealMessage, upstream: 'reports', budget: 'appeals', takesCaseCode: true },
  { endpoint: issuePostProof, upstream: 'reports', budget: 'appeals', takesCaseCode: true },
  { endpoint: checkPostProof, upstream: 'reports', budget: 'appeals', takesCaseCode: true, isSlow: true },
  { endpoint: setReply, upstream: 'reports', budget: 'appeals', takesCaseCode: true },
  { endpoint: appealAgain, upstream: 'reports', budget: 'appeals', takesCaseCode: true },
  { endpoint: getOwnReport, upstream: 'reports', budget: 'reads', takesCaseCode: true },
  { endpoint: withdrawOwnReport, upstream: 'reports', budget: 'appeals', takesCaseCode: true },
  { endpoint: listBurns, upstream: 'reports', budget: 'reads' },
  { endpoint: getReceipt, upstream: 'reports', budget: 'reads', anyOrigin: true },
  { endpoint: getTransparency, upstream: 'reports', budget: 'reads' },
  { endpoint: getCheckpoint, ...ledger, contentType: 'text/plain' },
  { endpoint: getLedgerKey, ...ledger, contentType: 'text/plain' },
  { endpoint: getLedgerTile, ...ledger, contentType: 'application/octet-stream' },
  { endpoint: getLedgerRecord, ...ledger },
  { endpoint: getLedgerRecords, ...ledger },
  { endpoint: getLeafReceipt, ...ledger },
  { endpoint: getMemberLeaf, ...ledger },
  { endpoint: getPredecessor, ...ledger, contentType: 'text/plain' },
  { endpoint: getFeedHandles, ...feeds, contentType: 'text/plain' },
  { endpoint: getFeedSnapshot, ...feeds },
  { endpoint: getFeedDiffs, ...feeds },
  { endpoint: getMispManifest, ...misp },
  { endpoint: getMispHashes, ...feeds, contentType: 'text/csv' },
  { endpoint: getMispEvent, ...misp },
  { endpoint: getFeedStix, ...feeds, contentType: 'application/stix+json' },
  { endpoint: getFeedCsv, ...feeds, contentType: 'text/csv' },
  { endpoint: getFeedAtom, ...feeds, contentType: 'application/atom+xml' },
  { endpoint: getCaseFeed, ...feed, contentType: 'application/atom+xml' },
  { endpoint: getFeedJson, ...feeds, contentType: 'application/feed+json' },
  ...paymentEndpoints,
  { endpoint: issueOwnPaymentsProof, upstream: 'reports', budget: 'payments' },
  { endpoint: listOwnPayments, upstream: 'reports', budget: 'payments' },
  { endpoint: generateBurnAddress, upstream: 'membership', budget: 'payments', visitor: true },
  { endpoint: verifyTransaction, upstream: 'membership', budget: 'payments', waits: true, visitor: true },
  { endpoint: recoverMembership, upstream: 'membership', budget: 'payments', waits: true, visitor: true },
  { endpoint: getWalletMembership, upstream: 'membership', budget: 'reads' },
  { endpoint: issueMembershipProof, upstream: 'membership', budget: 'payments', visitor: true },
  { endpoint: openMembershipIntent, upstream: 'membership', budget: 'payments', visitor: true },
  { endpoint: getMemberRecord, upstream: 'membership', budget: 'reads' },
  { endpoint: getTokenConfig, upstream: 'chain-verifier', budget: 'reads' },
  { endpoint: getHitCounter, upstream: 'analytics', budget: 'reads' },
];
