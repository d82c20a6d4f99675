import { join } from 'node:path';
import { runMigrationStep } from '@naughty-list/service-kit/database/migration-step';

await runMigrationStep({ schema: 'chain', directory: join(import.meta.dirname, '../migrations') });
