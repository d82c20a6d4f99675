import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';
import type { Result } from './check.ts';
import { examine } from './examine.ts';
import { findSettings } from './settings.ts';

const signs = { ok: 'ok     ', warning: 'warning', failure: 'FAILURE', skipped: 'skipped' };
const NAME_WIDTH = 30;

function report(result: Result): void {
  console.log(`${signs[result.level]}  ${result.name.padEnd(NAME_WIDTH)}${result.found}`);
  if ('advice' in result && result.advice) console.log(`         → ${result.advice}`);
}

const asked = process.argv.slice(2).filter((arg) => arg !== '--');
const unknown = asked.filter((name) => !SERVICE_NAMES.includes(name as ServiceName));
const settings = findSettings(process.env);
if (unknown.length > 0) {
  console.error(`Unknown service: ${unknown.join(', ')}. There are ${SERVICE_NAMES.join(', ')}.`);
  process.exitCode = 2;
} else if (!settings) {
  console.error(
    'There is nothing to check: start the product (npm start), name its folder (DATA_DIR), or run this with the settings of a service (DATABASE_URL and what its README names).',
  );
  process.exitCode = 2;
} else {
  console.log(`Settings of ${settings.source}`);
  const names = asked.length > 0 ? (asked as ServiceName[]) : SERVICE_NAMES;
  const results = await examine(settings, { names, report });
  const count = (level: Result['level']) => results.filter((result) => result.level === level).length;
  console.log(
    `\n${count('failure')} failed, ${count('warning')} with a warning, ${count('ok')} fine, ${count('skipped')} skipped`,
  );
  process.exitCode = count('failure') > 0 ? 1 : 0;
}
