import { defineFields } from '@carrara/contract/core/fields';
import { lifecycles } from '@carrara/contract/lifecycles';
import { leaverKinds, type LeaverKind } from '@carrara/domain/compensation/deferred';
import type { OwnMove } from '../../../record/profile/Moves.tsx';
import { PortalNote } from '../../../record/profile/PortalNote.tsx';
import { correctionTitle, recordedLeaving } from '../../../record/profile/plannedEmployment.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { compEmployeeRecord } from './compEmployeeRecord.ts';

export const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([code, description]) => ({ code, description }));
export const codeOf = (chosen: unknown) => (chosen as { readonly code: string } | null)?.code;
export const terminationFields = defineFields({
  ...lifecycles.employee.events.terminateEmployee.button.fields,
  leaverKind: { kind: 'status', title: 'Leaver type', required: true, options: optionsOf(leaverKinds) },
});

/** Returns the dialog that corrects a leaving and its leaver type, starting with the recorded values. */
export const leavingCorrection = (value: RecordValue): OwnMove => ({
  call: 'correctCompLeaving',
  dialog: {
    title: correctionTitle(compEmployeeRecord.nameOf(value)),
    fields: terminationFields,
    initial: {
      ...recordedLeaving(value),
      leaverKind: terminationFields.leaverKind.options.find(({ description }) => description === value['leaverKind']),
    },
    more: ({ values }) => <PortalNote day={values['terminationDate']} />,
  },
  argument: ({ leaverKind, ...rest }) => ({
    params: { id: value.id },
    body: { ...rest, rowVersion: value.rowVersion, leaverKind: codeOf(leaverKind) as LeaverKind },
  }),
});
