import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const repository = join(import.meta.dirname, '../../../..');

export type ComposeService = {
  image: string;
  build?: { dockerfile: string; target: string; args: { SERVICE: string } };
  command?: string[];
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  networks?: string[];
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  healthcheck?: object;
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

/**
 * The environment of a container as compose builds it from the variables of `.env`: expands `${NAME}`,
 * `${NAME:-default}` and `${NAME:?text}`, and passes on names without a value if set.
 */
export function environmentOf(
  { environment = {} }: ComposeService,
  variables: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const given = value === null ? variables[name] : interpolate(value, variables);
      return given === undefined ? [] : [[name, given]];
    }),
  );
}

/** Throws for a required variable that is empty, as compose does. */
export function interpolate(text: string, variables: Record<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = variables[name];
      if (value) return value;
      if (kind === '?') throw new Error(`${name}: ${rest}`);
      return kind === '-' ? rest : '';
    },
  );
}
