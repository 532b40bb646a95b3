import { createContext, useContext } from 'react';
import type { Redirect, Screen, Section } from './screenTypes.ts';

/** What the frame is filled with. It knows no screen by itself. */
export interface ScreenTables {
  readonly sections: readonly Section[];
  readonly screens: readonly Screen[];
  readonly redirects: readonly Redirect[];
}

export const Tables = createContext<ScreenTables>({ sections: [], screens: [], redirects: [] });

export const useTables = () => useContext(Tables);
