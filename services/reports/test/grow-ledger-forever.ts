import { openDatabase } from '@naughty-list/service-kit/database/database';
import { growLedger } from '../src/publication/ledger/grow.ts';

// Grows the ledger until it is killed; prints a character at the start and one per growth.
const [url = '', secret = ''] = process.argv.slice(2);
const db = openDatabase({ url, schema: 'reports', secret });
process.stdout.write('-');
for (;;) if ((await growLedger(db)) > 0) process.stdout.write('+');
