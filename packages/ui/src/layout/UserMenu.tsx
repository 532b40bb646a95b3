import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { colorSchemes } from './colorSchemes.ts';
import styles from './userMenu.module.css';
import unseenStyles from '../value/unseen.module.css';
import type { ShellUser, UserMenuItem } from './shellTypes.ts';

export interface UserMenuProps {
  readonly user: ShellUser;
  readonly items: readonly UserMenuItem[];
}

export function UserMenu({ user, items }: UserMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={styles.avatar} data-tour="account">
          <span className={unseenStyles.unseen}>User menu of {user.name}</span>
          {user.pictureUrl ? <img src={user.pictureUrl} alt="" /> : <span aria-hidden>{initials(user.name)}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <b>{user.name}</b>
          {user.email ? <span>{user.email}</span> : null}
        </div>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {colorSchemes.map(([scheme, title]) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            rightSection={colorScheme === scheme ? <IconCheck size={14} aria-label="chosen" /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {items.map(({ title, href, onSelect }) =>
          href ? (
            <Menu.Item key={title} component="a" href={href}>
              {title}
            </Menu.Item>
          ) : (
            <Menu.Item key={title} onClick={() => onSelect?.()}>
              {title}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const names = name.split(/\s+/).filter(Boolean);
  return `${names[0]?.charAt(0) ?? ''}${names.length > 1 ? (names.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase();
}
