import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatDecimal } from '../value/formatDecimal.ts';
import styles from './paging.module.css';

const sizes = [20, 50, 100, 250];

export interface PagingProps {
  /** The name of the list, for pages with several lists. */
  readonly noun?: string;
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onChange: (page: number, pageSize: number) => void;
}

export function Paging({ noun, page, pageSize, total, onChange }: PagingProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  // A print has the displayed page of the list.
  const unprinted = total - (last - first + 1);
  const choices = sizes.includes(pageSize) ? sizes : [...sizes, pageSize].sort((a, b) => a - b);
  return (
    <nav className={styles.paging} aria-label={noun ? `Pages of ${noun}` : 'Pages'}>
      <span>
        {count(first)}–{count(last)} of {count(total)} {total === 1 ? 'row' : 'rows'}
        {unprinted > 0 ? (
          <span className={styles.printed}>
            . {count(unprinted)} more {unprinted === 1 ? 'row isn’t' : 'rows aren’t'} on this print.
          </span>
        ) : null}
      </span>
      <label>
        Rows
        <select
          className={styles.select}
          value={pageSize}
          onChange={(event) => onChange(1, Number(event.target.value))}
        >
          {choices.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={styles.icon}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onChange(page - 1, pageSize)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </button>
      <span aria-current="page">
        Page {count(page)} of {count(pages)}
      </span>
      <button
        type="button"
        className={styles.icon}
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onChange(page + 1, pageSize)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}

const count = (value: number): string => formatDecimal(String(value), 0);
