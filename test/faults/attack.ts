import type { Firm } from './firm.ts';
import type { Caller, Product } from './product.ts';

/** A running product to be attacked: built, with two firms and the sessions of two people of the first. */
export interface Target {
  readonly product: Product;
  /** The data folder of the product. */
  readonly folder: string;
  readonly firm: Firm;
  /** A firm that the people below have nothing to do with. */
  readonly otherFirm: Firm;
  readonly editor: Caller;
  readonly viewer: Caller;
  /** Starts another product, with settings of its own, over an empty data folder or the given one; both are cleared away after the attack. */
  readonly startAnother: (environment: Record<string, string>, folder?: string) => Promise<Product>;
  /** Notes what was tried and what was answered; `npm run prove -- faults` prints it. */
  readonly tried: (what: string, answered: string | number) => void;
}

/** What is done to a running product, and what must come of it. Afterwards the product must be ready still, as the same process. */
export interface Attack {
  readonly what: string;
  /** Takes more than a few seconds: left out of `npm test`, done by `npm run prove -- faults`. */
  readonly long?: true;
  /** Tries and expects. */
  readonly run: (target: Target) => Promise<void>;
}
