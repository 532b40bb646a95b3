import { Button } from '@mantine/core';
import { Banner } from '../feedback/Banner.tsx';
import { formatInstant } from '../value/formatDate.ts';
import styles from './form.module.css';
import type { StoredInputState } from './useStoredInput.ts';

/** Offers what was typed here before and never saved. */
export function StoredInputOffer({ stored }: { readonly stored: StoredInputState }) {
  if (!stored.offered) return null;
  return (
    <Banner
      tone="info"
      action={
        <span className={styles.offer}>
          <Button size="compact-sm" onClick={stored.restore}>
            Restore it
          </Button>
          <Button size="compact-sm" variant="default" onClick={stored.drop}>
            Discard it
          </Button>
        </span>
      }
    >
      You have unsaved input from {formatInstant(stored.offered.at)}.
      {stored.isOlder ? ' The record has been saved since then. Review each field before you save.' : null}
    </Banner>
  );
}
