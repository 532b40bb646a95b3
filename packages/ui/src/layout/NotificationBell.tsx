import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { registerCloser } from '../feedback/openDialogs.ts';
import { formatInstant } from '../value/formatDate.ts';
import styles from './notificationBell.module.css';
import type { ShellNotification } from './shellTypes.ts';

/** From the specification: the update history has the last five. */
const maxDisplayed = 5;

export interface NotificationBellProps {
  readonly notifications: readonly ShellNotification[];
  readonly href?: string | undefined;
  readonly onSeen?: (() => void) | undefined;
}

export function NotificationBell({ notifications, href, onSeen }: NotificationBellProps) {
  const [isOpen, setOpen] = useState(false);
  // Closes the panel when the page changes; otherwise it would cover the next one.
  useEffect(() => (isOpen ? registerCloser(() => setOpen(false)) : undefined), [isOpen]);
  const show = (opens: boolean) => {
    setOpen(opens);
    if (opens) onSeen?.();
  };
  const unread = notifications.filter((notification) => notification.unread).length;
  // Also closes if the link leads to the current page.
  const closeAtLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) setOpen(false);
  };
  return (
    <Popover
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={show}
      onDismiss={() => setOpen(false)}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.bell}
          onClick={() => show(!isOpen)}
          data-tour="notifications"
          aria-label={unread > 0 ? `Notifications, ${String(unread)} new` : 'Notifications'}
        >
          <IconBell size={17} aria-hidden />
          {unread > 0 ? <span aria-hidden>{unread}</span> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.notifications ?? ''} aria-label="Notifications" onClick={closeAtLink}>
        <h2>Notifications</h2>
        {notifications.length === 0 ? <p>No notifications yet.</p> : null}
        <ul>
          {notifications.slice(0, maxDisplayed).map(({ id, text, at, href: target, unread: isNew }) => (
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
