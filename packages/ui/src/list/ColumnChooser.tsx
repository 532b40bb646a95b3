import type { Column } from '@carrara/contract/core/fields';
import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import quietButtonStyles from './quietButton.module.css';
import choicesStyles from './choices.module.css';

export interface ColumnChooserProps {
  readonly columns: readonly Column[];
  readonly visible: readonly string[];
  /** Undefined restores the list's default columns. */
  readonly onChange: (selected: readonly string[] | undefined) => void;
}

export function ColumnChooser({ columns, visible, onChange }: ColumnChooserProps) {
  // The order is the list's own, not the order of choosing.
  const toggle = (field: string) =>
    onChange(
      columns
        .map((column) => column.field)
        .filter((other) => (other === field ? !visible.includes(field) : visible.includes(other))),
    );
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={quietButtonStyles.quiet} aria-label="Columns">
          <IconColumns3 size={15} aria-hidden />
          <span>Columns</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={choicesStyles.choices ?? ''} aria-label="Columns">
        <div className={choicesStyles.options}>
          {columns.map(({ field, title }, position) => (
            <label key={field}>
              <input
                type="checkbox"
                checked={visible.includes(field)}
                disabled={position === 0 || (visible.length === 1 && visible[0] === field)}
                onChange={() => toggle(field)}
              />
              {title}
            </label>
          ))}
        </div>
        <button type="button" className={quietButtonStyles.quiet} onClick={() => onChange(undefined)}>
          Reset
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The columns of a list that are displayed by default. */
export function ownColumns(columns: readonly Column[]): readonly string[] {
  return columns.filter((column) => !column.hidden).map((column) => column.field);
}
