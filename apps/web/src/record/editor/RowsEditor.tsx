import type { Field, Fields } from '@carrara/contract/core/fields';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../record.module.css';

export type RowValues = Readonly<Record<string, unknown>>;

export interface RowsEditorProps {
  readonly title: string;
  /** The path of the rows in the saved body. The error of a cell has the path `path.0.name`. */
  readonly path: string;
  readonly form: Pick<RecordFormState, 'errors' | 'blur'>;
  readonly fields: Fields;
  /** Returns the fields of a row, if they depend on its values. */
  readonly fieldsOf?: (row: RowValues) => Fields;
  /** True if people set the order of the rows. */
  readonly isOrdered?: boolean;
  readonly rows: readonly RowValues[];
  readonly onChange: (rows: readonly RowValues[]) => void;
  readonly addLabel: string;
  /** Replaces the default action of Add, which is a blank row. */
  readonly onAdd?: () => void;
  readonly blank?: RowValues;
  /** Returns the error of a row, which is displayed below it. */
  readonly rowError?: (row: RowValues, at: number) => string | undefined;
  /** True for cells whose value comes from other rows. */
  readonly isFixed?: (name: string, at: number) => boolean;
  readonly canRemove?: (row: RowValues) => boolean;
  readonly actions?: ReactNode;
}

/**
 * An editor of rows inside a form, over a small table of fields. Examples are the periods of a schedule, the rates of
 * a tax profile and the holders of an investment.
 */
export function RowsEditor(props: RowsEditorProps) {
  const { title, path, form, rows, onChange, addLabel, blank = {}, actions, canRemove = () => true } = props;
  const { fieldsOf = () => props.fields } = props;
  const error = form.errors[path];
  const change = (at: number, name: string, value: unknown) =>
    onChange(rows.map((row, position) => (position === at ? { ...row, [name]: value } : row)));
  return (
    <Panel title={title} actions={actions}>
      <div data-field={path}>
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
        {rows.map((row, at) => (
          // Rows have no id before they are saved, so the position is the key.
          <div
            key={`row ${String(at)}`}
            className={styles.row}
            data-columns={props.isOrdered ? undefined : Object.keys(fieldsOf(row)).length}
            data-names={Object.values(fieldsOf(row)).some(({ kind }) => kind === 'reference') || undefined}
            data-field={`${path}.${String(at)}`}
          >
            {Object.entries(fieldsOf(row)).map(([name, field]) => (
              <RowCell
                key={name}
                name={`${path}.${String(at)}.${name}`}
                field={field}
                value={row[name]}
                fixed={props.isFixed?.(name, at) ?? false}
                error={form.errors[`${path}.${String(at)}.${name}`]}
                onChange={(value) => change(at, name, value)}
                onBlur={() => form.blur(`${path}.${String(at)}.${name}`)}
              />
            ))}
            {props.isOrdered ? <MoveButtons title={title} rows={rows} at={at} onChange={onChange} /> : null}
            <Button
              variant="subtle"
              className={styles.remove ?? ''}
              aria-label={`Remove row ${String(at + 1)} of ${title}`}
              disabled={!canRemove(row)}
              onClick={() => onChange(rows.filter((_, position) => position !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </Button>
            <RowError text={props.rowError?.(row, at) ?? form.errors[`${path}.${String(at)}`]} />
          </div>
        ))}
      </div>
      <Button variant="default" onClick={() => (props.onAdd ? props.onAdd() : onChange([...rows, blank]))}>
        {addLabel}
      </Button>
    </Panel>
  );
}

type MoveButtonsProps = Pick<RowsEditorProps, 'title' | 'rows' | 'onChange'> & { readonly at: number };

/** Buttons that exchange a row with the one before or after it. */
function MoveButtons({ title, rows, at, onChange }: MoveButtonsProps) {
  const move = (to: number) => {
    const others = rows.filter((_, position) => position !== at);
    onChange([...others.slice(0, to), ...rows.slice(at, at + 1), ...others.slice(to)]);
  };
  const directions = [
    { text: 'up', to: at - 1, Icon: IconArrowUp },
    { text: 'down', to: at + 1, Icon: IconArrowDown },
  ];
  return directions.map(({ text, to, Icon }) => (
    <Button
      key={text}
      variant="subtle"
      className={styles.remove ?? ''}
      aria-label={`Move row ${String(at + 1)} of ${title} ${text}`}
      disabled={to < 0 || to >= rows.length}
      onClick={() => move(to)}
    >
      <Icon size={16} aria-hidden />
    </Button>
  ));
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
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
}

function RowCell({ fixed, ...input }: RowCellProps) {
  return <FieldInput {...input} disabled={fixed} />;
}
