import type { Firm } from './firm.ts';
import type { Caller, Product } from './product.ts';

/** A running product to attack: built, with two firms and the sessions of two people in the first one. */
export interface Target {
  readonly product: Product;
  /** The data folder of the product. */
  readonly folder: string;
  readonly firm: Firm;
  /** A firm to which the people below have no access. */
  readonly otherFirm: Firm;
  readonly editor: Caller;
  readonly viewer: Caller;
  /** Starts another product with its own settings, on an empty data folder or the given one. Both are removed after the attack. */
  readonly startAnother: (environment: Record<string, string>, folder?: string) => Promise<Product>;
  /** Records an attempt and its response. `npm run prove -- faults` prints it. */
  readonly tried: (label: string, answered: string | number) => void;
}

/** An attack on a running product, with the expected result. Afterwards, the same process has to be ready. */
export interface Attack {
  readonly label: string;
  /** Set if it takes more than a few seconds. Such attacks run only with `npm run prove -- faults`. */
  readonly long?: true;
  /** Attacks the product and checks the result. */
  readonly run: (target: Target) => Promise<void>;
}
