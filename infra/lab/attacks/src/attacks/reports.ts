import { quantiles } from '@naughty-list/bench/report';
import { type Attack, describeStatuses, milliseconds, noneFailed, number } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClients } from '../clients.ts';
import { type Answer, countStatuses } from '../sender/requests.ts';
import { countReports } from '../target.ts';
import { type NewEntry, newReport, sendAll, sendAllHonestly, sendHonestly, untilCalm } from '../writes.ts';
import { onlyOf } from './payments.ts';

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

/** The default of `HOLD_REPORTS_ABOVE_PER_MINUTE`, and a network's share of a day. */
const PER_MINUTE = 10;
const PER_DAY = 10 * PER_MINUTE;
const HONEST = 15;

/** Floods a list from one /24 and one /48 while others use it; each call has its proof of work. */
const flood = (of: Pick<Attack, 'name' | 'title'> & { path: string; listed: string }): Attack => ({
  ...of,
  bound: `${PER_MINUTE} a minute and ${PER_DAY} a day of each network are public, as many wait, then 429; ${HONEST} of ${HONEST} honest ones are public at once`,
  async run(scene) {
    const { product, scale, observe } = scene;
    const entries = (from: string[]) => from.map((each) => newReport(each, of.path));
    const attackers = [
      entries(ipv4Neighbours(scale.fromNetwork)),
      entries(ipv6Clients(scale.fromNetwork, 'many /56')),
    ];
    const honest = entries(newClients(HONEST));
    const listed = async (sent: readonly NewEntry[]) => {
      const names = sent.map(({ username }) => username);
      const { rows } = await product.db.query<{ all: number; listed: number }>(
        `select count(*)::int as all, count(*) filter (where ${of.listed})::int as listed from ${tableOf(of.path)}
         where username = any ($1)`,
        [names],
      );
      return rows[0] ?? { all: 0, listed: 0 };
    };
    const { value, seen } = await observe(async () => {
      const began = performance.now();
      const flooding = sendAllHonestly(
        scene,
        attackers.flat().map(({ sent }) => sent),
      );
      const genuine: Answer[] = [];
      for (const { sent } of honest) genuine.push(await sendHonestly(scene, sent));
      return { answers: await flooding, genuine, minutes: (performance.now() - began) / 60_000 };
    });
    const { answers, genuine, minutes } = value;
    const share = Math.min(PER_DAY, PER_MINUTE * Math.ceil(minutes + 1));
    const counted = await Promise.all(attackers.map(listed));
    const taken = await listed(honest);
    return {
      sent: `${answers.length} in ${(minutes * 60).toFixed(0)} s, half of them of one /24, half of one /48: ${describeStatuses(countStatuses(answers))}; beside them ${HONEST} honest ones: ${describeStatuses(countStatuses(genuine))}`,
      saw: [
        counted
          .map((one, at) => `${at === 0 ? '/24' : '/48'}: ${one.listed} public, ${one.all - one.listed} wait`)
          .join('; '),
        `${taken.listed} of ${HONEST} honest ones public`,
      ],
      checks: [
        { what: 'a network has its share', holds: counted.every((one) => one.listed <= share) },
        { what: 'what waits has a limit', holds: counted.every((one) => one.all - one.listed <= PER_DAY) },
        { what: 'all honest ones are public', holds: taken.listed === HONEST },
        noneFailed(seen),
      ],
    };
  },
});

const tableOf = (path: string) =>
  path === '/api/nice-reports' ? 'reports.nice_reports' : 'reports.scammer_reports';

export const reportFlood = flood({
  name: 'report-flood',
  title: 'reports from one /24 and one /48, with proofs of work',
  path: '/api/scammer-reports',
  listed: 'not is_removed',
});

export const praiseFlood = flood({
  name: 'praise-flood',
  title: 'praise from one /24 and one /48, with proofs of work',
  path: '/api/nice-reports',
  listed: 'held_at is null',
});
