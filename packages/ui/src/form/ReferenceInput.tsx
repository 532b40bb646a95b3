import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { defaultOptionsFilter, MultiSelect, Select } from '@mantine/core';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { referenceText } from '../value/index.ts';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';
import { type OptionSource, OptionSources } from './optionSources.ts';

/** More choices than this are found by typing. */
const mostShown = 100;
const searchDelayMilliseconds = 250;

/** Choices for what is typed so far; those chosen already always among them, so that they keep their words. */
function useChoices(of: string, search: string, chosen: readonly Reference[]) {
  const source = useContext(OptionSources)(of);
  const find = useEffectEvent(async (text: string) => (isList(source) ? source : source(text)));
  const isSearched = !isList(source);
  const [searched, setSearched] = useState<readonly Reference[]>([]);
  // Keyed on the name, not on the function: an application may make a new function at each drawing.
  useEffect(() => {
    if (!isSearched || !of) return;
    let wanted = true;
    const timer = setTimeout(
      () =>
        void find(search).then((answer) => {
          if (wanted) setSearched(answer);
        }),
      search ? searchDelayMilliseconds : 0,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [of, isSearched, search]);
  const found = isList(source) ? source : searched;
  const missing = chosen.filter(({ id }) => !found.some((other) => other.id === id));
  const all = [...found, ...missing];
  return {
    all,
    data: all.map((reference) => ({ value: reference.id, label: referenceText(reference) })),
    // What a source has found for a text is all of it: it may know a code or a login that the label does not show.
    filter: isSearched ? asFound : defaultOptionsFilter,
  };
}

const asFound = <T,>({ options, limit }: { readonly options: T[]; readonly limit: number }): T[] =>
  options.slice(0, limit);

const isList = (source: OptionSource): source is readonly Reference[] => typeof source !== 'function';

/** One record or reference entry, found by typing. */
export function ReferenceInput(props: FieldInputProps) {
  const { field, onChange } = props;
  const value = asReference(props.value);
  const [search, setSearch] = useState('');
  // While the box shows the choice made, there is nothing to search for.
  const wanted = value && search === referenceText(value) ? '' : search;
  const { all, data, filter } = useChoices(field.of ?? '', wanted, value ? [value] : []);
  return (
    <Select
      {...inputProps(props)}
      searchable
      clearable={field.required !== true}
      clearButtonProps={{ 'aria-label': `Clear ${field.title}` }}
      data={data}
      filter={filter}
      renderOption={({ option }) => <Choice reference={all.find(({ id }) => id === option.value)} of={field.of} />}
      limit={mostShown}
      nothingFoundMessage="Nothing found"
      value={value?.id ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(all.find((reference) => reference.id === id) ?? null)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

export function ReferenceListInput(props: FieldInputProps) {
  const { field, onChange } = props;
  const value = (props.value as readonly Reference[] | null) ?? [];
  const [search, setSearch] = useState('');
  const { all, data, filter } = useChoices(field.of ?? '', search, value);
  return (
    <MultiSelect
      {...inputProps(props)}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': `Clear ${field.title}` }}
      data={data}
      filter={filter}
      limit={mostShown}
      nothingFoundMessage="Nothing found"
      value={value.map(({ id }) => id)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(ids) => onChange(ids.flatMap((id) => all.find((reference) => reference.id === id) ?? []))}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** People know currencies and countries by their codes as well as by their names. */
const knownByCode: ReadonlySet<string> = new Set(['reference:currency', 'reference:country']);

function Choice({ reference, of }: { readonly reference: Reference | undefined; readonly of: string | undefined }) {
  if (!reference?.code || !of || !knownByCode.has(of)) return referenceText(reference);
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
