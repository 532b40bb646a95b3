import type { Access, Application } from '@carrara/contract/core/permissions';
import type { RecordIcon } from '@carrara/contract/core/recordType';
import type { ComponentType } from 'react';
import type { HelpAddress } from './helpAddress.ts';

/** An entry of the sidebar: a section of a module. */
export interface Section {
  readonly id: string;
  readonly module: Application;
  /** The heading above it in the sidebar. */
  readonly group: string;
  readonly title: string;
  readonly icon: IconName;
  readonly path: string;
  readonly permission: Access;
}

/** Icons are named after their picture. */
export type IconName = RecordIcon | 'home' | 'people' | 'report' | 'database' | 'settings' | 'bell';

export interface ScreenProps {
  readonly screen: Screen;
}
export interface ViewProps {
  /** The record of the profile that contains the tab. */
  readonly id: string;
}

type Lazy<P> = () => Promise<ComponentType<P>>;

/** A tab of a profile, with its own address. */
export interface View {
  readonly id: string;
  readonly title: string;
  /** The permission to see the tab, if it is stricter than that of the profile. */
  readonly permission?: Access;
  /** Another name of the view in addresses. */
  readonly alias?: string;
  /** True if the view has no tab and is reached only by its address and by buttons. */
  readonly isUnlisted?: true;
  readonly load: Lazy<ViewProps>;
}

/** The kind of the page, which determines its breadcrumbs. */
type PageKind = 'list' | 'add' | 'edit' | 'profile';

/**
 * A page of the application, as data. Routes, sidebar, breadcrumbs, permission checks, titles, command palette and the smoke test all come from the
 * table of pages.
 */
export interface Screen {
  /** The path in the router: `/carry/fund/:id/profile/:view`. Without a view, the first one is displayed. */
  readonly path: string;
  /** Other addresses of the same page. */
  readonly aliases?: readonly string[];
  /** The title in the browser tab, the breadcrumbs and the command palette. */
  readonly title: string;
  readonly kind: PageKind;
  readonly section: string;
  /** The name of the section's list in the breadcrumbs, if it differs from the section's title. */
  readonly listTitle?: string;
  readonly permission: Access;
  readonly load: Lazy<ScreenProps>;
  readonly views?: readonly View[];
  /** The name of the action in the command palette: `Add fund`. */
  readonly action?: string;
}

export interface HelpPanelProps {
  /** The displayed address. */
  readonly address: HelpAddress;
  /** Returns to the address before it; undefined at the first one. */
  readonly onBack: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The parts of the help. They load when they are first needed. */
export interface HelpParts {
  readonly panel: { readonly load: Lazy<HelpPanelProps> };
  readonly shortcuts: { readonly load: Lazy<Pick<HelpPanelProps, 'onClose'>> };
  /** Loads the function that returns the guide of a screen, as an address after `#/help/`; undefined if no guide covers it. */
  readonly loadGuides: () => Promise<(screen: Pick<Screen, 'path' | 'section'>) => string | undefined>;
  /** Loads the guides that explain failures, by code. */
  readonly loadFailures: () => Promise<Readonly<Record<string, string | undefined>>>;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  /** Only people with this application are redirected. Others see a message that they don't have it. */
  readonly application?: Application;
}
