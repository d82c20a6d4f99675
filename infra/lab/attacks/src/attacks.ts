import type { Attack } from './attack.ts';
import { junkBesideAppeal, unprovenAppeals } from './attacks/appeals.ts';
import { streamsOfManyNetworks, streamsOfOneNetwork } from './attacks/event-streams.ts';
import { praiseFlood, reportFlood } from './attacks/floods-of-one-network.ts';
import { hungService } from './attacks/hung-service.ts';
import { junkClaims } from './attacks/junk-claims.ts';
import { pageLoads } from './attacks/page-loads.ts';
import { burnRequests, previewsOfOne24, previewsOfOne48 } from './attacks/payment-floods.ts';
import {
  deepPages,
  documentFlood,
  manyCards,
  searchFlood,
  searchFloodOfMany,
  variedDiffs,
} from './attacks/reads.ts';
import { reportsOfManyAddresses } from './attacks/reports.ts';
import { slowReaders, slowReadersOfOneAddress } from './attacks/slow-readers.ts';
import { stoppedWhileWaiting } from './attacks/stopped-while-waiting.ts';

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
