import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** The name of the current record for breadcrumbs and the title of the browser tab. It is available once the record is loaded. */
export interface Crumb {
  readonly name: string;
  readonly href?: string | undefined;
  /** The section of the record, for pages that display records of several sections. */
  readonly location?: CrumbLocation | undefined;
}

export interface CrumbLocation {
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

export const useVisibleCrumb = () => useContext(Board).crumb;

/** Sets the breadcrumb of a page that displays one record. Pass a constant, so that each call gets the same object. */
export function useRecordCrumb(name: string | undefined, href?: string, location?: CrumbLocation): void {
  const { show } = useContext(Board);
  useEffect(() => {
    show(name === undefined ? undefined : { name, href, location });
    return () => show(undefined);
  }, [name, href, location, show]);
}
