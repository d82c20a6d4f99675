import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import { describeLoad, perSecond } from '../load/load-result.ts';
import type { Row, Target } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { startBareServer } from '../stage/bare-server.ts';
import { seeAnswer } from '../stage/see-answer.ts';

/** An address of the product, and how well it has to be served. */
export type Served = { what: string; url: string; headers: Record<string, string>; target: Target };

const CONNECTIONS = 50;

/** Measures how many answers a second the product gives, against a bare server that sends the same bytes, head included. */
export async function measureServing(served: readonly Served[], settings: Settings): Promise<Row[]> {
  const load = openLoadProcess();
  try {
    const rows: Row[] = [];
    for (const each of served) rows.push(await measureOne(each, load, settings));
    return rows;
  } finally {
    load.close();
  }
}

async function measureOne(
  { what, url, headers, target }: Served,
  load: LoadProcess,
  { rounds, durationMs }: Settings,
): Promise<Row> {
  const bare = await startBareServer(await seeAnswer(url, headers));
  const run = async (address: string) => {
    const result = await load.send({ url: address, headers, connections: CONNECTIONS, durationMs });
    if (result.refused > 0)
      throw new Error(`${address}: ${result.refused} of ${result.answers} answers refuse`);
    return result;
  };
  const measured = await inTurn(rounds, { reference: () => run(bare.url), product: () => run(url) });
  bare.stop();
  const { ratio, middle } = compare(measured, perSecond);
  return {
    what,
    reference: 'bare `node:http`, same bytes',
    figures: { reference: describeLoad(middle.reference), product: describeLoad(middle.product) },
    ratio,
    target,
  };
}
