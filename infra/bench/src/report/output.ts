import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../profile/profile.ts';
import { readProfiles, saveProfile } from '../profile/profiles.ts';
import { writeDocument } from './document.ts';
import { plotGrowth } from './plot.ts';
import { writeProfiles } from './profiles-document.ts';
import { type Measured, readResults, saveMeasured } from './results.ts';

/** Where figures and profiles are kept, and the pages that are written from them. */
export type Output = {
  saveMeasured(section: string, measured: Measured): void;
  saveProfile(profile: Profile): void;
  /** Writes the pages anew from what is kept. */
  writePages(): void;
};

/** `root`: the repository, or a folder that takes the same files; `sections`: in the order of the table. */
export function openOutput(root: string, sections: readonly string[]): Output {
  const results = join(root, 'infra', 'bench', 'results.json');
  const profiles = join(root, 'infra', 'bench', 'profiles.json');
  const docs = join(root, 'docs');
  const images = join(docs, 'images');
  for (const folder of [join(results, '..'), images]) mkdirSync(folder, { recursive: true });

  // Either page speaks of what stands on the other.
  const writePages = () => {
    const measured = readResults(results);
    const seen = readProfiles(profiles);
    writeFileSync(join(docs, 'benchmarks.md'), writeDocument(measured, sections, seen));
    if (Object.keys(seen).length === 0) return;
    const rows = Object.values(measured).flatMap(({ rows: own }) => own.map(({ what }) => what));
    writeFileSync(join(docs, 'benchmarks-profiles.md'), writeProfiles(seen, rows));
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
