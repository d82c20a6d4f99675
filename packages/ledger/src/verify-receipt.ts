import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkLeafReceipt } from './leaf-receipt.ts';

const USAGE = `npm run verify-receipt -- FILE      checks a receipt of the ledger, offline
  --key KEY        the key you saved (npm run log -- key); without it, anyone could have signed the receipt`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
const [file] = positionals;

if (file === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const checked = await checkLeafReceipt(readFileSync(file, 'utf8'), values.key);
  if (checked.isValid) {
    const { log, index, size, leaf, record, key } = checked;
    console.log(`leaf      ${index} of ${size}, signed by ${log}`);
    console.log(`time      ${leaf.time}`);
    console.log(`type      ${leaf.type}`);
    for (const [name, value] of Object.entries(record))
      console.log(`${name.padEnd(10)}${JSON.stringify(value)}`);
    console.log(
      values.key === undefined ? `Compare this key with one you saved: ${key}` : 'The key is yours.',
    );
  } else {
    console.error(`Not proven. ${checked.problem}`);
    process.exitCode = 1;
  }
}
