import { REPOSITORY } from '@naughty-list/embedded/repository';
import { describeRow } from './report/describe-row.ts';
import { describeMachine, loadAverage } from './report/machine.ts';
import { measuredCode } from './report/measured-code.ts';
import type { Output } from './report/output.ts';
import type { Section, Settings } from './settings.ts';

/** Measures sections in sequence; each result is saved at once. */
export async function measureSections(
  sections: readonly Section[],
  { settings, command, output }: { settings: Settings; command: string; output: Output },
): Promise<void> {
  const code = measuredCode(REPOSITORY);
  for (const { name, measure } of sections) {
    console.log(`\n${name}`);
    const before = loadAverage();
    const { rows, growth } = await measure(settings);
    for (const row of rows) console.log(describeRow(row));
    const at = new Date().toISOString().slice(0, 10);
    const machine = describeMachine(before);
    output.saveMeasured(name, {
      at,
      command,
      machine,
      ...(code && { code }),
      rows,
      ...(growth && { growth }),
    });
  }
}
