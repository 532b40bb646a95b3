import { type LetterTemplate, mergedText, type MergeValues } from '@carrara/domain/carry/letterTemplate';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import styles from './letterTemplate.module.css';

/** Example values for the merge fields in the preview. They belong to no record. */
const example = {
  name: 'Jordan Example',
  firstName: 'Jordan',
  distribution: 'Q3 2026 carry distribution',
  paymentDate: 'November 28, 2026',
  gross: 'USD 100,000.00',
  net: 'USD 62,500.00',
} as const;

const letters = [
  { value: 'distribution', label: 'Distribution' },
  { value: 'release', label: 'Escrow release' },
  { value: 'reversal', label: 'Reversal' },
] as const;
type Kind = (typeof letters)[number]['value'];

/** A preview of the letter for an example recipient, which follows the input. */
export function LetterPreview({ template, firm }: { readonly template: LetterTemplate; readonly firm: string }) {
  const [kind, setKind] = useState<Kind>('distribution');
  const [account, setAccount] = useState<'yes' | 'no'>('yes');
  const values: MergeValues = {
    ...example,
    firm,
    contact: template.contact,
    account: account === 'yes' ? '4711' : null,
    reversed: kind === 'reversal' ? 'Q2 2026 carry distribution' : null,
    unvested: kind === 'distribution' ? 'USD 12,000.00' : null,
  };
  const merged = (text: string) => mergedText(text, values);
  return (
    <Panel title="Preview with example values">
      <div className={styles.choices}>
        <SegmentedControl
          size="xs"
          aria-label="Kind of letter"
          data={[...letters]}
          value={kind}
          onChange={(next) => setKind(next as Kind)}
        />
        <SegmentedControl
          size="xs"
          aria-label="Bank account"
          data={[
            { value: 'yes', label: 'Account stored' },
            { value: 'no', label: 'No account' },
          ]}
          value={account}
          onChange={(next) => setAccount(next as 'yes' | 'no')}
        />
      </div>
      <article className={styles.page} aria-label="Preview of the letter">
        <strong>{firm}</strong>
        <p className={styles.quiet}>{template.senderAddress}</p>
        <p>{example.paymentDate}</p>
        <p>{example.name}</p>
        <p>
          <strong>{example.distribution}</strong>
        </p>
        <p>{merged(template.salutation)}</p>
        <p>{merged(template[kind])}</p>
        {values.unvested ? <p>{merged(template.unvested)}</p> : null}
        <p className={styles.quiet}>Summary, taxes, year to date and escrow are listed here.</p>
        <p>{merged(template.closing)}</p>
        <p>{merged(template.signature)}</p>
      </article>
    </Panel>
  );
}
