import { createContext, useContext } from 'react';
import type { Redirect, Screen, Section } from './screenTypes.ts';

/** The contents of the frame. The frame itself knows no pages. */
export interface ScreenTables {
  readonly sections: readonly Section[];
  readonly screens: readonly Screen[];
  readonly redirects: readonly Redirect[];
}

export const Tables = createContext<ScreenTables>({ sections: [], screens: [], redirects: [] });

export const useTables = () => useContext(Tables);
