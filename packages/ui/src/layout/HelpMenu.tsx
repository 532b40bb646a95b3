import { Menu } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import styles from './notificationBell.module.css';
import type { UserMenuItem } from './shellTypes.ts';

export function HelpMenu({ items }: { readonly items: readonly UserMenuItem[] }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={styles.bell} data-tour="help" aria-label="Help">
          <IconHelpCircle size={17} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ title, onSelect }) => (
          <Menu.Item key={title} onClick={() => onSelect?.()}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
