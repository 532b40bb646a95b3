import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import styles from './rowMenu.module.css';

export interface RowAction {
  readonly label: string;
  readonly onSelect: () => void;
}

export interface RowMenuProps {
  /** The name of the row, which labels the button for assistive technology. */
  readonly label: string;
  readonly actions: readonly RowAction[];
}

/** Several actions of a row behind one narrow button, so that the figures have more room. */
export function RowMenu({ label: name, actions }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.button} aria-label={`Actions for ${name}`}>
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onSelect }) => (
          <Menu.Item key={label} onClick={onSelect}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
