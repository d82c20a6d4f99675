import type { Attack } from './attack.ts';
import { streamsOfManyNetworks, streamsOfOneNetwork } from './attacks/event-streams.ts';
import { framing } from './attacks/framing.ts';
import { hungForAWhile, hungService } from './attacks/hung-service.ts';
import { junkClaims } from './attacks/junk-claims.ts';
import { malformed } from './attacks/malformed.ts';
import { pageLoads } from './attacks/page-loads.ts';
import { documentFlood, searchFlood, searchFloodOfMany } from './attacks/read-floods.ts';
import { reportsOfManyAddresses, reportsOfOneNetwork } from './attacks/reports.ts';
import { slowReaders, slowReadersOfOneAddress } from './attacks/slow-readers.ts';

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
  slowReaders,
  slowReadersOfOneAddress,
  framing,
  malformed,
  hungService,
  hungForAWhile,
  reportsOfOneNetwork,
  reportsOfManyAddresses,
  junkClaims,
];
