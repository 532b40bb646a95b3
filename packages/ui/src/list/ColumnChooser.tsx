import type { Column } from '@carrara/contract/core/fields';
import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { resizeByKey } from './columnWidth.ts';
import hintStyles from './hint.module.css';
import { OrderedChoices } from './OrderedChoices.tsx';
import quietButtonStyles from './quietButton.module.css';
import choicesStyles from './choices.module.css';

export interface ColumnChooserProps {
  readonly columns: readonly Column[];
  /** The fields of the displayed columns, in order. */
  readonly visible: readonly string[];
  /** Undefined restores the list's default columns. */
  readonly onChange: (selected: readonly string[] | undefined) => void;
  /** Returns the width of a displayed column in pixels. */
  readonly widthOf: (field: string) => number;
  readonly onResize: (field: string, width: number) => void;
  /** Undefined if the list has no totals. */
  readonly totals?: { readonly areVisible: boolean; readonly onChange: (areVisible: boolean) => void } | undefined;
}

/** Chooses the columns of a list, their order and their widths, and whether it displays its totals. */
export function ColumnChooser({ columns, visible, onChange, widthOf, onResize, totals }: ColumnChooserProps) {
  const displayed = visible.flatMap((field) => columns.filter((column) => column.field === field));
  const others = columns.filter(({ field }) => !visible.includes(field));
  const toggle = (field: string) =>
    onChange(
      visible.includes(field) ? visible.filter((other) => other !== field) : withColumn(columns, visible, field),
    );
  const move = (at: number, by: -1 | 1) => {
    const field = visible[at];
    if (field !== undefined) onChange(visible.toSpliced(at, 1).toSpliced(at + by, 0, field));
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={quietButtonStyles.quiet} aria-label="Columns">
          <IconColumns3 size={15} aria-hidden />
          <span>Columns</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={choicesStyles.choices ?? ''} aria-label="Columns">
        <OrderedChoices
          choices={[...displayed, ...others].map(({ field, title }) => ({
            id: field,
            title,
            isChosen: visible.includes(field),
            // The first column of the list names its rows.
            isFixed: columns[0]?.field === field || (visible.length === 1 && visible[0] === field),
          }))}
          ordered={displayed.length}
          onToggle={toggle}
          onMove={move}
          onKeyDown={(event, field) =>
            visible.includes(field) ? resizeByKey(event, widthOf(field), (width) => onResize(field, width)) : undefined
          }
        />
        {totals ? (
          <div className={choicesStyles.options}>
            <label>
              <input
                type="checkbox"
                checked={totals.areVisible}
                onChange={({ target }) => totals.onChange(target.checked)}
              />
              Totals
            </label>
          </div>
        ) : null}
        <p className={hintStyles.hint}>
          Drag the edge of a heading to resize its column, or press Shift and ← or →. Press Alt and ↑ or ↓ to move it.
        </p>
        <button type="button" className={quietButtonStyles.quiet} onClick={() => onChange(undefined)}>
          Reset
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Adds a column behind the one that it follows in the list's own order. */
function withColumn(columns: readonly Column[], visible: readonly string[], field: string): readonly string[] {
  const before = columns.slice(
    0,
    columns.findIndex((column) => column.field === field),
  );
  const at = before.reduce((last, column) => Math.max(last, visible.indexOf(column.field)), -1);
  return visible.toSpliced(at + 1, 0, field);
}

/** The columns of a list that are displayed by default. */
export function ownColumns(columns: readonly Column[]): readonly string[] {
  return columns.filter((column) => !column.hidden).map((column) => column.field);
}
