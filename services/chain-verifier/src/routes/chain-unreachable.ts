import { ApiError } from '@naughty-list/contracts/errors';
import { RpcFault } from '../providers/rpc-fault.ts';

const RETRY_AFTER_SECONDS = 5;

/** Throws the error to return when no provider answers. */
export function unreachable(message = 'The blockchain cannot be reached. Please try again soon.'): never {
  throw new ApiError('service_unavailable', message, { retryAfter: RETRY_AFTER_SECONDS });
}

/** The same for a fault of the providers; any other error is thrown as it is. */
export function chainUnreachable(error: unknown, message?: string): never {
  if (!(error instanceof RpcFault)) throw error;
  return unreachable(message);
}
