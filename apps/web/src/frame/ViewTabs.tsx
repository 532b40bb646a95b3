import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import type { ReactNode } from 'react';
import { preload } from './lazyParts.ts';
import type { View } from './screenTypes.ts';

interface ViewTabsProps {
  readonly views: readonly View[];
  readonly current: string;
  readonly addressOf: (id: string) => string;
  /** The counts behind the titles, by view. */
  readonly counts?: Readonly<Record<string, ReactNode>>;
}

/** The tabs of a profile. The code of a view loads when its tab is about to be opened. */
export const ViewTabs = ({ views, current, addressOf, counts = {} }: ViewTabsProps) => (
  <RouteTabs
    current={current}
    tabs={views
      .filter(({ isUnlisted }) => !isUnlisted)
      .map(({ id, title }) => ({ id, title, href: addressOf(id), count: counts[id] }))}
    onPrefetch={(tab) => views.filter(({ id }) => id === tab.id).forEach((view) => void preload(view))}
  />
);
