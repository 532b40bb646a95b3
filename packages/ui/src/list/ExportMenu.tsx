import { Menu } from '@mantine/core';
import {
  IconCalendarRepeat,
  IconClipboardText,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
} from '@tabler/icons-react';
import styles from './quietButton.module.css';

interface ExportLinks {
  readonly excel?: string | undefined;
  readonly pdf?: string | undefined;
}

export interface ExportMenuProps {
  /** Links, or a function if a link has to be requested first (a download token). */
  readonly links: ExportLinks | ((format: 'excel' | 'pdf') => void);
  /** Copies the rows on the page. */
  readonly onCopy: () => void;
  /** Subscribes to the file. */
  readonly onSubscribe?: (() => void) | undefined;
}

/** Exports all matching rows as a file, with all columns, or copies the visible columns of the page. */
export function ExportMenu({ links, onCopy, onSubscribe }: ExportMenuProps) {
  const item = (format: 'excel' | 'pdf', label: string, Icon: typeof IconDownload) => {
    const icon = <Icon size={15} aria-hidden />;
    if (typeof links === 'function') {
      return (
        <Menu.Item leftSection={icon} onClick={() => links(format)}>
          {label}
        </Menu.Item>
      );
    }
    const href = links[format];
    return href ? (
      <Menu.Item component="a" href={href} download leftSection={icon}>
        {label}
      </Menu.Item>
    ) : null;
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.quiet} aria-label="Export">
          <IconDownload size={15} aria-hidden />
          <span>Export</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('excel', 'Excel', IconFileSpreadsheet)}
        {item('pdf', 'PDF', IconFileTypePdf)}
        <Menu.Item leftSection={<IconClipboardText size={15} aria-hidden />} onClick={onCopy}>
          Copy page as a table
        </Menu.Item>
        {onSubscribe ? (
          <Menu.Item leftSection={<IconCalendarRepeat size={15} aria-hidden />} onClick={onSubscribe}>
            On a schedule…
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
