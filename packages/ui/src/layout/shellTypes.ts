import type { ReactNode } from 'react';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly icon?: ReactNode;
  /** The number of open items behind the entry, such as 3 distributions to approve. */
  readonly badge?: number | string | undefined;
}

export interface MenuGroup {
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

export interface ShellTenant {
  readonly name: string;
  /** The address for choosing another firm, for people who belong to several. */
  readonly changeHref?: string | undefined;
  readonly logoUrl?: string | undefined;
  /** The tenant settings NavigationBarColor, NavigationBarMenuColor and BreadcrumbsColor; any CSS hex color. */
  readonly navigationBarColor?: string | undefined;
  readonly navigationBarMenuColor?: string | undefined;
  readonly breadcrumbsColor?: string | undefined;
}

export interface ShellModule {
  readonly id: string;
  readonly title: string;
  readonly href: string;
}

export interface Crumb {
  readonly title: string;
  /** The last one has none, because it is the current page. */
  readonly href?: string | undefined;
}

export interface ShellNotification {
  readonly id: string;
  readonly text: string;
  /** A UTC instant. */
  readonly at: string;
  readonly href?: string | undefined;
  readonly unread?: boolean;
}

/** A tab of the inbox behind the bell. */
export interface InboxTab {
  readonly id: string;
  readonly title: string;
  readonly items: readonly ShellNotification[];
  /** The text if there are none. */
  readonly empty: string;
  /** The page that lists all of them. */
  readonly href: string;
  readonly linkTitle: string;
}

export interface ShellInbox {
  readonly tabs: readonly InboxTab[];
  /** The number on the bell. */
  readonly unread: number;
  readonly onOpen?: (() => void) | undefined;
  /** Called when the link of an item is followed. */
  readonly onFollow?: ((id: string) => void) | undefined;
  /** Undefined if nothing is unread. */
  readonly onMarkAll?: (() => void) | undefined;
}

export interface ShellUser {
  readonly name: string;
  readonly email?: string | undefined;
  readonly pictureUrl?: string | undefined;
}

export interface UserMenuItem {
  readonly title: string;
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}
