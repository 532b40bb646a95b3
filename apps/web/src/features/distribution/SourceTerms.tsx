import type { DistributionSource, SourceBalances } from '@carrara/contract/distributionRun';
import { FieldInput } from '@carrara/ui/form';
import { formatDate, isRefusal, parseDecimalText, valueText } from '@carrara/ui/value';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/calls.ts';
import { askCharacterizations } from './CharacterizationDialog.tsx';
import styles from './distribution.module.css';
import type { SourceDraft } from './runDraft.ts';
import { SourceTaxes } from './SourceTaxes.tsx';

export interface SourceTermsProps {
  readonly draft: SourceDraft;
  readonly computed: DistributionSource | undefined;
  /** In investor-balance mode; null while they are computed. */
  readonly balances: SourceBalances | null | undefined;
  readonly distributionDate: string | undefined;
  readonly onChange: (next: SourceDraft) => void;
  readonly onTaxesChange: () => void;
  readonly onRemove: () => void;
}

const amountField = { kind: 'money', title: 'Net distributable amount', required: true } as const;

/** What a source distributes, by which profile, and how it is characterized for tax. */
export function SourceTerms({
  draft,
  computed,
  balances,
  distributionDate,
  onChange,
  onTaxesChange,
  onRemove,
}: SourceTermsProps) {
  const query = distributionDate ? { distributionDate } : {};
  const { data: options } = useRead('listDistributionSourceOptions', { query });
  const option = options?.find(({ source }) => source.id === draft.source.id);
  const profiles = option?.profiles ?? [];
  // What is typed stays here until it is a number; the run keeps the last one that was.
  const [typed, setTyped] = useState(draft.amount);
  const [shown, setShown] = useState(draft.amount);
  if (shown !== draft.amount) {
    setShown(draft.amount);
    setTyped(draft.amount);
  }
  const parsed = parseDecimalText(typed, 2, false);
  const commit = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    setTyped(text);
    const read = parseDecimalText(text, 2, false);
    if (isRefusal(read) || (read ?? '') === draft.amount) return;
    setShown(read ?? '');
    onChange({ ...draft, amount: read ?? '' });
  };
  const characterize = async () => {
    const given = await askCharacterizations({ sourceName: draft.source.name, given: draft.characterizations });
    if (given) onChange({ ...draft, characterizations: given });
  };
  return (
    <div className={styles.sourceBar}>
      <FieldInput
        name={`amount ${draft.source.id}`}
        field={amountField}
        value={typed}
        onChange={commit}
        onBlur={() => undefined}
        error={isRefusal(parsed) ? `It ${parsed.refused}` : typed === '' ? 'is required' : tooMuch(balances)}
        disabled={false}
      />
      {balances === undefined ? (
        <Select
          label="Allocation profile"
          data={profileChoices(profiles, computed)}
          value={draft.profileId}
          allowDeselect={false}
          onChange={(profileId) => onChange({ ...draft, profileId })}
          comboboxProps={{ shadow: 'md' }}
        />
      ) : (
        <div className={styles.limit}>
          <span>Carry balances on the date</span>
          <b>{balances === null ? '–' : valueText('money', balances.limit)}</b>
        </div>
      )}
      <div className={styles.taxes}>
        <span>Tax characterizations</span>
        <Button variant="default" onClick={() => void characterize()} title={characterizationText(draft)}>
          {characterizationText(draft)}
        </Button>
      </div>
      {option ? <SourceTaxes option={option} onChange={onTaxesChange} /> : null}
      <Button variant="subtle" color="red" onClick={onRemove}>
        Remove source
      </Button>
    </div>
  );
}

const tooMuch = (balances: SourceBalances | null | undefined) =>
  balances?.remaining.startsWith('-')
    ? `is more than the balances hold, ${valueText('money', balances.limit)}`
    : undefined;

interface ProfileChoice {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isCurrent?: boolean;
  readonly isValid?: boolean;
  readonly effectiveDate?: string;
}

/** The profiles in force, and the one in use though it may be an older version. */
function profileChoices(profiles: readonly ProfileChoice[], computed: DistributionSource | undefined) {
  const used = computed?.allocationProfile;
  const all: readonly ProfileChoice[] =
    used && !profiles.some(({ id }) => id === used.id)
      ? [...profiles, { id: used.id, name: used.name ?? 'Allocation profile', version: used.version }]
      : profiles;
  return all.map(({ id, name, version, isCurrent, isValid, effectiveDate }) => ({
    value: id,
    label: [
      version > 1 ? `${name} v${String(version)}` : name,
      isCurrent ? 'default' : undefined,
      effectiveDate ? `from ${formatDate(effectiveDate)}` : undefined,
    ]
      .filter(Boolean)
      .join(' · '),
    disabled: isValid === false,
  }));
}

function characterizationText({ characterizations }: SourceDraft): string {
  if (characterizations.length === 0) return 'None: set percentages';
  return characterizations
    .map(({ taxCharacterization, characterizationPercentage }) => {
      const name = taxCharacterization.description ?? taxCharacterization.name ?? taxCharacterization.code ?? '';
      return `${name} ${valueText('percent', characterizationPercentage)} %`;
    })
    .join(', ');
}
