import type { Scene } from '../profile/scene.ts';
import type { Product } from '../stage/product.ts';

/** What the parts of the section `jobs` show to a profiler: a product whose jobs lie on a backend. */
export type Profiled = {
  product: Product;
  backend: string;
  queueUrl: string;
  /** The queue's own process, where it has one, and this one. */
  others: Scene['others'];
};
