import { FaultError } from '../chain/fault.ts';
import { checkBundle } from './check-bundle.ts';
import { readOptions, USAGE, UsageError } from './read-options.ts';
import { printReceipt, recompute } from './recompute.ts';

export type CommandResult = { exitCode: number; lines: string[]; errors: string[] };

const EXIT = { accepted: 0, rejected: 1, unknown: 2 };

/** Runs `verify-burn` with its arguments; never throws. Provider messages name hosts, never URLs. */
export async function runCommand(args: string[]): Promise<CommandResult> {
  try {
    const options = readOptions(args);
    if (options.bundle !== undefined) {
      return judgeBundle(await checkBundle(options.bundle, options));
    }
    const receipt = await recompute(options);
    return { exitCode: EXIT[receipt.verdict.outcome], lines: printReceipt(receipt), errors: [] };
  } catch (error) {
    return { exitCode: EXIT.unknown, lines: [], errors: [whyNot(error)] };
  }
}

function judgeBundle({ lines, problems, isKeyKept }: Awaited<ReturnType<typeof checkBundle>>): CommandResult {
  // Otherwise, text from an unsealed file could pass for the command's own output.
  const printed = lines.map((line) => line.replace(/\p{C}/gu, '?'));
  if (problems.length > 0) {
    const errors = problems.map((problem) => `NOT GOOD     ${problem}`);
    return { exitCode: EXIT.rejected, lines: printed, errors };
  }
  if (isKeyKept) return { exitCode: EXIT.accepted, lines: [...printed, 'receipt      good'], errors: [] };
  const error = 'not decided: its key proves nothing alone; name the one you saved (--key)';
  return { exitCode: EXIT.unknown, lines: printed, errors: [error] };
}

function whyNot(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof FaultError) return `not decided: ${error.code}: ${error.message}`;
  return `not decided: ${error instanceof Error ? error.message : String(error)}`;
}
