import type { RpcMethod } from '../context.ts';
import { accountMethods } from './accounts.ts';
import { blockhashMethods } from './blockhash.ts';
import { clusterMethods } from './cluster.ts';
import { historyMethods } from './history.ts';
import { sendingMethods } from './sending.ts';
import { tokenMethods } from './tokens.ts';

/** All HTTP methods of the chain. */
export const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({
    ...clusterMethods,
    ...blockhashMethods,
    ...accountMethods,
    ...tokenMethods,
    ...sendingMethods,
    ...historyMethods,
  }),
);
