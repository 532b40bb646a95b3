import { IconSearch, IconX } from '@tabler/icons-react';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './searchBox.module.css';

/** From the specification: search starts at two characters, 400 ms after the last key. */
const debounceMilliseconds = 400;
const shortestSearch = 2;

export interface SearchBoxProps {
  readonly value: string;
  readonly label: string;
  readonly onSearch: (text: string) => void;
  /** Called on Arrow down, which moves to the results. */
  readonly onLeave?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** True if it gets the focus when the dialog around it opens. */
  readonly isFirstInDialog?: boolean;
}

export function SearchBox({ value, label, onSearch, onLeave, inputRef, isFirstInDialog = false }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useEffectEvent(onSearch);

  // A search that is set elsewhere (a link, Clear) replaces the text of the box.
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);

  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current || (text.length > 0 && text.length < shortestSearch)) return;
    const timer = setTimeout(() => {
      sent.current = text;
      send(text);
    }, debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  const searchNow = (text: string) => {
    setTyped(text);
    sent.current = text;
    onSearch(text);
  };
  return (
    <div className={styles.search}>
      <IconSearch size={14} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        data-autofocus={isFirstInDialog || undefined}
        aria-label={label}
        placeholder="Search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim().length >= shortestSearch) searchNow(typed.trim());
          if (event.key === 'Escape' && typed) searchNow('');
          if (event.key === 'ArrowDown' && onLeave) {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      {typed ? (
        <button type="button" aria-label="Clear search" onClick={() => searchNow('')}>
          <IconX size={13} aria-hidden />
        </button>
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
    </div>
  );
}
