import type { ListFilter, ListState, ListTab } from '@carrara/ui/list';
import { Button, Menu } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useNavigate, useParams } from 'react-router-dom';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { hrefOf } from '../../record/recordDefinition.ts';
import { carryCell } from '../../record/CarryCell.tsx';
import { RecordTable } from '../../record/RecordTable.tsx';
import { useAllowed } from '../../session/hooks.ts';

const views = {
  all: { title: 'All', list: { ...lists.listParticipants, operation: 'listParticipants' } },
  employee: { title: 'Employees', list: { ...lists.listEmployeeIndex, operation: 'listEmployeeIndex' } },
  trust: { title: 'Trusts', list: { ...lists.listTrustIndex, operation: 'listTrustIndex' } },
  entity: { title: 'Entities', list: { ...lists.listEntityIndex, operation: 'listEntityIndex' } },
} as const;
type ViewName = keyof typeof views;
const isView = (name: string | undefined): name is ViewName => name !== undefined && name in views;
const tabs: readonly ListTab[] = Object.entries(views).map(([id, { title }]) => ({ id, title }));

const filters: readonly ListFilter[] = [
  {
    id: 'eligible',
    title: 'Show',
    allLabel: 'Carry-eligible',
    options: [{ value: 'false', label: 'Everyone' }],
  },
];
const eligibleOnly = ({ filters: chosen }: ListState) => ({ isCarryEligible: chosen['eligible']?.[0] ?? 'true' });
const carryCells = { totalCarryDistributed: carryCell };
const profileOf = ({ id, type }: RecordValue) => hrefOf(`/carry/${String(type).toLowerCase()}/${id}/profile/overview`);

/** Employees, trusts and entities, together or by kind; the kind is part of the address. */
export function ParticipantList() {
  const { view } = useParams();
  const navigate = useNavigate();
  const current = isView(view) ? view : 'all';
  return (
    <RecordTable
      key={current}
      list={views[current].list}
      title="Participants"
      tabs={tabs}
      tab={{ current, onChange: (next) => void navigate(`/carry/participant/${next}`) }}
      filters={filters}
      query={eligibleOnly}
      rowHref={profileOf}
      cells={carryCells}
      actions={<AddParticipant />}
    />
  );
}

function AddParticipant() {
  const allowed = {
    employee: useAllowed('employee.edit'),
    trust: useAllowed('trust.edit'),
    entity: useAllowed('entity.edit'),
  };
  const offered = (['employee', 'trust', 'entity'] as const).filter((kind) => allowed[kind]);
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>Add participant</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((kind) => (
          <Menu.Item key={kind} component="a" href={`#/carry/${kind}/add`}>
            Add {kind}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
