import type { ActivityEntry } from '@carrara/contract/platform/activity/activity';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { localSentence } from '../../api/localTexts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from '../notes/annotations.module.css';

const initiallyDisplayed = 3;

/** The changed fields with their values before and after. A long list is folded. */
export function ActivityChanges({ changes }: { readonly changes: ActivityEntry['changes'] }) {
  const [isOpen, setOpen] = useState(false);
  const readableChanges = changes.filter(({ before, after }) => !(isBlank(before) && isBlank(after)));
  const rest = readableChanges.length - initiallyDisplayed;
  const visible = isOpen ? readableChanges : readableChanges.slice(0, initiallyDisplayed);
  return (
    <div className={styles.changes}>
      {visible.map(({ field, title, before, after }) => (
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
/**
 * True for a value without a readable part. Records are referred to by name, because a bare id means nothing to the
 * reader.
 */
const isBlank = (value: string | null) => value === null || value.replaceAll(identifier, '') === '';

/** Formats dates and numbers as in the rest of the product. */
function readable(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text);
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(text) ?? [];
  if (/^\d{2}\/\d{2}\/\d{4}$/.test(text)) return localSentence(text);
  if (fraction !== undefined) return formatDecimal(text, Math.min(4, Math.max(2, fraction.replace(/0+$/, '').length)));
  return text;
}
