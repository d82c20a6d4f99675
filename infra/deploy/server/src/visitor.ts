import { DOMAIN } from './payment-flow.ts';
import type { Server } from './server.ts';

/** The results of a client that requests the list repeatedly. */
export type Visit = { asked: number; failed: number; longestSeconds: number };

const FILE = '/run/visitor';

/** Sends five requests a second until stopped. */
export async function sendVisitor(server: Server): Promise<() => Promise<Visit>> {
  const ask = `curl --silent --output /dev/null --write-out "%{http_code} %{time_total}\\n" https://${DOMAIN}/api/scammer-reports`;
  const loop = `while sleep 0.2; do ${ask} || true; done >${FILE}`;
  await server.run(`systemd-run --quiet --unit=visitor bash -c '${loop}'`);
  return async () => {
    const { output } = await server.run(`systemctl stop visitor && cat ${FILE}`);
    const answers = output
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    return {
      asked: answers.length,
      failed: answers.filter(([status]) => status !== '200').length,
      longestSeconds: Math.max(...answers.map(([, seconds]) => Number(seconds))),
    };
  };
}
