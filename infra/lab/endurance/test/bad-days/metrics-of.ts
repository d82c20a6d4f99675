import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '@naughty-list/embedded/stack';

/** A metric of all services, line by line. */
export async function metricsOf(stack: Stack, name: string): Promise<string[]> {
  const places = JSON.parse(readFileSync(join(stack.dataDir, 'metrics-targets.json'), 'utf8')) as {
    targets: string[];
  }[];
  const texts = places.flatMap(({ targets }) =>
    targets.map(async (target) => (await fetch(`http://${target}/metrics`)).text()),
  );
  return (await Promise.all(texts))
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith(name));
}
