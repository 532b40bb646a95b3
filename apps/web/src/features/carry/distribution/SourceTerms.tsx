import type { DistributionSource, SourceBalances } from '@carrara/contract/carry/run/distributionRun';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { plainText } from '@carrara/ui/value/plainText.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Select } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { type ProfileChoice, profileText } from '../../../record/run/profileChoices.ts';
import { openVestingDialog } from './ApplyVestingDialog.tsx';
import { openCharacterizationsDialog } from './CharacterizationDialog.tsx';
import styles from './sourceTerms.module.css';
import { readAmount, type SourceDraft } from './runDraft.ts';
import { SourceTaxes } from './SourceTaxes.tsx';

export interface SourceTermsProps {
  readonly draft: SourceDraft;
  readonly computed: DistributionSource | undefined;
  /** Balances in investor-balance mode; null while they are being computed. */
  readonly balances: SourceBalances | null | undefined;
  readonly distributionDate: string | undefined;
  readonly onChange: (next: (now: SourceDraft) => SourceDraft) => void;
  readonly onTaxesChange: () => void;
  readonly onRemove: () => void;
}

const amountField = { kind: 'money', title: 'Net distributable amount', required: true } as const;

/** The terms of a source: the amount, the allocation profile and the tax characterization. */
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
  const parsed = readAmount(draft.amount);
  const { data: kinds } = useRead('listReferenceEntries', { params: { type: 'tax-characterization' } });
  const characterize = async () => {
    const characterizations = await openCharacterizationsDialog({
      sourceName: draft.source.name,
      existing: draft.characterizations,
    });
    if (characterizations) onChange((now) => ({ ...now, characterizations }));
  };
  const applyVesting = async () => {
    if (distributionDate === undefined) return;
    const applied = await openVestingDialog({ drafts: [draft], distributionDate });
    const ofSource = applied?.get(draft.source.id);
    if (ofSource) onChange((now) => ({ ...now, vestingApplied: ofSource }));
  };
  return (
    <div className={styles.sourceBar}>
      <FieldInput
        name={`amount ${draft.source.id}`}
        field={amountField}
        value={draft.amount}
        onChange={(value) => onChange((now) => ({ ...now, amount: plainText(value) }))}
        onBlur={() => undefined}
        error={isRefusal(parsed) ? `It ${parsed.refused}` : tooMuch(balances)}
        disabled={false}
      />
      {balances === undefined ? (
        <Select
          label="Allocation profile"
          data={profileChoices(profiles, computed)}
          value={draft.profileId ?? computed?.allocationProfile?.id ?? null}
          allowDeselect={false}
          onChange={(profileId) => onChange((now) => ({ ...now, profileId }))}
          comboboxProps={{ shadow: 'md' }}
        />
      ) : (
        <div className={styles.limit}>
          <span>Carry balances on the distribution date</span>
          <b>{balances === null ? '–' : valueText('money', balances.limit)}</b>
        </div>
      )}
      <div className={styles.taxes}>
        <span>Tax characterizations</span>
        <Button variant="default" onClick={() => void characterize()} title={characterizationText(draft, kinds ?? [])}>
          {characterizationText(draft, kinds ?? [])}
        </Button>
      </div>
      {balances === undefined ? (
        <div className={styles.taxes}>
          <span>Vesting</span>
          <Button variant="default" disabled={distributionDate === undefined} onClick={() => void applyVesting()}>
            {vestingText(draft)}
          </Button>
        </div>
      ) : null}
      {option ? <SourceTaxes option={option} onChange={onTaxesChange} /> : null}
      <Button variant="subtle" color="red" onClick={onRemove}>
        Remove source
      </Button>
    </div>
  );
}

const vestingText = ({ vestingApplied }: SourceDraft) =>
  vestingApplied.length === 0 ? 'Apply vesting…' : `Applied to ${String(vestingApplied.length)}…`;

const tooMuch = (balances: SourceBalances | null | undefined) =>
  balances?.remaining.startsWith('-')
    ? `is more than the available balances, ${valueText('money', balances.limit)}`
    : undefined;

/** Returns the profiles in force, and the one in use even if it is an older version. */
function profileChoices(profiles: readonly ProfileChoice[], computed: DistributionSource | undefined) {
  const used = computed?.allocationProfile;
  const all: readonly ProfileChoice[] =
    used && !profiles.some(({ id }) => id === used.id)
      ? [...profiles, { id: used.id, name: used.name ?? 'Allocation profile', version: used.version }]
      : profiles;
  return all.map((profileChoice) => ({
    value: profileChoice.id,
    label: profileText(profileChoice, all),
    disabled: profileChoice.isValid === false,
  }));
}

function characterizationText(
  { characterizations }: SourceDraft,
  kinds: readonly { readonly id: string; readonly description: string }[],
): string {
  if (characterizations.length === 0) return 'None: set percentages';
  return characterizations
    .map(
      ({ id, percent }) =>
        `${kinds.find((kind) => kind.id === id)?.description ?? ''} ${valueText('percent', percent)}%`,
    )
    .join(', ');
}
