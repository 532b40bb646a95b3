import { Popover } from '@mantine/core';
import { useState } from 'react';
import styles from './tableRow.module.css';

export interface CoverageCellProps {
  /** `1 of 2 funds`. */
  readonly count: string;
  /** The funds that are left out, with the reasons. */
  readonly text: string;
}

/** How many funds the figures of a row include. Pointing at it or opening it says which ones they leave out. On paper, the text follows it. */
export function CoverageCell({ count, text }: CoverageCellProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={360}>
      <Popover.Target>
        <button
          type="button"
          className={styles.coverage}
          data-printed={text}
          onClick={() => setOpen(true)}
          onMouseEnter={() => setOpen(true)}
          onMouseLeave={() => setOpen(false)}
          onBlur={() => setOpen(false)}
          onKeyDown={({ key }) => (key === 'Escape' ? setOpen(false) : undefined)}
        >
          {count}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{text}</Popover.Dropdown>
    </Popover>
  );
}
