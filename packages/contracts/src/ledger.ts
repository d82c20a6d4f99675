import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The signed head of the ledger (C2SP tlog-checkpoint), as text. */
export const getCheckpoint = defineEndpoint({
  method: 'GET',
  path: '/log/checkpoint',
  summary: 'The signed head of the ledger, as text (C2SP tlog-checkpoint)',
  access: 'public',
  answers: { 200: z.string() },
  errors: ['service_unavailable'],
});

export const getLedgerKey = defineEndpoint({
  method: 'GET',
  path: '/log/key',
  summary:
    'The key that verifies the ledger, as text (C2SP signed-note); keep it: a log that is compared with its own answer proves nothing',
  access: 'public',
  answers: { 200: z.string() },
  errors: ['service_unavailable'],
});

export const getLedgerTile = defineEndpoint({
  method: 'GET',
  path: '/log/tile/*',
  summary:
    'A tile of hashes, or a bundle of entries, as bytes (C2SP tlog-tiles): 0/000, 1/000.p/2, entries/x001/234.p/5',
  access: 'public',
  params: z.object({ '*': z.string() }),
  answers: { 200: z.string() },
  errors: ['not_found'],
});
