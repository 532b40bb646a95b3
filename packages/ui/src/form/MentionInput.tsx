import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export interface MentionInputProps extends Omit<TextareaProps, 'onChange' | 'value' | 'onKeyDown'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The people that can be mentioned. */
  readonly people: readonly Mentionable[];
}

const mostOffered = 6;
/** Matches an @ and the beginning of a name, up to the cursor. */
const beginning = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*)?)$/u;

/** A text in which @ offers people to mention. Arrow keys choose one, Enter or Tab inserts it, Escape closes the list. */
export function MentionInput({ value, onChange, people, ...props }: MentionInputProps) {
  const [cursor, setCursor] = useState<number>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const typed = cursor === undefined ? undefined : beginning.exec(value.slice(0, cursor))?.[1];
  const offered = typed === undefined ? [] : matching(people, typed);
  const isOpen = offered.length > 0;
  const change = (text: string, at: number) => {
    onChange(text);
    setCursor(at);
    combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
    combobox.selectFirstOption();
  };
  const insert = (name: string) => {
    if (cursor === undefined || typed === undefined) return;
    const start = cursor - typed.length;
    onChange(`${value.slice(0, start)}${name} ${value.slice(cursor)}`);
    setCursor(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'ArrowDown') combobox.selectNextOption();
    else if (event.key === 'ArrowUp') combobox.selectPreviousOption();
    else if (event.key === 'Enter' || event.key === 'Tab')
      insert(offered[Math.max(combobox.getSelectedOptionIndex(), 0)]?.name ?? '');
    else if (event.key === 'Escape') setCursor(undefined);
    else return;
    // The dialog around it would close, and the cursor would leave the text.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={insert}
      position="bottom-start"
      withinPortal
      width="max-content"
    >
      <Combobox.Target withKeyboardNavigation={false} autoComplete="off">
        <Textarea
          {...props}
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onKeyDownCapture={onKeyDown}
          onBlur={() => setCursor(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="People to mention">
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns the people one of whose names begins with the text. A finished name offers nothing. */
function matching(people: readonly Mentionable[], typed: string): readonly Mentionable[] {
  const text = typed.toLowerCase();
  return people
    .filter(({ name }) => {
      const full = name.toLowerCase();
      return full !== text.trim() && (full.startsWith(text) || full.split(' ').some((part) => part.startsWith(text)));
    })
    .slice(0, mostOffered);
}
