import {
  compEmployeeList,
  employeeNavigation,
  hasPayReferences,
  readLeaverKind,
  readPayScope,
  canViewEmployeePay,
} from '@carrara/adapters/postgres/compensation/compEmployee';
import { storeLeaverKind } from '@carrara/adapters/postgres/people/participant/employment';
import {
  type CompEmployee,
  type compEmployeeEndpoints,
  compEmployeeFields,
} from '@carrara/contract/compensation/compEmployee';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { Employee } from '@carrara/contract/people/participant';
import { leaverKinds } from '@carrara/domain/compensation/deferred';
import { calendarDate, err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { readableRecord } from '../../core/fieldAccess.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { participantOperations } from '../people/participant.ts';
import { saveLeaver, savePayPosition } from '../../usecases/compensation/compEmployee.ts';

const headOf = ({ id, formattedName, rowVersion }: Employee) => ({ id, name: formattedName ?? '', rowVersion });
const present = (reference: Reference | null | undefined) => (reference && reference.id !== emptyId ? reference : null);

async function read(context: RequestContext, id: string): Promise<Result<CompEmployee, Failures>> {
  const employee = await participantOperations.getEmployee(context, { params: { id } });
  const scope = await readPayScope(context.tx, id);
  if (employee.isErr() || !scope) return err(employee.isErr() ? employee.error : [fail('NOT_FOUND', ['id'], '')]);
  const { value: all } = employee;
  const leaverKind = await readLeaverKind(context.tx, id);
  const canDelete = all.canDelete && !(await hasPayReferences(context.tx, id));
  const more = {
    name: all.formattedName ?? '',
    leaverKind: (all.terminationDate && leaverKind && leaverKinds[leaverKind]) ?? null,
    canDelete,
  };
  return ok(readableRecord(compEmployeeFields, { ...ofComp(all), ...scope, ...more } as CompEmployee, context.grants));
}

/** Returns the employee as compensation displays it. From carry, that is only the eligibility date. */
const ofComp = ({
  isCarryEligible: _2,
  isForeign: _3,
  isEscrowExempt: _4,
  defaultEscrow: _5,
  participantClass: _6,
  numberOfTrusts: _7,
  ...rest
}: Record<string, unknown>) => rest;

export const compEmployeeOperations: Operations<typeof compEmployeeEndpoints> = {
  listCompEmployees: listOperation(compEmployeeList),
  getCompEmployee: (context, { params }) => read(context, params.id),
  async saveCompEmployee(context, { body }) {
    const { tx } = context;
    const { manager, isPayRestricted, user, ...employment } = body;
    const id = body.id && body.id !== emptyId ? body.id : undefined;
    const before = id ? await readPayScope(tx, id) : undefined;
    if (id && !before) return err([noSuch('employee')]);
    const existing = id ? await participantOperations.getEmployee(context, { params: { id } }) : undefined;
    if (existing?.isErr()) return err(existing.error);
    const carry = existing?.unwrapOr(undefined);
    // Fields of carry stay as they are.
    const saved = await participantOperations.saveEmployee(context, {
      body: {
        ...employment,
        carryEligibleDate: carry?.carryEligibleDate ?? null,
        isForeign: carry?.isForeign ?? false,
        isEscrowExempt: carry?.isEscrowExempt ?? false,
        defaultEscrow: carry?.defaultEscrow ?? null,
        participantClass: carry?.participantClass ?? null,
      } as Parameters<typeof participantOperations.saveEmployee>[1]['body'],
    });
    if (saved.isErr()) return err(saved.error);
    const was = before ?? { manager: null, isPayRestricted: false, user: null };
    const position = { manager: present(manager), isPayRestricted: isPayRestricted ?? false, user: present(user) };
    const savedPosition = await savePayPosition(context, headOf(saved.value), was, position);
    return savedPosition.isErr() ? err(savedPosition.error) : read(context, savedPosition.value);
  },
  async terminateCompEmployee(context, { params, body }) {
    const { leaverKind, deferredTreatment, ...changes } = body;
    if (deferredTreatment && !hasPermission(context.grants, 'pay.edit'))
      return err([
        fail(
          'FORBIDDEN',
          ['deferredTreatment'],
          'Only people who can edit pay can decide what happens to deferred awards.',
        ),
      ]);
    const before = await participantOperations.getEmployee(context, { params });
    const ended = await participantOperations.terminateEmployee(context, { params, body: changes });
    if (ended.isErr()) return err(ended.error);
    // Reversing a planned rehire leaves the leaving as it was.
    if (before.isOk() && before.value.rehireDate !== null) return read(context, ended.value.id);
    const settlement = deferredTreatment && {
      on: calendarDate(body.terminationDate),
      treatment: deferredTreatment,
      reason: body.terminationReason,
      field: 'terminationDate',
      treatmentField: 'deferredTreatment',
    };
    const savedLeaver = await saveLeaver(context, headOf(ended.value), leaverKind ?? null, settlement ?? undefined);
    return savedLeaver.isErr() ? err(savedLeaver.error) : read(context, savedLeaver.value);
  },
  async correctCompLeaving(context, { params, body: { leaverKind, ...changes } }) {
    const corrected = await participantOperations.correctEmployeeLeaving(context, { params, body: changes });
    if (corrected.isErr()) return err(corrected.error);
    await storeLeaverKind(context.tx, headOf(corrected.value), leaverKind);
    return read(context, corrected.value.id);
  },
  async rehireCompEmployee(context, { params, body }) {
    const back = await participantOperations.rehireEmployee(context, { params, body });
    return back.isErr() ? err(back.error) : read(context, back.value.id);
  },
  getPayVisibility: async ({ tx }, { params }) =>
    ok({ id: params.id, canView: await canViewEmployeePay(tx, params.id) }),
  listCompEmployeeNavigation: async ({ tx }) => ok(await employeeNavigation(tx)),
  deleteCompEmployee: (context, input) => participantOperations.deleteEmployee(context, input),
};
