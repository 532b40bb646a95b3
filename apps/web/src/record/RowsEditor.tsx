import type { Field, Fields } from '@carrara/contract/fields';
import { FieldInput } from '@carrara/ui/form';
import { Panel } from '@carrara/ui/profile';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './record.module.css';

export type RowValues = Readonly<Record<string, unknown>>;

export interface RowsEditorProps {
  readonly title: string;
  readonly fields: Fields;
  readonly rows: readonly RowValues[];
  readonly onChange: (rows: readonly RowValues[]) => void;
  readonly addLabel: string;
  /** Adds rows in another way than with a blank one. */
  readonly onAdd?: () => void;
  readonly blank?: RowValues;
  /** What is wrong with a row, shown below it. */
  readonly rowError?: (row: RowValues, at: number) => string | undefined;
  /** What is wrong with the rows as a whole. */
  readonly error?: ReactNode;
  /** Cells that follow from other rows. */
  readonly isFixed?: (name: string, at: number) => boolean;
  readonly canRemove?: (row: RowValues) => boolean;
  readonly actions?: ReactNode;
}

/** Rows inside a form, over a small field table: the periods of a schedule, the rates of a tax profile, the holders of an investment. */
export function RowsEditor(props: RowsEditorProps) {
  const { title, fields, rows, onChange, addLabel, blank = {}, error, actions, canRemove = () => true } = props;
  const change = (at: number, name: string, value: unknown) =>
    onChange(rows.map((row, position) => (position === at ? { ...row, [name]: value } : row)));
  return (
    <Panel title={title} actions={actions}>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {rows.map((row, at) => (
        // Rows have no identity of their own before they are saved; their position is it.
        <div key={`row ${String(at)}`} className={styles.row} data-columns={Object.keys(fields).length}>
          {Object.entries(fields).map(([name, field]) => (
            <RowCell
              key={name}
              name={`${title}.${String(at)}.${name}`}
              field={{ ...field, title: `${field.title}` }}
              value={row[name]}
              fixed={props.isFixed?.(name, at) ?? false}
              onChange={(value) => change(at, name, value)}
            />
          ))}
          <Button
            variant="subtle"
            className={styles.remove ?? ''}
            aria-label={`Remove row ${String(at + 1)} of ${title}`}
            disabled={!canRemove(row)}
            onClick={() => onChange(rows.filter((_, position) => position !== at))}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
          <RowError text={props.rowError?.(row, at)} />
        </div>
      ))}
      <Button variant="default" onClick={() => (props.onAdd ? props.onAdd() : onChange([...rows, blank]))}>
        {addLabel}
      </Button>
    </Panel>
  );
}

const RowError = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p className={styles.error} role="alert">
      {text}
    </p>
  ) : null;

interface RowCellProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly fixed: boolean;
  readonly onChange: (value: unknown) => void;
}

function RowCell({ fixed, ...input }: RowCellProps) {
  return <FieldInput {...input} onBlur={() => undefined} error={undefined} disabled={fixed} />;
}
