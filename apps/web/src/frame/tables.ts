import { createContext, useContext } from 'react';
import type { HelpParts, Redirect, Screen, Section } from './screenTypes.ts';

/** The pages that the frame displays. They are passed to it, because the frame imports no pages. */
export interface ScreenTables {
  readonly sections: readonly Section[];
  readonly screens: readonly Screen[];
  readonly redirects: readonly Redirect[];
  readonly help: HelpParts;
}

export const Tables = createContext<ScreenTables>({
  sections: [],
  screens: [],
  redirects: [],
  help: {
    panel: { load: () => Promise.resolve(() => null) },
    shortcuts: { load: () => Promise.resolve(() => null) },
    loadGuides: () => Promise.resolve(() => undefined),
    loadFailures: () => Promise.resolve({}),
  },
});

export const useTables = () => useContext(Tables);
