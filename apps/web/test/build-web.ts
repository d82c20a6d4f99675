import type { TestProject } from 'vitest/node';
import { buildSite } from './speed/build-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the web app built for this run. */
    webRoot: string;
  }
}

/** Builds the web app once per run, or uses the build made by `npm test` (`TEST_WEB_ROOT`). */
export default async function buildWebForTests(project: TestProject): Promise<() => void> {
  const { TEST_WEB_ROOT: built } = process.env;
  if (built) {
    project.provide('webRoot', built);
    return () => {};
  }
  const { webRoot, forget } = await buildSite();
  project.provide('webRoot', webRoot);
  return forget;
}
