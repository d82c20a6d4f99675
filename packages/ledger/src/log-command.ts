import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openCheckpoint } from './checkpoint.ts';
import { parseVerifierKey, type Verifier } from './note.ts';
import { LogError, openRemoteLog, proveEntry, verifyRemoteLog } from './remote-log.ts';

const USAGE = `npm run log -- key                  prints the key that verifies the log; keep it
npm run log -- verify               reads the whole log and checks it
npm run log -- prove INDEX          prints an entry with its proof
  --url URL        the site (http://127.0.0.1:8080)
  --key KEY        the key that you kept; without it, the site's own answer is taken
  --earlier FILE   a checkpoint that you kept; may be repeated`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    key: { type: 'string' },
    earlier: { type: 'string', multiple: true, default: [] },
  },
});
const url = `${values.url.replace(/\/+$/, '')}/log`;

try {
  await run(positionals);
} catch (error) {
  if (!(error instanceof LogError || error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run([command, argument]: string[]): Promise<void> {
  if (command === 'key') return console.log(await readKey());
  if (command !== 'verify' && command !== 'prove') {
    process.exitCode = 2;
    return console.error(USAGE);
  }
  const key = await chooseKey();
  const log = await openRemoteLog(url, key);
  if (command === 'prove') {
    const index = Number(argument);
    const { entry, proof } = await proveEntry(log, index);
    const hashes = proof.map((hash) => hash.toString('base64'));
    return console.log(
      JSON.stringify({ index, entry: entry.toString(), proof: hashes, checkpoint: log.note }, null, 2),
    );
  }
  const earlier = values.earlier.map((file) => {
    const checkpoint = openCheckpoint(readFileSync(file, 'utf8'), key);
    if (!checkpoint) throw new LogError(`${file} is not a checkpoint of ${key.name}`);
    return checkpoint;
  });
  const entries = await verifyRemoteLog(log, earlier);
  console.log(`${entries.length} entries, as ${key.name} signed them`);
  for (const { size } of earlier) console.log(`the first ${size} are those of an earlier checkpoint`);
}

async function chooseKey(): Promise<Verifier> {
  if (values.key === undefined)
    console.error('The key is the site’s own answer: keep it (npm run log -- key) and give it next time.');
  const key = parseVerifierKey(values.key ?? (await readKey()));
  if (!key) throw new LogError('This is not a verifier key.');
  return key;
}

async function readKey(): Promise<string> {
  const response = await fetch(`${url}/key`);
  if (!response.ok) throw new LogError(`${url}/key answered ${response.status}`);
  return (await response.text()).trim();
}
