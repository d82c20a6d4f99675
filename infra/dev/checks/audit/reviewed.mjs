import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../files.mjs';

/** Accepted vulnerabilities, each with the reviewed version and the reason: `{ advisory, id, severity, reason }`. */
export function readReviewed(file) {
  return JSON.parse(readFileSync(resolve(root, file), 'utf8'));
}

/** A review applies to one version and is stale once that version is gone. */
export function staleReviews(reviewed, graph) {
  return reviewed.flatMap(({ advisory, id, reason }) => {
    if (!reason) return [`${advisory} on ${id} is reviewed without a reason`];
    return graph.has(id)
      ? []
      : [`${advisory} was reviewed for ${id}, which is not delivered any more: judge it anew`];
  });
}
