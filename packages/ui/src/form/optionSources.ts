import type { Reference } from '@carrara/contract/core/kinds';
import { createContext } from 'react';

/** The first results of a search, and their total number. */
export interface FirstOptions {
  readonly options: readonly Reference[];
  readonly total: number;
}

/** A source of choices for a reference: the whole list, or the results of a search. */
export type OptionSource = readonly Reference[] | ((search: string) => Promise<readonly Reference[] | FirstOptions>);

/** The choices of a source and their total number; without a number, the list is complete. */
export const firstOptions = (found: readonly Reference[] | FirstOptions): FirstOptions =>
  'total' in found ? found : { options: found, total: found.length };

const noOptions: OptionSource = [];

/** Returns the choices for a reference target (`fund`, `reference:currency`). The application provides it once, so that no form has to. */
export const OptionSources = createContext<(name: string) => OptionSource>(() => noOptions);
