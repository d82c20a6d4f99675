import { join } from 'node:path';
import { runMigrationStep } from '@naughty-list/service-kit/database/migration-step';

await runMigrationStep({ schema: 'analytics', directory: join(import.meta.dirname, '../migrations') });
