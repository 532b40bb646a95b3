import type { Reference } from '@carrara/contract/core/kinds';
import { createContext } from 'react';

/** Where the choices of a reference come from: all of them, or those that a search finds. */
export type OptionSource = readonly Reference[] | ((search: string) => Promise<readonly Reference[]>);

const noOptions: OptionSource = [];

/**
 * Answers the choices for what a field points at (`fund`, `reference:currency`). Given once by the application, so that no form
 * has to say where its references come from.
 */
export const OptionSources = createContext<(of: string) => OptionSource>(() => noOptions);
