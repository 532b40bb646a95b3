import type { DataTransfer } from '@carrara/contract/platform/dataTransfer';
import { Panel } from '@carrara/ui/profile';
import { writtenText } from '@carrara/ui/value';
import { Group, Radio } from '@mantine/core';
import { Stack } from '../../../record/Stack.tsx';

export type TransferChoice = 'THEIRS' | 'MINE';
/** What was chosen, by fund and field. */
export type TransferChoices = Readonly<Record<string, TransferChoice>>;
export const choiceKey = (fundId: string, field: string) => `${fundId} ${field}`;

interface Props {
  readonly funds: DataTransfer['funds'];
  readonly chosen: TransferChoices;
  readonly onChoose: (key: string, choice: TransferChoice) => void;
}

/** What both sides have, each with the two to choose from. Nothing is chosen before somebody does. */
export function TransferConflicts({ funds, chosen, onChoose }: Props) {
  const conflicts = funds.flatMap(({ id, name, conflicts: all }) =>
    all.map((one) => ({ ...one, fund: name, key: choiceKey(id, one.field) })),
  );
  if (conflicts.length === 0) return null;
  return (
    <Panel title="Entered or changed here">
      <Stack>
        <div>This was entered or changed here, and the transfer has it otherwise. Please choose whose words count.</div>
        {conflicts.map(({ key, fund, title, mine, theirs }) => (
          <Radio.Group
            key={key}
            label={`${fund}: ${title}`}
            value={chosen[key] ?? null}
            onChange={(value) => onChoose(key, value === 'MINE' ? 'MINE' : 'THEIRS')}
          >
            <Group gap="lg" mt={4}>
              <Radio value="THEIRS" label={`Theirs: ${writtenText(theirs)}`} />
              <Radio value="MINE" label={`Ours: ${writtenText(mine)}`} />
            </Group>
          </Radio.Group>
        ))}
      </Stack>
    </Panel>
  );
}
