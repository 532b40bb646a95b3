import type { Group } from '@carrara/contract/platform/group';
import { confirm } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { groupRecord } from './groupRecord.ts';
import { useChangeGroup } from './useChangeGroup.ts';

/** A group's profile. Groups are archived, never deleted for good. */
export function GroupProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={groupRecord}
      screen={screen}
      moreActions={(value) => <ArchiveButton group={value as unknown as Group} />}
    />
  );
}

function ArchiveButton({ group }: { readonly group: Group }) {
  const mayEdit = useAllowed('group.edit');
  const change = useChangeGroup();
  if (!mayEdit) return null;
  const archive = async () => {
    const text = 'Are you sure you want to continue?';
    const question = { title: `Archive ${group.name}`, text, confirmLabel: 'Archive', danger: true };
    if (!group.isInactive && !(await confirm(question))) return;
    await change(group, { isInactive: !group.isInactive }, group.isInactive ? 'restored' : 'archived');
  };
  return (
    <Button variant="default" onClick={() => void archive()}>
      {group.isInactive ? 'Restore' : 'Archive'}
    </Button>
  );
}
