import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { type ComboboxItem, defaultOptionsFilter, MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { referenceText, valueText } from '../value/valueText.ts';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';
import { type FirstOptions, firstOptions, type OptionSource, OptionSources } from './optionSources.ts';

/** Longer lists are cut and say so on their last line; typing finds the rest. All currencies and countries fit. */
const maxDisplayed = 300;
const searchDelayMilliseconds = 250;

/** The choices for the typed text. Selected ones are always included, so that they keep their labels. */
function useChoices(name: string, search: string, chosen: readonly Reference[]) {
  const source = useContext(OptionSources)(name);
  const find = useEffectEvent(async (text: string) => (isList(source) ? source : source(text)));
  const isSearched = !isList(source);
  const [searched, setSearched] = useState<FirstOptions>(noOptions);
  // Depends on the name, not on the function, because an application may create a new function at each render.
  useEffect(() => {
    if (!isSearched || !name) return;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void find(search).then((answer) => {
          if (isCurrent) setSearched(firstOptions(answer));
        }),
      search ? searchDelayMilliseconds : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [name, isSearched, search]);
  const { options: found, total } = isList(source) ? firstOptions(source) : searched;
  const missing = chosen.filter(({ id }) => !found.some((other) => other.id === id));
  const all = [...found, ...missing];
  return {
    all,
    data: all.map((reference) => ({ value: reference.id, label: referenceText(reference) })),
    // The result of a search isn't filtered again: the source may match a code or a login that the label does not contain.
    filter: displayedPart(isSearched ? asFound : asTyped, total - found.length),
  };
}

const noOptions: FirstOptions = { options: [], total: 0 };

const asFound: OptionsFilter = ({ options }) => options;
const asTyped = defaultOptionsFilter as OptionsFilter;

/** Limits the displayed choices. If there are more, a line below them says so. */
const displayedPart =
  (filter: OptionsFilter, unread: number): OptionsFilter =>
  (input) => {
    const found = filter({ ...input, limit: Number.POSITIVE_INFINITY }) as ComboboxItem[];
    const visible = found.slice(0, maxDisplayed);
    const all = found.length + unread;
    if (visible.length === all) return visible;
    const label = `${valueText('count', visible.length)} of ${valueText('count', all)} shown. Type to narrow the list.`;
    return [...visible, { value: 'more', label, disabled: true }];
  };

const isList = (source: OptionSource): source is readonly Reference[] => typeof source !== 'function';

/** One record or reference entry, found by typing. */
export function ReferenceInput(props: FieldInputProps) {
  const { field, onChange } = props;
  const value = asReference(props.value);
  const [search, setSearch] = useState('');
  // While the box displays the selected choice, there is nothing to search for.
  const query = value && search === referenceText(value) ? '' : search;
  const { all, data, filter } = useChoices(field.target ?? '', query, value ? [value] : []);
  return (
    <Select
      {...inputProps(props)}
      searchable
      openOnFocus={false}
      clearable={field.required !== true}
      allowDeselect={field.required !== true}
      clearButtonProps={{ 'aria-label': `Clear ${field.title}` }}
      data={data}
      filter={filter}
      renderOption={({ option }) => (
        <Choice reference={all.find(({ id }) => id === option.value)} type={field.target} label={option.label} />
      )}
      nothingFoundMessage="Nothing found"
      value={value?.id ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onOptionSubmit={(id) => {
        // Mantine doesn't report a choice that is selected again, and would leave the search text in the box.
        if (id === value?.id && field.required) setSearch(referenceText(value));
      }}
      onBlur={(event) => {
        // Mantine clears the search text on blur. A sign-in that opens over the form takes the focus, but the person has not left the field.
        if (isUnderModal(event.currentTarget)) setSearch(search);
        else props.onBlur();
      }}
      onChange={(id) => onChange(all.find((reference) => reference.id === id) ?? null)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** True while a modal `<dialog>`, such as the sign-in after a session ended, covers this element. */
function isUnderModal(element: Element): boolean {
  const modal = document.querySelector('dialog:modal');
  return modal !== null && !modal.contains(element);
}

export function ReferenceListInput(props: FieldInputProps) {
  const { field, onChange } = props;
  const value = (props.value as readonly Reference[] | null) ?? [];
  const [search, setSearch] = useState('');
  const { all, data, filter } = useChoices(field.target ?? '', search, value);
  return (
    <MultiSelect
      {...inputProps(props)}
      searchable
      openOnFocus={false}
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${field.title}` }}
      data={data}
      filter={filter}
      nothingFoundMessage="Nothing found"
      value={value.map(({ id }) => id)}
      searchValue={search}
      onSearchChange={setSearch}
      onBlur={(event) => {
        if (isUnderModal(event.currentTarget)) setSearch(search);
        else props.onBlur();
      }}
      onChange={(ids) => onChange(ids.flatMap((id) => all.find((reference) => reference.id === id) ?? []))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** People know currencies and countries by their codes as well as by their names. */
const existingByCode: ReadonlySet<string> = new Set(['reference:currency', 'reference:country']);

interface ChoiceProps {
  readonly reference: Reference | undefined;
  readonly type: string | undefined;
  readonly label: string;
}

function Choice({ reference, type: name, label }: ChoiceProps) {
  if (!reference?.code || !name || !existingByCode.has(name)) return label;
  return (
    <span className={styles.choice}>
      {referenceText(reference)} <small>{reference.code}</small>
    </span>
  );
}

/** The all-zero id means that there is none. */
function asReference(value: unknown): Reference | null {
  const reference = value as Reference | null | undefined;
  return reference && reference.id !== emptyId ? reference : null;
}
