import { answersOk } from '@naughty-list/embedded/answers';
import { freePorts } from '@naughty-list/embedded/ports';
import { startCopy } from '@naughty-list/endurance/several/copy';
import { type Attack, noneFailed } from '../attack.ts';
import { newClient } from '../clients.ts';
import { countStatuses, headOf } from '../sender/requests.ts';
import { describeStatuses } from '../words.ts';

/** The default of `CONNECTIONS_PER_CLIENT`, and some more. */
const CONNECTIONS = 120;
/** More than the supervisor needs to kill a gateway that does not answer. */
const PROBES = 8;

export const probes: Attack = {
  name: 'probes',
  title: 'keep-alive connections from this machine, with no proxy in front',
  bound: 'every probe is answered',
  async run({ product, sender, scale, observe }) {
    const [metricsPort] = await freePorts(1);
    const settings = { TRUST_PROXY: '0', METRICS_PORT: String(metricsPort) };
    const gateway = await startCopy(product.stack, 'gateway', { settings });
    try {
      const texts = Array.from({ length: CONNECTIONS }, () => headOf('/health/live', newClient()));
      const { value, seen } = await observe(async () => {
        const { withinMs } = scale;
        const opened = await sender.open({ url: gateway.url, texts, reads: 'all', withinMs });
        const probe = async (url: string) => {
          let answered = 0;
          for (let n = 0; n < PROBES; n += 1) if (await answersOk(`${url}/health/live`)) answered += 1;
          return answered;
        };
        const results = {
          counts: countStatuses(opened),
          own: await probe(`http://127.0.0.1:${metricsPort}`),
          shared: await probe(gateway.url),
        };
        await sender.closeAll();
        return results;
      });
      const { counts, own, shared } = value;
      return {
        sent: `${CONNECTIONS} connections to a gateway beside the one that is visited, kept open: ${describeStatuses(counts)}`,
        saw: [
          `of ${PROBES} probes each, ${shared} were answered on the public port, ${own} on \`METRICS_PORT\``,
        ],
        checks: [
          { what: 'the connections use up what one address may have', holds: shared === 0 },
          { what: 'every probe is answered', holds: own === PROBES },
          noneFailed(seen),
        ],
      };
    } finally {
      await gateway.process.stop();
    }
  },
};
