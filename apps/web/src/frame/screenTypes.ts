import type { Access, Application } from '@carrara/contract/core/permissions';
import type { RecordIcon } from '@carrara/contract/core/recordType';
import type { ComponentType } from 'react';

/** An entry of the sidebar: a part of a module. */
export interface Section {
  readonly id: string;
  readonly module: Application;
  /** The heading that it stands under. */
  readonly group: string;
  readonly title: string;
  readonly icon: IconName;
  readonly path: string;
  readonly permission: Access;
}

/** By what it draws. */
export type IconName = RecordIcon | 'home' | 'people' | 'report' | 'database' | 'settings' | 'bell';

export interface ScreenProps {
  readonly screen: Screen;
}
export interface ViewProps {
  /** The record of the profile that the view is a tab of. */
  readonly id: string;
}

type Lazy<P> = () => Promise<ComponentType<P>>;

/** A tab of a profile, with an address of its own. */
export interface View {
  readonly id: string;
  readonly title: string;
  /** Who sees the tab, when fewer than see the profile. */
  readonly permission?: Access;
  /** Another name of the same view in an address. */
  readonly alias?: string;
  /** Reached by its address and by buttons, not by a tab. */
  readonly isUnlisted?: true;
  readonly load: Lazy<ViewProps>;
}

/** What kind of page it is; the breadcrumbs follow from it. */
export type PageKind = 'list' | 'add' | 'edit' | 'profile';

/** A screen, as data. Routes, sidebar, breadcrumbs, guards, titles, command palette and the smoke test are derived from the table of them. */
export interface Screen {
  /** Of the router: `/carry/fund/:id/profile/:view`. The first view stands when the address names none. */
  readonly path: string;
  /** Further addresses of the same screen. */
  readonly aliases?: readonly string[];
  /** What the browser's tab, the breadcrumb and the command palette call it. */
  readonly title: string;
  readonly kind: PageKind;
  readonly section: string;
  /** What the breadcrumb calls the section's list, where that is not its title. */
  readonly listTitle?: string;
  readonly permission: Access;
  readonly load: Lazy<ScreenProps>;
  readonly views?: readonly View[];
  /** Offered by the command palette under this name: `Add fund`. */
  readonly action?: string;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  /** Only people with this application are led on; others are told that they don't have it. */
  readonly application?: Application;
}
