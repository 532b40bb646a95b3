import type { MappingSample } from '@carrara/contract/platform/mappingTemplate';
import type { Failures } from '@carrara/domain/kernel';
import { type ImportFields, type Mapping, sameText } from '@carrara/domain/platform/upload';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Autocomplete, Button, type ComboboxItem, type OptionsFilter, Select, TextInput } from '@mantine/core';
import styles from './dataManagement.module.css';
import { headingsOf } from './mappedSample.ts';

/** Sorts options with an exact code match first, then those that begin with the input, then those that contain it. */
const exactFirst: OptionsFilter = ({ options, search }) => {
  const term = search.trim().toLowerCase();
  const rankOf = ({ value, label }: ComboboxItem) => {
    const code = value.toLowerCase();
    return code === term ? 0 : code.startsWith(term) ? 1 : label.toLowerCase().includes(term) ? 2 : 3;
  };
  return (options as ComboboxItem[])
    .map((option) => ({ option, place: rankOf(option) }))
    .filter(({ place: rank }) => rank < 3)
    .sort((first, other) => first.place - other.place)
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
export function MappingColumns({ fields, mapping, sample, failures, onChange }: ColumnsProps) {
  const headings = headingsOf(sample, mapping);
  const knownHeadings = new Set(headings.map(sameText));
  const textAt = (...path: readonly (string | number)[]) =>
    failures.find((failure) => path.every((part, i) => failure.path[i] === part))?.detail;
  const missing = failures.filter(({ code }) => code === 'REQUIRED');
  const setHeading = (field: string, heading: string) =>
    onChange({
      columns: [
        ...mapping.columns.filter((column) => column.field !== field),
        ...(heading.trim() === '' ? [] : [{ heading, field }]),
      ],
    });
  const setFixed = (field: string, value: string) =>
    onChange({
      fixed: [...mapping.fixed.filter((entry) => entry.field !== field), ...(value === '' ? [] : [{ field, value }])],
    });
  return (
    <>
      {missing.length > 0 ? (
        <Banner tone="warn">
          Every row needs a value for {missingTitles(mapping, fields).join(', ')}. Choose a heading for each, or enter a
          fixed value.
        </Banner>
      ) : null}
      {Object.entries(fields).map(([field, { title, hint, required }]) => {
        const at = mapping.columns.findIndex((column) => column.field === field);
        const heading = mapping.columns[at]?.heading ?? '';
        const fixedAt = mapping.fixed.findIndex((entry) => entry.field === field);
        const isGone = sample !== undefined && heading !== '' && !knownHeadings.has(sameText(heading));
        const gone = isGone ? `The file has no column '${heading}'.` : undefined;
        const wrong = at < 0 ? undefined : textAt('mapping', 'columns', at);
        return (
          <div key={field} className={styles.column}>
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
              error={gone ?? wrong}
              onChange={(value) => setHeading(field, value)}
            />
            <TextInput
              aria-label={`Fixed value of ${title}`}
              placeholder="or the same in every row"
              maxLength={200}
              value={mapping.fixed[fixedAt]?.value ?? ''}
              error={fixedAt < 0 ? undefined : textAt('mapping', 'fixed', fixedAt)}
              onChange={({ currentTarget: { value } }) => setFixed(field, value)}
            />
          </div>
        );
      })}
      <h3 className={styles.subtitle}>Value mapping</h3>
      {mapping.codes.map((code, i) => {
        const set = (more: Partial<typeof code>) =>
          onChange({ codes: mapping.codes.map((entry, at) => (at === i ? { ...entry, ...more } : entry)) });
        const choices = fields[code.field]?.choices;
        return (
          // Rows have no id, so the index is the key. The fields are controlled, so none keeps the value of another row.
          <div key={i} className={styles.code}>
            <Select
              aria-label="Column"
              data={Object.entries(fields).map(([value, { title }]) => ({ value, label: title }))}
              value={code.field}
              allowDeselect={false}
              onChange={(field) => set({ field: field ?? code.field, code: '' })}
            />
            <TextInput
              aria-label="In the file"
              placeholder="In the file"
              value={code.own}
              error={textAt('mapping', 'codes', i, 'own')}
              onChange={({ currentTarget: { value } }) => set({ own: value })}
            />
            {choices ? (
              <Select
                aria-label="Carrara value"
                placeholder="Carrara value"
                searchable
                filter={exactFirst}
                data={Object.entries(choices).map(([value, label]) => ({ value, label: `${value}: ${label}` }))}
                value={code.code || null}
                onChange={(value) => set({ code: value ?? '' })}
              />
            ) : (
              <TextInput
                aria-label="Carrara value"
                placeholder="Carrara value"
                value={code.code}
                onChange={({ currentTarget: { value } }) => set({ code: value })}
              />
            )}
            <Button
              variant="subtle"
              color="red"
              aria-label={`Remove ${code.own}`}
              onClick={() => onChange({ codes: mapping.codes.filter((_, at) => at !== i) })}
            >
              Remove
            </Button>
          </div>
        );
      })}
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
