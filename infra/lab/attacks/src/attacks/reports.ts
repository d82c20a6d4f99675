import { quantiles } from '@naughty-list/bench/quantiles';
import { type Attack, noneFailed } from '../attack.ts';
import { newClients } from '../clients.ts';
import { type Answer, countStatuses } from '../sender/requests.ts';
import { countReports } from '../target.ts';
import { describeStatuses, milliseconds, number } from '../words.ts';
import { newReport, sendAll, sendHonestly, untilCalm } from '../writes.ts';
import { onlyOf } from './junk-claims.ts';

const PER_REPORTER = 10;
/**
 * Twice `CHALLENGE_AFTER_WRITES_PER_HOUR` within a minute is a burst, after which all clients need a proof of work.
 */
const BURST = 20;

export const reportsOfManyAddresses: Attack = {
  name: 'reports-many-addresses',
  title: 'reports from many IPv4 addresses',
  bound: `${BURST} without a proof of work, then 428`,
  async run(scene) {
    const { product, scale, observe } = scene;
    await untilCalm(scene);
    const reports = newClients(scale.reporters).flatMap((from) =>
      Array.from({ length: PER_REPORTER }, () => newReport(from)),
    );
    const further = newClients(scale.solved).map((from) => newReport(from));
    const { value, seen } = await observe(async () => {
      const began = performance.now();
      const answers = await sendAll(
        scene,
        reports.map(({ sent }) => sent),
      );
      const solved: Answer[] = [];
      for (const { sent } of further) solved.push(await sendHonestly(scene, sent));
      return { answers, solved, minutes: (performance.now() - began) / 60_000 };
    });
    const { answers, solved, minutes } = value;
    const took = quantiles(solved.map(({ ms }) => ms));
    const counts = countStatuses(answers);
    const { stored, listed } = await countReports(product, [...reports, ...further]);
    const taken = countStatuses(solved)[201] ?? 0;
    return {
      sent: `${number(reports.length)} reports from ${scale.reporters} addresses: ${describeStatuses(counts)}; then ${solved.length} further addresses with a proof of work each: ${describeStatuses(countStatuses(solved))}`,
      saw: [
        `${stored} stored, ${listed} of them listed`,
        `a report with its proof of work took p50 ${milliseconds(took.p50)}, p90 ${milliseconds(took.p90)}`,
      ],
      checks: [
        // Earlier writes may count towards this minute's burst.
        {
          what: 'without a proof, only a burst is stored',
          holds: (counts[201] ?? 0) <= BURST * Math.ceil(minutes + 1),
        },
        {
          what: 'the rest is asked for a proof',
          holds: (counts[428] ?? 0) > 0 && onlyOf(counts, [201, 428, 429]),
        },
        { what: 'what is stored was answered so', holds: stored === (counts[201] ?? 0) + taken },
        { what: 'reports with a proof are taken', holds: taken === solved.length },
        noneFailed(seen),
      ],
    };
  },
};
