import type { EntityMember } from '@carrara/contract/carry/participant/entityMember';
import type { Entity } from '@carrara/contract/people/participant';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { failureText } from '../../../api/failure.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Money } from '@carrara/ui/value/Money.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { addMembers } from './AddMembersDialog.tsx';
import { showMemberSummary } from './MemberSummaryDialog.tsx';
import { entityRecord } from './participantRecords.ts';
import { recordHref } from '../../../record/recordHref.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Member' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross distributed' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net distributed' },
] as const;

const hrefOf = ({ type, participantId }: EntityMember) => recordHref(type, participantId);

/** The members of an entity, down to the people and trusts at the end, with the amounts that each received through it. */
export function EntityMembers({ id }: ViewProps) {
  const { data: entity } = useRead('getEntity', { params: { id } });
  const { data: members, error, refetch } = useRead('listEntityMembers', { params: { id } });
  const mayEdit = useAllowed('entity.edit');
  const storeMembers = useStoreMembers();
  if (error && !members) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!entity || !members) return <LoadingState />;
  const present = entity.members.map(({ participantId }) => participantId);
  const remove = async (member: EntityMember) => {
    const text = `${member.name} will no longer be a member of ${entity.name}. Are you sure you want to continue?`;
    await runConfirmed({ title: 'Remove member', text, confirmLabel: 'Remove' }, () =>
      storeMembers(
        entity,
        present.filter((other) => other !== member.participantId),
      ),
    );
  };
  const add = mayEdit ? (
    <Button onClick={() => void addMembers({ entity, save: (added) => storeMembers(entity, [...present, ...added]) })}>
      Add members
    </Button>
  ) : null;
  const own = new Set(entity.members.map((member) => member.id));
  const actionsOf = (member: EntityMember) => (
    <>
      <RowButton label="Summary" onClick={() => showMemberSummary({ entity, member })} />
      {mayEdit && own.has(member.id) ? <RowButton label="Remove" onClick={() => remove(member)} /> : null}
    </>
  );
  return (
    <Panel title="Entity Members" flush actions={members.length > 0 ? add : null}>
      {members.length === 0 ? (
        <EmptyState action={add} />
      ) : (
        <DataTable<EntityMember>
          label="Entity Members"
          columns={columns}
          rows={members}
          rowKey={(member) => member.id}
          rowHref={hrefOf}
          childrenOf={(member) => member.members}
          startsOpen
          cells={{ name: nameCell, grossCarryDistributed: grossCell, netCarryDistributed: netCell }}
          rowActions={actionsOf}
        />
      )}
    </Panel>
  );
}

const nameCell = ({ name, businessTitle, memberMismatch }: EntityMember) => (
  <>
    {name}
    {businessTitle ? <Tag>{businessTitle}</Tag> : null}
    {memberMismatch ? <Tag>Members don’t match the profile</Tag> : null}
  </>
);

const grossCell = ({ grossCarryDistributed, carryAmounts }: EntityMember) => (
  <Money amount={grossCarryDistributed} amounts={carryAmounts} />
);
const netCell = ({ netCarryDistributed, netAmounts }: EntityMember) => (
  <Money amount={netCarryDistributed} amounts={netAmounts} />
);

/** Saves the entity with other members and leaves its other fields unchanged. */
function useStoreMembers(): (entity: Entity, participantIds: readonly string[]) => Promise<void> {
  const [save] = useFormWrite('saveEntity');
  return async (entity, participantIds) => {
    const own = valuesToSave(entityRecord.fields, entity);
    const members = participantIds.map((participantId) => ({ participantId }));
    const body = { ...own, id: entity.id, rowVersion: entity.rowVersion, members };
    await save({ body });
    toastSuccess(`${entity.name} updated successfully`);
  };
}
