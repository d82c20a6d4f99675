import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Profile } from '../profile/profile.ts';
import { readProfiles, saveProfile } from '../profile/profiles.ts';
import { writeDocument } from './document.ts';
import { plotGrowth } from './plot.ts';
import { PROFILES_PAGE, writeProfiles } from './profiles-document.ts';
import { type Measured, readResults, saveMeasured } from './results.ts';

/** Stored figures and profiles, and the pages written from them. */
export type Output = {
  saveMeasured(section: string, measured: Measured): void;
  saveProfile(profile: Profile): void;
  /** Rewrites the pages from the stored figures and profiles. */
  writePages(): void;
};

/** `root`: the repository, or a folder for the same files; `sections`: in table order. */
export function openOutput(root: string, sections: readonly string[]): Output {
  const results = join(root, 'infra', 'lab', 'bench', 'results.json');
  const profiles = join(root, 'infra', 'lab', 'bench', 'profiles.json');
  const profilesPage = join(root, PROFILES_PAGE);
  const docs = join(root, 'docs');
  const images = join(docs, 'images');
  for (const folder of [dirname(results), dirname(profilesPage), images])
    mkdirSync(folder, { recursive: true });

  // Each page quotes figures of the other.
  const writePages = () => {
    const measured = readResults(results);
    const seen = readProfiles(profiles);
    writeFileSync(join(docs, 'benchmarks.md'), writeDocument(measured, sections, seen));
    if (Object.keys(seen).length === 0) return;
    const rows = Object.values(measured).flatMap(({ rows: own }) => own.map(({ what }) => what));
    writeFileSync(profilesPage, writeProfiles(seen, rows));
  };
  return {
    saveMeasured(section, measured) {
      saveMeasured(results, section, measured);
      if (measured.growth) writeFileSync(join(images, 'cost-by-size.svg'), plotGrowth(measured.growth));
      writePages();
    },
    saveProfile(profile) {
      saveProfile(profiles, profile);
      writePages();
    },
    writePages,
  };
}
