import type { DataTransfer } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { writtenText } from '@carrara/ui/value/writtenText.ts';
import { Group, Radio } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Stack } from '../../../record/Stack.tsx';

type TransferChoice = 'THEIRS' | 'MINE';
/** The choices, by fund and field. */
export type TransferChoices = Readonly<Record<string, TransferChoice>>;
/** The labels of the two sides. */
export const sideLabels = { THEIRS: 'Theirs', MINE: 'Ours' } as const;
export const choiceKey = (fundId: string, field: string) => `${fundId} ${field}`;

interface Props {
  readonly funds: DataTransfer['funds'];
  readonly chosen: TransferChoices;
  /** True if accepting failed because a choice is missing. The panel says so, and the first open choice gets the focus. */
  readonly isRefused: boolean;
  readonly onChoose: (key: string, choice: TransferChoice) => void;
}

const chosenBefore = (periodEnd: string) =>
  `You chose ${sideLabels.MINE} in the transfer for ${formatDate(periodEnd)}. You can change it.`;
const notApplied =
  'Nothing was applied. Values entered or changed here differ from the transfer. Choose which ones to use, then accept again.';

/** The choices of earlier transfers, which apply until others are made. */
export const earlierChoices = (funds: DataTransfer['funds']): TransferChoices =>
  Object.fromEntries(
    funds.flatMap(({ id, conflicts }) =>
      conflicts.flatMap(({ field, earlierChoice }) =>
        earlierChoice ? [[choiceKey(id, field), earlierChoice.choice]] : [],
      ),
    ),
  );

/** Fields that both sides have, each with the two values to choose from. Only the choice of an earlier transfer is preselected. */
export function TransferConflicts({ funds, chosen, isRefused, onChoose }: Props) {
  const conflicts = funds.flatMap(({ id, name, conflicts: all }) =>
    all.map((conflict) => ({ ...conflict, fund: name, key: choiceKey(id, conflict.field) })),
  );
  const open = isRefused ? conflicts.find(({ key }) => !(key in chosen))?.key : undefined;
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open !== undefined) section.current?.querySelector('input')?.focus();
  }, [open]);
  if (conflicts.length === 0) return null;
  return (
    <Panel title="Entered or changed here">
      <Stack>
        {open === undefined ? null : <Banner tone="bad">{notApplied}</Banner>}
        <div>These values were entered or changed here and differ from the transfer. Choose which ones to use.</div>
        {conflicts.map(({ key, fund, title, mine, theirs, earlierChoice }) => (
          <Radio.Group
            key={key}
            label={`${fund}: ${title}`}
            {...(earlierChoice ? { description: chosenBefore(earlierChoice.periodEndDate) } : {})}
            {...(key === open ? { ref: section, error: 'Please choose one of the two.' } : {})}
            value={chosen[key] ?? null}
            onChange={(value) => onChoose(key, value === 'MINE' ? 'MINE' : 'THEIRS')}
          >
            <Group gap="lg" mt={4} mb={8}>
              <Radio value="THEIRS" label={`${sideLabels.THEIRS}: ${writtenText(theirs)}`} />
              <Radio value="MINE" label={`${sideLabels.MINE}: ${writtenText(mine)}`} />
            </Group>
          </Radio.Group>
        ))}
      </Stack>
    </Panel>
  );
}
