import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Part } from './entityProfiles.ts';
import type { MemberTotal } from './memberPreview.ts';
import styles from './allocationProfile.module.css';

export interface MemberPartsProps {
  readonly parts: readonly Part[];
  readonly total: MemberTotal;
  readonly onChange: (parts: readonly Part[]) => void;
}

/** The percentage of each member in an entity, with the total, which has to be 100. */
export function MemberParts({ parts, total, onChange }: MemberPartsProps) {
  const set = (participantId: string, value: unknown) =>
    onChange(
      parts.map((part) =>
        part.participantId === participantId ? { ...part, part: typeof value === 'string' ? value : null } : part,
      ),
    );
  return (
    <fieldset className={styles.parts}>
      <legend>Parts in percent</legend>
      {parts.map(({ participantId, name, part }) => (
        <FieldInput
          key={participantId}
          name={`part-${participantId}`}
          field={{ kind: 'percent', title: name }}
          value={part}
          onChange={(value) => set(participantId, value)}
          onBlur={() => undefined}
          error={undefined}
          disabled={false}
        />
      ))}
      <p role="status" data-whole={total.isWhole}>
        Total <b>{valueText('percent', total.total)}%</b>
      </p>
    </fieldset>
  );
}
