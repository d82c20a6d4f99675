import { FaultError } from '../chain/fault.ts';
import { printReceipt } from './print-receipt.ts';
import { readOptions, USAGE, UsageError } from './read-options.ts';
import { recompute } from './recompute.ts';

export type CommandResult = { exitCode: number; lines: string[]; errors: string[] };

const EXIT = { accepted: 0, rejected: 1, unknown: 2 };

/** Runs `verify-burn` with its arguments; never throws. Provider messages name hosts, never URLs. */
export async function runCommand(args: string[]): Promise<CommandResult> {
  try {
    const receipt = await recompute(readOptions(args));
    return { exitCode: EXIT[receipt.verdict.outcome], lines: printReceipt(receipt), errors: [] };
  } catch (error) {
    return { exitCode: EXIT.unknown, lines: [], errors: [whyNot(error)] };
  }
}

function whyNot(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof FaultError) return `not decided: ${error.code}: ${error.message}`;
  return `not decided: ${error instanceof Error ? error.message : String(error)}`;
}
