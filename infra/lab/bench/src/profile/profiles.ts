import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Profile } from './profile.ts';

/** The last profile of each load, by the name of its row. */
export type Profiles = Record<string, Profile>;

export function readProfiles(file: string): Profiles {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Profiles) : {};
}

/**
 * Re-reads the file first, since another run may have saved another load. Replaces a profile of the same load at
 * another size.
 */
export function saveProfile(file: string, profile: Profile): void {
  const key = loadOf(profile.what);
  const others = Object.entries(readProfiles(file)).filter(([, { what }]) => loadOf(what) !== key);
  const profiles = { ...Object.fromEntries(others), [profile.what]: profile };
  writeFileSync(file, `${JSON.stringify(profiles, null, 2)}\n`);
}

/** The profile of a table row, at whatever size either was measured. */
export function profileFor(profiles: Profiles, what: string): Profile | undefined {
  return Object.values(profiles).find((profile) => loadOf(profile.what) === loadOf(what));
}

/** Latency rows belong to the load of the same name. */
function loadOf(what: string): string {
  return what.replace(/^p99 of that search under load/, 'search').replace(/ in [\d,]+ reports/, '');
}
