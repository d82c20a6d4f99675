import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..');
export const read = (...path: string[]): string => readFileSync(join(here, ...path), 'utf8');

/** A process by its file name in `processes`, with its service. */
export type Process = { name: string; service: string; unit: string };

export const processes: Process[] = readdirSync(join(here, 'processes')).map((file) => {
  const name = file.replace('.env', '');
  const service = name.replace(/-worker$/, '');
  return { name, service, unit: `naughty-list-${name === service ? 'web' : 'worker'}@${service}` };
});

/** Parses environment files as systemd does. */
export function readEnvironment(...path: string[]): Record<string, string> {
  const lines = [...read(...path).matchAll(/^([A-Z_]+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

/** Plausible values for the settings that section 3 of the page fills in. */
const filledIn: Record<string, string> = {
  DATABASE_URL: 'postgres://127.0.0.1/naughty_list',
  INTERNAL_SECRET: 'i'.repeat(64),
  PUBLIC_SOLANA_RPC_URL: 'https://public.example.org',
  PUBLIC_ORIGIN: 'https://www.example.org',
  SESSION_SECRET: 's'.repeat(64),
  SOLANA_RPC_URLS: 'https://rpc.example.org',
  LIST_MINT_ADDRESS: 'So11111111111111111111111111111111111111112',
  BURN_WALLET_ADDRESS: '11111111111111111111111111111111',
  TELEGRAM_INVITE_LINK: 'https://t.me/example',
  OPERATOR_NAME: 'Example Ltd',
  CONTACT_EMAIL: 'santa@example.org',
};

/** The names that are empty in the settings and filled in by the page. */
export const filledNames = Object.keys(filledIn);

/** The environment of a process: the files that its unit names, in order, with the values that the page fills in. */
export function environmentOf({ name, service, unit }: Process): Record<string, string> {
  const template = `${unit.slice(0, unit.indexOf('@'))}@.service`;
  const text = read('systemd', template) + read('systemd/naughty-list-.service.d/process.conf');
  const environment: Record<string, string> = {};
  for (const [, line = ''] of text.matchAll(/^Environment=(.+)$/gm))
    Object.assign(environment, Object.fromEntries(line.split(' ').map((pair) => pair.split('='))));
  for (const [, file = ''] of text.matchAll(/^EnvironmentFile=(.+)$/gm)) {
    const path = file
      .replace('%i', service)
      .replace('/etc/naughty-list', 'settings')
      .replace('/opt/naughty-list/current/', '');
    if (path.startsWith('processes/') && path !== `processes/${name}.env`)
      throw new Error(`${unit} reads ${path}, which is another process's`);
    const given = Object.entries(readEnvironment(path));
    Object.assign(
      environment,
      Object.fromEntries(given.map(([key, value]) => [key, value || (filledIn[key] ?? '')])),
    );
  }
  return environment;
}
