import { statfs } from 'node:fs/promises';
import { type Check, failure, ok, warning } from './check.ts';

const OLDEST_NODE = 24;
const GIGABYTE = 1024 ** 3;
/** What the alert DiskFillsUp goes by. */
const LITTLE_SPACE = 0.1;
const NO_SPACE = GIGABYTE / 4;

/** Node and the disk. */
export function machineChecks(folder: string): Check[] {
  return [
    {
      name: 'Node',
      advice: '',
      inspect: async () => {
        const [major] = process.versions.node.split('.');
        return Number(major) >= OLDEST_NODE
          ? ok(process.version)
          : failure(
              process.version,
              `The services need Node ${OLDEST_NODE}: run this as npm run doctor, which brings its own, or update Node.`,
            );
      },
    },
    {
      name: 'disk',
      advice: `Check that ${folder} exists and can be read.`,
      inspect: async () => {
        const { bavail, blocks, bsize } = await statfs(folder);
        const free = bavail * bsize;
        const found = `${(free / GIGABYTE).toFixed(1)} GB free`;
        const advice = 'Make room: PostgreSQL stops when the disk is full.';
        if (free < NO_SPACE) return failure(found, advice);
        return bavail / blocks < LITTLE_SPACE ? warning(found, advice) : ok(found);
      },
    },
  ];
}
