import type { Entity } from '@carrara/contract/participant';
import { confirm, LoadingState, toastError, toastSuccess } from '@carrara/ui/feedback';
import { valuesToSave } from '@carrara/ui/form';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { Button } from '@mantine/core';
import { failureText } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/calls.ts';
import type { Argument } from '../../api/operations.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { useAllowed } from '../../session/hooks.ts';
import { addMembers } from './AddMembersDialog.tsx';
import { entityRecord } from './participantRecords.ts';

type Member = Entity['members'][number];

const columns = [
  { field: 'name', kind: 'text', title: 'Member' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
] as const;

const recordOf = (member: Member) => member.employee ?? member.trust ?? member.memberEntity;
const hrefOf = (member: Member) => {
  const record = recordOf(member);
  return record ? `#/carry/${member.type.toLowerCase()}/${record.id}/profile/overview` : undefined;
};

/** Who an entity consists of. Their shares come from its allocation profile. */
export function EntityMembers({ id }: ViewProps) {
  const { data: entity } = useRead('getEntity', { params: { id } });
  const [save] = useWrite('saveEntity');
  const mayEdit = useAllowed('entity.edit');
  if (!entity) return <LoadingState />;
  const keep = async (participantIds: readonly string[]) => {
    const own = valuesToSave(entityRecord.fields, entity);
    const members = participantIds.map((participantId) => ({ participantId }));
    const body = { ...own, id: entity.id, rowVersion: entity.rowVersion, members };
    await save({ body } as unknown as Argument<'saveEntity'>);
    toastSuccess(`${entity.name} saved successfully`);
  };
  const present = entity.members.map(({ participantId }) => participantId);
  const remove = async (member: Member) => {
    const text = `${member.name} will no longer be a member of ${entity.name}. Are you sure you want to continue?`;
    if (!(await confirm({ title: 'Remove member', text, confirmLabel: 'Remove', danger: true }))) return;
    await keep(present.filter((other) => other !== member.participantId)).catch((failure: unknown) =>
      toastError(failureText(failure)),
    );
  };
  const add = (
    <Button onClick={() => void addMembers({ entity, save: (added) => keep([...present, ...added]) })}>
      Add members
    </Button>
  );
  const removeButton = (member: Member) => (
    <Button variant="subtle" size="compact-xs" onClick={() => void remove(member)}>
      Remove
    </Button>
  );
  return (
    <Panel title="Entity Members" flush actions={mayEdit ? add : null}>
      <DataTable
        label="Entity Members"
        columns={columns}
        rows={entity.members}
        rowKey={(member) => member.id}
        rowHref={hrefOf}
        {...(mayEdit ? { rowActions: removeButton } : {})}
      />
    </Panel>
  );
}
