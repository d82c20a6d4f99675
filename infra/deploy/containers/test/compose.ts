import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const repository = join(import.meta.dirname, '../../../..');

export type ComposeService = {
  image: string;
  build?: { dockerfile: string; target: string };
  command?: string[];
  working_dir?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  logging?: object;
  pull_policy?: string;
  profiles?: string[];
};

export type Compose = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
};

/** docker-compose.yml with anchors resolved and variables unexpanded. */
export function readCompose(): Compose {
  return parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8'), { merge: true });
}
