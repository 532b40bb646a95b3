import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** The name of the record on the screen, for breadcrumbs and the browser's tab; known only once it is loaded. */
export interface Crumb {
  readonly name: string;
  readonly href?: string | undefined;
  /** Where the record belongs, on a screen that shows records of several sections. */
  readonly place?: CrumbPlace | undefined;
}

export interface CrumbPlace {
  readonly section: string;
  readonly listTitle: string;
}

interface CrumbBoard {
  readonly crumb: Crumb | undefined;
  readonly show: (crumb: Crumb | undefined) => void;
}

const Board = createContext<CrumbBoard>({ crumb: undefined, show: () => undefined });

export function CrumbBoardProvider({ children }: { readonly children: ReactNode }) {
  const [crumb, show] = useState<Crumb>();
  const board = useMemo(() => ({ crumb, show }), [crumb]);
  return <Board value={board}>{children}</Board>;
}

export const useShownCrumb = () => useContext(Board).crumb;

/** Called by a screen that shows one record; a place comes from a table, so that it is the same one at each call. */
export function useRecordCrumb(name: string | undefined, href?: string, place?: CrumbPlace): void {
  const { show } = useContext(Board);
  useEffect(() => {
    show(name === undefined ? undefined : { name, href, place });
    return () => show(undefined);
  }, [name, href, place, show]);
}
