import { statusOptions } from '@carrara/contract/lifecycles';
import type { ListFilter, ListTab } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { Button, Menu } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useNavigate, useParams } from 'react-router-dom';
import type { RecordValue } from '../../../record/recordDefinition.ts';

import { useEntryFilter } from '../../../record/list/useEntryFilter.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { recordHref } from '../../../record/recordHref.ts';

const views = {
  all: { title: 'All', list: lists.listParticipants },
  employee: { title: 'Employees', list: lists.listEmployeeIndex },
  trust: { title: 'Trusts', list: lists.listTrustIndex },
  entity: { title: 'Entities', list: lists.listEntityIndex },
} as const;
type ViewName = keyof typeof views;
const isView = (name: string | undefined): name is ViewName => name !== undefined && name in views;
const tabs: readonly ListTab[] = Object.entries(views).map(([id, { title }]) => ({ id, title }));

const eligibility: ListFilter = {
  id: 'eligible',
  title: 'Show',
  allLabel: 'Carry-eligible',
  options: [{ value: 'false', label: 'Everyone' }],
};
const status: ListFilter = {
  id: 'status',
  title: 'Status',
  options: statusOptions('employee').map(({ code, description }) => ({ value: code, label: description })),
};
const kinds: ListFilter = {
  id: 'type',
  title: 'Type',
  options: ['Employee', 'Trust', 'Entity'].map((value) => ({ value, label: value })),
};
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const queryOf = (state: ListState) => ({
  isCarryEligible: chosen(state, 'eligible') ?? 'true',
  ...Object.fromEntries(
    ['status', 'participantClass', 'office', 'type'].flatMap((id) => {
      const value = chosen(state, id);
      return value === undefined ? [] : [[id, value]];
    }),
  ),
});

/** Returns the filters of the list of each kind. */
function useFilters(view: ViewName): readonly ListFilter[] {
  const participantClass = useEntryFilter('participantClass', 'Class', 'participant-class');
  const office = useEntryFilter('office', 'Office', 'office');
  const trustType = useEntryFilter('type', 'Type', 'trust-type');
  const entityType = useEntryFilter('type', 'Type', 'entity-type');
  return {
    all: [eligibility, status, kinds, participantClass, office],
    employee: [eligibility, status, participantClass, office],
    trust: [eligibility, status, trustType, participantClass],
    entity: [eligibility, status, entityType],
  }[view];
}
const profileOf = ({ id, type }: RecordValue) => recordHref(String(type), id);

/** The list of employees, trusts and entities, together or by kind. The kind is part of the address. */
export function ParticipantList() {
  const { view } = useParams();
  const navigate = useNavigate();
  const current = isView(view) ? view : 'all';
  const filters = useFilters(current);
  return (
    <RecordTable
      key={current}
      list={views[current].list}
      title="Participants"
      tabs={tabs}
      tab={{ current, onChange: (next) => void navigate(`/carry/participant/${next}`) }}
      filters={filters}
      query={queryOf}
      rowHref={profileOf}
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
