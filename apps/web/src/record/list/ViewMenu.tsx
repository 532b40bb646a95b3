import quietButtonStyles from '@carrara/ui/list/quietButton.module.css';
import { Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { preload, useLazyPart } from '../../frame/lazyParts.ts';
import type { ViewMenuProps } from './useListState.ts';
import styles from './viewMenu.module.css';

const items = { load: async () => (await import('./ViewMenuItems.tsx')).ViewMenuItems };

/** The button of the list's saved views. It names the one that is open. Its menu loads when it is needed. */
export function ViewMenu(props: ViewMenuProps) {
  const { current, isChanged } = props.views;
  const [isOpen, setOpen] = useState(false);
  const name = current ? `${current.name}${isChanged ? ', changed' : ''}` : undefined;
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen} width={280}>
      <Menu.Target>
        <button
          type="button"
          className={quietButtonStyles.quiet}
          data-views
          aria-label={name ? `Views: ${name}` : 'Views'}
          onMouseEnter={() => void preload(items)}
          onFocus={() => void preload(items)}
        >
          <IconBookmark size={15} aria-hidden />
          <span className={styles.name}>{current?.name ?? 'Views'}</span>
          {isChanged ? <i className={styles.changed} aria-hidden /> : null}
        </button>
      </Menu.Target>
      <Menu.Dropdown>{isOpen ? <Items {...props} /> : null}</Menu.Dropdown>
    </Menu>
  );
}

function Items(props: ViewMenuProps) {
  const draw = useLazyPart(items);
  return draw?.(props) ?? <Menu.Label>Loading…</Menu.Label>;
}
