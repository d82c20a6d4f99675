import { capture } from './profile/capture.ts';
import { describeProfile } from './profile/describe-profile.ts';
import type { Profiler } from './profile/scene.ts';
import { describeMachine, loadAverage } from './report/machine.ts';
import type { Output } from './report/output.ts';
import type { Section, Settings } from './settings.ts';

/**
 * Profiles the loads of sections in sequence, those whose names contain one of the texts; each result is saved at once.
 */
export async function profileSections(
  sections: readonly Section[],
  options: { settings: Settings; scenes: readonly string[]; command: string; output: Output },
): Promise<void> {
  const { settings, scenes, command, output } = options;
  const profiler: Profiler = {
    wants: (what) => scenes.some((text) => what.includes(text)),
    async capture(product, scene) {
      const before = loadAverage();
      const seen = await capture(product, scene);
      const at = new Date().toISOString().slice(0, 10);
      const profile = { ...seen, at, command, machine: describeMachine(before) };
      console.log(describeProfile(profile));
      output.saveProfile(profile);
    },
  };
  for (const { profile } of sections) await profile?.(settings, profiler);
}
