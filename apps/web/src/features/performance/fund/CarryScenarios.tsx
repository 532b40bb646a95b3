import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Button, Group } from '@mantine/core';
import { fields } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { MOST_COMPARED } from './useComparedScenarios.ts';
import type { WhatIf } from './useWhatIf.ts';

type Scenario = Answer<'listCarryScenarios'>['scenarios'][number];

const headFields = {
  name: fields.carryScenarioFields.name,
  isShared: {
    kind: 'boolean',
    title: 'Share with the firm',
    help: 'Everyone who may read carry terms sees the scenario. Only you and administrators can change it.',
  },
} as const;

interface CarryScenariosProps {
  readonly fundId: string;
  readonly whatIf: WhatIf;
  /** The ids of the scenarios in the comparison. */
  readonly compared: readonly string[];
  readonly onCompare: (id: string) => void;
}

/** The saved what-ifs of a fund. The person saves the present one, and opens, compares, renames and deletes them. */
export function CarryScenarios({ fundId, whatIf, compared, onCompare }: CarryScenariosProps) {
  const { data } = useRead('listCarryScenarios', { params: { id: fundId } });
  const scenarios = data?.scenarios ?? [];
  const actions = useScenarioActions(fundId, whatIf);
  const current = scenarios.find(({ id }) => id === whatIf.openId);
  if (data === undefined || (scenarios.length === 0 && !whatIf.isTyped)) return null;
  const buttons = whatIf.isTyped ? (
    <Group gap="xs">
      {current?.canEdit ? (
        <Button size="xs" variant="default" onClick={() => void actions.saveChanges(current)}>
          {`Save changes to ‘${current.name}’`}
        </Button>
      ) : null}
      <Button size="xs" onClick={() => void actions.saveNew()}>
        Save scenario
      </Button>
    </Group>
  ) : null;
  const remove = (scenario: Scenario) => {
    if (compared.includes(scenario.id)) onCompare(scenario.id);
    return actions.remove(scenario);
  };
  return (
    <TablePanel
      cardsOnPhone
      title="Scenarios"
      actions={buttons}
      empty="No scenario is saved for this fund."
      columns={[
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'inputs', kind: 'text', title: 'What if' },
        { field: 'createdBy', kind: 'text', title: 'Owner' },
      ]}
      cells={{
        createdBy: ({ isOwn, isShared, createdBy }: Scenario) =>
          isOwn ? (isShared ? 'You, shared' : 'You') : createdBy,
      }}
      rows={scenarios}
      rowKey={({ id }) => id}
      rowActions={(scenario) => (
        <ScenarioActions
          scenario={scenario}
          isCompared={compared.includes(scenario.id)}
          isFull={compared.length >= MOST_COMPARED}
          onCompare={() => onCompare(scenario.id)}
          onOpen={() => whatIf.open(scenario)}
          onRename={() => void actions.rename(scenario)}
          onDelete={() => void remove(scenario)}
        />
      )}
    />
  );
}

interface ScenarioActionsProps {
  readonly scenario: Scenario;
  readonly isCompared: boolean;
  readonly isFull: boolean;
  readonly onCompare: () => void;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

function ScenarioActions({
  scenario: { name, canEdit },
  isCompared,
  isFull,
  onCompare,
  onOpen,
  onRename,
  onDelete,
}: ScenarioActionsProps) {
  const button = (label: string, onClick: () => void, disabled = false) => (
    <Button size="compact-xs" variant="subtle" onClick={onClick} disabled={disabled} aria-label={`${label} ‘${name}’`}>
      {label}
    </Button>
  );
  return (
    <>
      {isCompared ? button('Remove from comparison', onCompare) : button('Compare', onCompare, isFull)}
      {button('Open', onOpen)}
      {canEdit ? button('Rename', onRename) : null}
      {canEdit ? button('Delete', onDelete) : null}
    </>
  );
}

/** Returns the actions on the saved scenarios of a fund. */
function useScenarioActions(fundId: string, whatIf: WhatIf) {
  const [save] = useWrite('saveCarryScenario');
  const [remove] = useWrite('deleteCarryScenario');
  const vehicle = { id: fundId };
  const inputs = (values: Readonly<Record<string, unknown>>) => valuesToSave(fields.whatIfFields, values);
  const store = (body: Readonly<Record<string, unknown>>) => save({ body: { vehicle, ...body } as never });
  return {
    saveNew: () =>
      openFormDialog({
        title: 'Save scenario',
        fields: headFields,
        save: async (_changed, { name, isShared }) => {
          const { id } = await store({ name, isShared: isShared === true, ...inputs(whatIf.values) });
          whatIf.follow(id);
          toastSuccess('Scenario saved successfully.');
        },
      }),
    saveChanges: ({ id, rowVersion, name, isShared }: Scenario) =>
      runWithToast(async () => {
        await store({ id, rowVersion, name, isShared, ...inputs(whatIf.values) });
        return `Scenario ‘${name}’ saved`;
      }),
    rename: (scenario: Scenario) =>
      openFormDialog({
        title: scenario.isOwn ? 'Rename or share scenario' : 'Rename scenario',
        fields: scenario.isOwn ? headFields : { name: headFields.name },
        initial: { name: scenario.name, isShared: scenario.isShared },
        save: (_changed, { name, isShared = scenario.isShared }) => {
          const { id, rowVersion } = scenario;
          return store({ id, rowVersion, ...inputs(scenario), name, isShared: isShared === true });
        },
      }),
    remove: ({ id, rowVersion, name, isShared }: Scenario) =>
      runConfirmed(
        {
          title: 'Delete scenario',
          text: isShared ? `‘${name}’ is shared. Delete it for everyone?` : `Delete ‘${name}’?`,
          confirmLabel: 'Delete',
        },
        async () => {
          await remove({ params: { id }, query: { rowVersion } });
          toastSuccess('Scenario deleted successfully.');
        },
      ),
  };
}
