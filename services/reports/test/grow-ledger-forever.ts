import { openDatabase } from '@naughty-list/service-kit/database/database';
import { growLedger } from '../src/ledger/grow.ts';

// A writer of the ledger, until it is killed: prints a sign once it starts, and one for each growth.
const db = openDatabase({ url: process.argv[2] ?? '', schema: 'reports' });
process.stdout.write('-');
for (;;) if ((await growLedger(db)) > 0) process.stdout.write('+');
