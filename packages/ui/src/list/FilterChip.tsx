import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ListFilter } from './defineList.ts';
import styles from './filterChip.module.css';
import choicesStyles from './choices.module.css';

/** A list with at least this many choices gets a search box. */
const longList = 9;

export interface FilterChipProps {
  readonly filter: ListFilter;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A button such as 'Source: All' that opens the choices of a filter. */
export function FilterChip({ filter, chosen, onChange }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  // The arrow keys select each choice on the way to the wanted one, so they must not close the choices.
  const isPassing = useRef(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.chip} data-active={chosen.length > 0} onClick={() => setOpen(!open)}>
          {filter.title}: <b>{chosenText(filter, chosen)}</b>
          <IconChevronDown size={13} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={choicesStyles.choices ?? ''}
        aria-label={filter.title}
        onPointerDown={() => {
          isPassing.current = false;
        }}
        onKeyDown={({ key, target }) => {
          isPassing.current = key.startsWith('Arrow');
          if (key === 'Enter' && target instanceof HTMLInputElement && target.type === 'radio') setOpen(false);
        }}
      >
        <Choices
          filter={filter}
          chosen={chosen}
          onChange={(next) => {
            onChange(next);
            if (!filter.multiple && !isPassing.current) setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ filter, chosen, onChange }: FilterChipProps) {
  const [searchText, setSearchText] = useState('');
  const options = filter.options.filter(({ label }) => label.toLowerCase().includes(searchText.trim().toLowerCase()));
  const toggle = (value: string) => {
    if (!filter.multiple) return onChange([value]);
    return onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  };
  return (
    <>
      {filter.options.length >= longList ? (
        <input
          className={styles.find}
          aria-label={`Find in ${filter.title}`}
          placeholder="Find"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      ) : null}
      <div className={choicesStyles.options}>
        <label>
          <input
            type={filter.multiple ? 'checkbox' : 'radio'}
            name={filter.id}
            checked={chosen.length === 0}
            onChange={() => onChange([])}
          />
          {filter.allLabel ?? 'All'}
        </label>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type={filter.multiple ? 'checkbox' : 'radio'}
              name={filter.id}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </>
  );
}

function chosenText(filter: ListFilter, chosen: readonly string[]): string {
  if (chosen.length === 0) return filter.allLabel ?? 'All';
  if (chosen.length > 1) return `${String(chosen.length)} chosen`;
  return filter.options.find(({ value }) => value === chosen[0])?.label ?? chosen[0] ?? '';
}
