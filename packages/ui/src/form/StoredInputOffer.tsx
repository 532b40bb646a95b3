import { Banner } from '../feedback/Banner.tsx';
import { formatInstant } from '../value/formatDate.ts';
import styles from './form.module.css';
import { OfferActions } from './OfferActions.tsx';
import type { StoredInputState } from './useStoredInput.ts';

/** Offers unsaved input from an earlier visit. */
export function StoredInputOffer({ stored }: { readonly stored: StoredInputState }) {
  if (!stored.offered) return null;
  return (
    <Banner
      tone="info"
      action={
        <span className={styles.offer}>
          <OfferActions onRestore={stored.restore} onDiscard={stored.drop} />
        </span>
      }
    >
      You have unsaved input from {formatInstant(stored.offered.at)}.
      {stored.isOlder ? ' The record has been saved since then. Review each field before you save.' : null}
    </Banner>
  );
}
