import type { ActivityEntry } from '@carrara/contract/platform/activity';
import { formatDate, formatDecimal } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './annotations.module.css';

const shownAtFirst = 3;

/** Each changed field with what it was and what it is; a long list folds. */
export function ActivityChanges({ changes }: { readonly changes: ActivityEntry['changes'] }) {
  const [isOpen, setOpen] = useState(false);
  const readableOnes = changes.filter(({ before, after }) => !(saysNothing(before) && saysNothing(after)));
  const rest = readableOnes.length - shownAtFirst;
  const shown = isOpen ? readableOnes : readableOnes.slice(0, shownAtFirst);
  return (
    <div className={styles.changes}>
      {shown.map(({ field, title, before, after }) => (
        <div key={field}>
          <b>{title}</b> {before === null ? null : <del>{readable(before)}</del>}{' '}
          {after === null ? <i>removed</i> : <ins>{readable(after)}</ins>}
        </div>
      ))}
      {rest > 0 ? (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `${String(rest)} more`}
        </Button>
      ) : null}
    </div>
  );
}

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Records are told by their names; one that is stored by its id alone tells a reader nothing. */
const saysNothing = (value: string | null) => value === null || value.replaceAll(identifier, '') === '';

/** Dates and numbers as everywhere else in the product. */
function readable(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text);
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(text) ?? [];
  if (fraction !== undefined) return formatDecimal(text, Math.min(4, Math.max(2, fraction.replace(/0+$/, '').length)));
  return text;
}
