import type { MappingSample } from '@carrara/contract/platform/upload/mappingTemplate';
import type { Failures } from '@carrara/domain/kernel';
import { type ImportFields, type Mapping, sameText } from '@carrara/domain/platform/upload';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Autocomplete, Button, type ComboboxItem, type OptionsFilter, Select, TextInput } from '@mantine/core';
import styles from './dataManagement.module.css';
import { listHeadings } from './mappedSample.ts';

/** Sorts options with an exact code match first, then those that begin with the input, then those that contain it. */
const exactFirst: OptionsFilter = ({ options, search }) => {
  const term = search.trim().toLowerCase();
  const rankOf = ({ value, label }: ComboboxItem) => {
    const code = value.toLowerCase();
    return code === term ? 0 : code.startsWith(term) ? 1 : label.toLowerCase().includes(term) ? 2 : 3;
  };
  return (options as ComboboxItem[])
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter(({ rank }) => rank < 3)
    .sort((first, other) => first.rank - other.rank)
    .map(({ option }) => option);
};

/** Returns the required columns that have neither a heading nor a fixed value. */
const missingTitles = ({ columns, fixed }: Mapping, fields: ImportFields): readonly string[] => {
  const mapped = new Set([...columns, ...fixed].map(({ field }) => field));
  return Object.entries(fields).flatMap(([field, { title, required }]) =>
    required && !mapped.has(field) ? [title] : [],
  );
};

interface ColumnsProps {
  readonly fields: ImportFields;
  readonly mapping: Mapping;
  readonly sample: MappingSample | undefined;
  readonly failures: Failures;
  readonly onChange: (more: Partial<Mapping>) => void;
}

/** Maps each column to a heading of the file or to a fixed value, and translates words of the file. */
export function MappingColumns(props: ColumnsProps) {
  const { fields, mapping, sample, failures, onChange } = props;
  const headings = listHeadings(sample, mapping);
  return (
    <>
      {failures.some(({ code }) => code === 'REQUIRED') ? (
        <Banner tone="warn">
          Every row needs a value for {missingTitles(mapping, fields).join(', ')}. Choose a heading for each, or enter a
          fixed value.
        </Banner>
      ) : null}
      {Object.keys(fields).map((field) => (
        <MappedColumn key={field} {...props} field={field} headings={headings} />
      ))}
      <h3 className={styles.subtitle}>Value mapping</h3>
      {mapping.codes.map((_, at) => (
        // Rows have no id, so the index is the key. The fields are controlled, so none keeps the value of another row.
        <MappedValue key={at} {...props} at={at} />
      ))}
      <Button
        variant="default"
        onClick={() =>
          onChange({ codes: [...mapping.codes, { field: 'type' in fields ? 'type' : 'vehicle', own: '', code: '' }] })
        }
      >
        Add a value
      </Button>
    </>
  );
}

const failureAt = (failures: Failures, ...path: readonly (string | number)[]) =>
  failures.find((failure) => path.every((part, at) => failure.path[at] === part))?.detail;

interface MappedColumnProps extends ColumnsProps {
  readonly field: string;
  readonly headings: readonly string[];
}

/** A column of the import: its heading in the file, or the value that it has in every row. */
function MappedColumn({ fields, field, headings, mapping, sample, failures, onChange }: MappedColumnProps) {
  const { title = field, hint, required } = fields[field] ?? {};
  const { columns, fixed } = mapping;
  const at = columns.findIndex((column) => column.field === field);
  const heading = columns[at]?.heading ?? '';
  const fixedAt = fixed.findIndex((entry) => entry.field === field);
  const isMissing =
    sample !== undefined && heading !== '' && !headings.some((name) => sameText(name) === sameText(heading));
  const missingText = isMissing ? `The file has no column '${heading}'.` : undefined;
  const wrong = at < 0 ? undefined : failureAt(failures, 'mapping', 'columns', at);
  const without = <T extends { readonly field: string }>(entries: readonly T[]) =>
    entries.filter((entry) => entry.field !== field);
  return (
    <div className={styles.column}>
      <div>
        <strong>
          {title}
          {required ? ' *' : ''}
        </strong>
        <div className={styles.hint}>{hint}</div>
      </div>
      <Autocomplete
        aria-label={`Heading of ${title}`}
        placeholder="Heading in the file"
        data={[...new Set(headings)]}
        value={heading}
        error={missingText ?? wrong}
        onChange={(value) =>
          onChange({ columns: [...without(columns), ...(value.trim() === '' ? [] : [{ heading: value, field }])] })
        }
      />
      <TextInput
        aria-label={`Fixed value of ${title}`}
        placeholder="or the same in every row"
        maxLength={200}
        value={fixed[fixedAt]?.value ?? ''}
        error={fixedAt < 0 ? undefined : failureAt(failures, 'mapping', 'fixed', fixedAt)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ fixed: [...without(fixed), ...(value === '' ? [] : [{ field, value }])] })
        }
      />
    </div>
  );
}

/** A word of the file, and the value that it stands for. */
function MappedValue({ fields, mapping, failures, onChange, at }: ColumnsProps & { readonly at: number }) {
  const entry = mapping.codes[at];
  if (!entry) return null;
  const set = (more: Partial<typeof entry>) => onChange({ codes: mapping.codes.with(at, { ...entry, ...more }) });
  const choices = fields[entry.field]?.choices;
  return (
    <div className={styles.code}>
      <Select
        aria-label="Column"
        data={Object.entries(fields).map(([value, { title }]) => ({ value, label: title }))}
        value={entry.field}
        allowDeselect={false}
        onChange={(field) => set({ field: field ?? entry.field, code: '' })}
      />
      <TextInput
        aria-label="In the file"
        placeholder="In the file"
        value={entry.own}
        error={failureAt(failures, 'mapping', 'codes', at, 'own')}
        onChange={({ currentTarget: { value } }) => set({ own: value })}
      />
      {choices ? (
        <Select
          aria-label="Carrara value"
          placeholder="Carrara value"
          searchable
          filter={exactFirst}
          data={Object.entries(choices).map(([value, label]) => ({ value, label: `${value}: ${label}` }))}
          value={entry.code || null}
          onChange={(value) => set({ code: value ?? '' })}
        />
      ) : (
        <TextInput
          aria-label="Carrara value"
          placeholder="Carrara value"
          value={entry.code}
          onChange={({ currentTarget: { value } }) => set({ code: value })}
        />
      )}
      <Button
        variant="subtle"
        color="red"
        aria-label={`Remove ${entry.own}`}
        onClick={() => onChange({ codes: mapping.codes.toSpliced(at, 1) })}
      >
        Remove
      </Button>
    </div>
  );
}
