import type { TestProject } from 'vitest/node';
import { buildSite } from './speed/build-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the web app as it was built for this run. */
    webRoot: string;
  }
}

/** Builds the web app once per run. */
export default async function buildWebForTests(project: TestProject): Promise<() => void> {
  const { webRoot, forget } = await buildSite();
  project.provide('webRoot', webRoot);
  return forget;
}
