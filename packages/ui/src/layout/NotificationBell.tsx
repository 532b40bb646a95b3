import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { formatInstant } from '../value/index.ts';
import styles from './layout.module.css';
import type { ShellNotification } from './shellTypes.ts';

/** From the specification: the update history holds the last five. */
const mostShown = 5;

export interface NotificationBellProps {
  readonly notifications: readonly ShellNotification[];
  readonly href?: string | undefined;
  readonly onSeen?: (() => void) | undefined;
}

export function NotificationBell({ notifications, href, onSeen }: NotificationBellProps) {
  const unread = notifications.filter((notification) => notification.unread).length;
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus onOpen={() => onSeen?.()}>
      <Popover.Target>
        <button
          type="button"
          className={styles.bell}
          aria-label={unread > 0 ? `Notifications, ${String(unread)} new` : 'Notifications'}
        >
          <IconBell size={17} aria-hidden />
          {unread > 0 ? <span aria-hidden>{unread}</span> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.notifications ?? ''} aria-label="Notifications">
        <h2>Notifications</h2>
        {notifications.length === 0 ? <p>Nothing has happened yet.</p> : null}
        <ul>
          {notifications.slice(0, mostShown).map(({ id, text, at, href: target, unread: isNew }) => (
            <li key={id} data-unread={isNew === true}>
              {target ? <a href={target}>{text}</a> : <span>{text}</span>}
              <time dateTime={at}>{formatInstant(at)}</time>
            </li>
          ))}
        </ul>
        {href ? <a href={href}>All notifications</a> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
