import { findSettings } from './settings.ts';

/**
 * `npm run metrics -- <pattern>`: prints the current metrics of every service of the running stack whose name or
 * labels match.
 */
async function showMetrics(pattern: RegExp): Promise<void> {
  const settings = findSettings(process.env);
  if (!settings)
    throw new Error('there is no stack to ask: start it (npm start), or name its folder (DATA_DIR)');
  for (const [service, env] of Object.entries(settings.environments)) {
    const url = `http://127.0.0.1:${env.METRICS_PORT ?? env.PORT}/metrics`;
    const answer = await fetch(url).catch(() => undefined);
    if (!answer) console.log(`${service}: no response from ${url}`);
    const lines = answer ? (await answer.text()).split('\n') : [];
    for (const line of lines)
      if (!line.startsWith('#') && pattern.test(line)) console.log(`${service}: ${line}`);
  }
}

try {
  await showMetrics(new RegExp(process.argv.slice(2).filter((arg) => arg !== '--')[0] ?? ''));
} catch (error) {
  console.error(`metrics: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
