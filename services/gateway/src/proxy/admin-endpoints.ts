import {
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReport,
  deleteReports,
  editNiceReport,
  editReport,
  listAdminNiceReports,
  listAdminReports,
  publishReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import {
  getDailyVisits,
  getTopPages,
  getTopReferrers,
  getTotalVisits,
  getWeeklyVisits,
} from '@naughty-list/contracts/analytics';
import { listAuditLog, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { checkPost, checkStatementPost } from '@naughty-list/contracts/kept-posts';
import { erasePersonalData, exportPersonalData } from '@naughty-list/contracts/personal-data';
import {
  confirmAccount,
  decideAppeal,
  decideHeldReport,
  decideStatement,
  getReviewedCase,
  listReview,
  publishReply,
  rejectPostProof,
  setCaseStatus,
  writeToAccount,
} from '@naughty-list/contracts/review';
import type { ProxiedEndpoint } from './proxied-endpoint.ts';

/** All endpoints that only admins, or admins and moderators, may call, listed by hand. */
export const adminEndpoints: readonly ProxiedEndpoint[] = [
  { endpoint: listAdminReports, upstream: 'reports' },
  { endpoint: editReport, upstream: 'reports' },
  { endpoint: deleteReport, upstream: 'reports' },
  { endpoint: deleteReports, upstream: 'reports' },
  { endpoint: deleteMatchingReports, upstream: 'reports' },
  { endpoint: publishReports, upstream: 'reports' },
  { endpoint: refreshProfileImage, upstream: 'reports' },
  { endpoint: listAdminNiceReports, upstream: 'reports' },
  { endpoint: editNiceReport, upstream: 'reports' },
  { endpoint: deleteNiceReport, upstream: 'reports' },
  { endpoint: deleteNiceReports, upstream: 'reports' },
  { endpoint: listReview, upstream: 'reports' },
  { endpoint: getReviewedCase, upstream: 'reports' },
  { endpoint: setCaseStatus, upstream: 'reports' },
  { endpoint: decideStatement, upstream: 'reports' },
  { endpoint: decideHeldReport, upstream: 'reports' },
  { endpoint: decideAppeal, upstream: 'reports' },
  { endpoint: writeToAccount, upstream: 'reports' },
  { endpoint: confirmAccount, upstream: 'reports' },
  { endpoint: rejectPostProof, upstream: 'reports' },
  { endpoint: checkPost, upstream: 'reports', waits: true },
  { endpoint: checkStatementPost, upstream: 'reports', waits: true },
  { endpoint: publishReply, upstream: 'reports' },
  { endpoint: listAuditLog, upstream: 'reports' },
  { endpoint: restoreDeleted, upstream: 'reports' },
  { endpoint: exportPersonalData, upstream: 'reports' },
  { endpoint: erasePersonalData, upstream: 'reports' },
  { endpoint: getDailyVisits, upstream: 'analytics' },
  { endpoint: getWeeklyVisits, upstream: 'analytics' },
  { endpoint: getTotalVisits, upstream: 'analytics' },
  { endpoint: getTopPages, upstream: 'analytics' },
  { endpoint: getTopReferrers, upstream: 'analytics' },
];
