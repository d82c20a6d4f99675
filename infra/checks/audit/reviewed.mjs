import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../files.mjs';

/** Known holes that stay, each with the exact version it was judged for and the reason: `{ advisory, id, severity, reason }`. */
export function readReviewed(file) {
  return JSON.parse(readFileSync(resolve(root, file), 'utf8'));
}

/** A judgement holds for one version; when that one is gone, so is the judgement. */
export function staleReviews(reviewed, graph) {
  return reviewed.flatMap(({ advisory, id, reason }) => {
    if (!reason) return [`${advisory} on ${id} is reviewed without a reason`];
    return graph.has(id)
      ? []
      : [`${advisory} was reviewed for ${id}, which is not delivered any more: judge it anew`];
  });
}
