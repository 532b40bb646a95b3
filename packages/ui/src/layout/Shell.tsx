import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import styles from './shell.module.css';
import { ShellHeader } from './ShellHeader.tsx';
import { Sidebar } from './Sidebar.tsx';
import type {
  Crumb,
  MenuGroup,
  PaletteGroup,
  ShellInbox,
  ShellModule,
  ShellTenant,
  ShellUser,
  UserMenuItem,
} from './shellTypes.ts';
import { tenantColors } from './tenantColors.ts';
import { useRestoredFocus } from './useRestoredFocus.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));

export interface ShellProps {
  readonly tenant: ShellTenant;
  readonly modules: readonly ShellModule[];
  readonly currentModule?: string | undefined;
  readonly menu: readonly MenuGroup[];
  /** The id of the menu item that the screen belongs to. */
  readonly currentItem?: string | undefined;
  readonly crumbs: readonly Crumb[];
  readonly user: ShellUser;
  readonly userMenu: readonly UserMenuItem[];
  readonly helpMenu: readonly UserMenuItem[];
  readonly inbox: ShellInbox;
  /** The screens and actions that the palette lists and filters while a person types. */
  readonly palette: readonly PaletteGroup[];
  /** Searches records, from two characters on. */
  readonly searchRecords?: (text: string) => Promise<readonly PaletteGroup[]>;
  readonly onPrefetch?: (item: { readonly href: string }) => void;
  /** A notice such as a lost connection. It is in the header, so that nothing moves when it appears or disappears. */
  readonly notice?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of every screen: sidebar, breadcrumbs, palette, notifications, user menu. On small screens the sidebar is a drawer. */
export function Shell(props: ShellProps) {
  const [isNarrow, setNarrow] = useLocalStorage({ key: 'carrara.sidebar.narrow', defaultValue: false });
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [paletteCalls, setPaletteCalls] = useState(0);
  const openPalette = () => setPaletteCalls((calls) => calls + 1);
  useHotkeys([['mod+K', openPalette]], []);
  useRestoredFocus();
  return (
    <div className={styles.shell} data-narrow={isNarrow} style={tenantColors(props.tenant)}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <Sidebar
        tenant={props.tenant}
        modules={props.modules}
        currentModule={props.currentModule}
        menu={props.menu}
        currentItem={props.currentItem}
        isNarrow={isNarrow}
        onNarrowChange={setNarrow}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => setDrawerOpen(false)}
        onPrefetch={props.onPrefetch}
      />
      <div className={styles.page}>
        <ShellHeader
          crumbs={props.crumbs}
          notice={props.notice}
          user={props.user}
          userMenu={props.userMenu}
          helpMenu={props.helpMenu}
          inbox={props.inbox}
          onOpenPalette={openPalette}
          onOpenDrawer={() => setDrawerOpen(true)}
        />
        <main id="content" className={styles.main} tabIndex={-1}>
          {props.children}
        </main>
      </div>
      {paletteCalls > 0 ? (
        <Suspense fallback={null}>
          <Palette calls={paletteCalls} groups={props.palette} searchRecords={props.searchRecords} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The address bar has the route after '#', so the link must not be followed. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
