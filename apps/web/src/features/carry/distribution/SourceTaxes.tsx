import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { selectTaxProfiles } from '../../../record/tax/selectTaxProfiles.tsx';
import { type SourceKind, useAssignments } from '../../../record/tax/taxAssignments.ts';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './sourceTerms.module.css';
import type { SourceOption } from './sourceTree.ts';

export interface SourceTaxesProps {
  readonly option: SourceOption;
  /** Runs after a change of the profiles, because the figures have to be computed again. */
  readonly onChange: () => void;
}

/** The tax profiles of a source, in addition to those of its participants, with a button to assign more. */
export function SourceTaxes({ option, onChange }: SourceTaxesProps) {
  const { kind, id, holderId } = assigneeOf(option);
  const { data, sources, assign } = useAssignments(kind, id);
  const mayEdit = useAllowed('taxProfile.edit');
  // A part of an investment uses its own profiles and those assigned to all parts.
  const applied = data?.filter(
    ({ sourceId, sourceType }) => !holderId || sourceType === 'all' || sourceId === holderId,
  );
  const names = applied?.filter(({ isInactive }) => !isInactive).map(({ taxProfile }) => taxProfile.name ?? '');
  const text = names === undefined ? '…' : names.length === 0 ? 'None for this source' : names.join(', ');
  const select = async () => {
    if (!applied || !sources) return;
    const targets = holderId
      ? [...sources.filter((source) => source.id === holderId), ...sources.filter(({ type }) => type === 'all')]
      : sources;
    const selected = await selectTaxProfiles({ sources: targets, applied, assign });
    if (selected.length === 0) return;
    toastSuccess(`${selected.join(', ')} saved successfully`);
    onChange();
  };
  return (
    <div className={styles.taxes}>
      <span>Tax profiles</span>
      {mayEdit ? (
        <Button variant="default" onClick={() => void select()} title={text}>
          {text}
        </Button>
      ) : (
        <b title={text}>{text}</b>
      )}
    </div>
  );
}

interface Assignee {
  readonly kind: SourceKind;
  readonly id: string;
  /** The fund or coinvestment that holds the part, when it is a part of an investment. */
  readonly holderId?: string | null;
}

function assigneeOf({ source, type }: SourceOption): Assignee {
  if (type === 'Fund') return { kind: 'fund', id: source.id };
  if (type === 'Coinvestment') return { kind: 'coinvestment', id: source.id };
  return { kind: 'investment', id: source.investmentId ?? '', holderId: source.coinvestmentId ?? source.fundId };
}
