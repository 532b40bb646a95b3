import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { registerCloser } from '../feedback/openDialogs.ts';
import { ListTabs } from '../list/ListTabs.tsx';
import { formatInstant } from '../value/formatDate.ts';
import styles from './notificationBell.module.css';
import type { InboxTab, ShellInbox } from './shellTypes.ts';

/** From the specification: the update history has the last five. The other tabs are as short. */
const maxDisplayed = 5;

/**
 * The inbox behind the bell, in tabs. The bell has one number: that of the person's unread notifications. It opens with
 * the first tab that has one.
 */
export function NotificationBell({ tabs, unread, onOpen, onFollow, onMarkAll }: ShellInbox) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  // Closes the panel when the page changes; otherwise it would cover the next one.
  useEffect(() => (isOpen ? registerCloser(() => setOpen(false)) : undefined), [isOpen]);
  const show = (opens: boolean) => {
    setOpen(opens);
    if (opens) onOpen?.();
  };
  // Also closes if the link leads to the current page.
  const closeAtLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) setOpen(false);
  };
  const [updates, ...own] = tabs;
  const unreadIn = ({ items }: InboxTab) => items.filter((item) => item.unread).length;
  const tab = tabs.find(({ id }) => id === chosen) ?? own.find((each) => unreadIn(each) > 0) ?? updates;
  return (
    <Popover
      position="bottom-end"
      width={400}
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
          {unread > 0 ? <span aria-hidden>{unread > 99 ? '99+' : unread}</span> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.notifications ?? ''} aria-label="Notifications" onClick={closeAtLink}>
        <div className={styles.head}>
          <h2>Notifications</h2>
          {onMarkAll ? (
            <button type="button" onClick={onMarkAll}>
              Mark all as read
            </button>
          ) : null}
        </div>
        {tabs.length > 1 ? (
          <ListTabs
            tabs={tabs.map((each) => {
              const { id, title } = each;
              const count = unreadIn(each);
              return { id, title, ...(each === updates || count === 0 ? {} : { count }) };
            })}
            current={tab?.id}
            onChange={setChosen}
          />
        ) : null}
        {tab ? <Items tab={tab} onFollow={onFollow} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function Items({ tab, onFollow }: Pick<ShellInbox, 'onFollow'> & { readonly tab: InboxTab }) {
  return (
    <>
      {tab.items.length === 0 ? <p>{tab.empty}</p> : null}
      <ul>
        {tab.items.slice(0, maxDisplayed).map(({ id, text, at, href, unread }) => (
          <li key={id} data-unread={unread === true}>
            {href ? (
              <a href={href} onClick={() => onFollow?.(id)}>
                {text}
              </a>
            ) : (
              <span>{text}</span>
            )}
            <time dateTime={at}>{formatInstant(at)}</time>
          </li>
        ))}
      </ul>
      <a href={tab.href}>{tab.linkTitle}</a>
    </>
  );
}
