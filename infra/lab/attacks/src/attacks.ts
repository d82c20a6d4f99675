import type { Attack } from './attack.ts';
import { junkBesideAppeal, unprovenAppeals } from './attacks/appeals.ts';
import { hungService, stoppedWhileWaiting } from './attacks/faults.ts';
import {
  slowReaders,
  slowReadersOfOneAddress,
  streamsOfManyNetworks,
  streamsOfOneNetwork,
} from './attacks/open-connections.ts';
import { burnRequests, junkClaims, previewsOfOne24, previewsOfOne48 } from './attacks/payments.ts';
import {
  deepPages,
  documentFlood,
  manyCards,
  pageLoads,
  searchFlood,
  searchFloodOfMany,
  variedDiffs,
} from './attacks/reads.ts';
import { praiseFlood, reportFlood, reportsOfManyAddresses } from './attacks/reports.ts';

/**
 * In the order of execution: junk claims stay pending for minutes, and after many reports all others need a proof of
 * work.
 */
export const attacks: readonly Attack[] = [
  streamsOfOneNetwork,
  streamsOfManyNetworks,
  pageLoads,
  searchFlood,
  searchFloodOfMany,
  documentFlood,
  manyCards,
  deepPages,
  variedDiffs,
  slowReaders,
  slowReadersOfOneAddress,
  previewsOfOne24,
  previewsOfOne48,
  burnRequests,
  hungService,
  stoppedWhileWaiting,
  reportFlood,
  praiseFlood,
  junkBesideAppeal,
  unprovenAppeals,
  reportsOfManyAddresses,
  junkClaims,
];
