import { IconAlertTriangle, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import styles from './shellHeader.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import type { Crumb, ShellInbox, ShellUser, UserMenuItem } from './shellTypes.ts';
import { UserMenu } from './UserMenu.tsx';

export interface ShellHeaderProps {
  readonly crumbs: readonly Crumb[];
  readonly notice?: string | undefined;
  readonly user: ShellUser;
  readonly userMenu: readonly UserMenuItem[];
  readonly helpMenu: readonly UserMenuItem[];
  readonly inbox: ShellInbox;
  readonly onOpenPalette: () => void;
  readonly onOpenDrawer: () => void;
}

export function ShellHeader(props: ShellHeaderProps) {
  return (
    <header className={styles.header}>
      <button type="button" className={styles.burger} aria-label="Open menu" onClick={props.onOpenDrawer}>
        <IconMenu2 size={18} aria-hidden />
      </button>
      <Breadcrumbs crumbs={props.crumbs} />
      <p className={styles.notice} role="status" title={props.notice}>
        {props.notice ? (
          <>
            <IconAlertTriangle size={15} aria-hidden />
            <span>{props.notice}</span>
          </>
        ) : null}
      </p>
      <button type="button" className={styles.search} data-tour="search" onClick={props.onOpenPalette}>
        <IconSearch size={14} aria-hidden />
        <span>Search or jump to…</span>
        <kbd aria-hidden>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <HelpMenu items={props.helpMenu} />
      <NotificationBell {...props.inbox} />
      <UserMenu user={props.user} items={props.userMenu} />
    </header>
  );
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
