import { entityMembers } from '@carrara/adapters/postgres/people/entityMember/entityMembers';
import { hasMemberMismatch } from '@carrara/adapters/postgres/people/entityMember/memberMismatch';
import { memberCandidates } from '@carrara/adapters/postgres/people/entityMember/eligibleMembers';
import {
  employeeStore,
  entityStore,
  type StoredEmployee,
  trustStore,
} from '@carrara/adapters/postgres/people/participant/participantStore';
import {
  employmentSteps,
  laterPay,
  leavingDependents,
  storeLeaverKind,
} from '@carrara/adapters/postgres/people/participant/employment';
import {
  participantFigures,
  kindLists,
  participantList,
} from '@carrara/adapters/postgres/people/participant/participants';
import { visibilityScope } from '@carrara/adapters/postgres/people/participant/visibilityScope';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { hasPermission } from '@carrara/contract/core/permissions';
import {
  type Employee,
  type Entity,
  memberId,
  type EmployeeRow,
  type EntityRow,
  type ParticipantRow,
  type TrustRow,
  type participantEndpoints,
  type Trust,
} from '@carrara/contract/people/participant';
import { storedAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { checkMembers, type MemberCandidate } from '@carrara/domain/people/entity';
import { type CalendarDate, err, ok, required, significantText } from '@carrara/domain/kernel';
import {
  checkEligibility,
  decideLeavingCorrection,
  decideRehire,
  decideTermination,
  type EmploymentEvent,
  employeeLifecycle,
  employmentHistory,
  isCarryEligible,
  isNewLeaving,
  laterPayFailures,
  leavingOn,
  plannedChangeText,
  plannedRehire,
  failuresAtFields,
  yearsOfService,
} from '@carrara/domain/people/participant';
import { mappedList } from '../../core/mappedList.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { type PrepareMove, recordOperations } from '../../core/recordOperations.ts';
import { eligibleRow } from './eligibleRows.ts';
import { buildParticipantFilters } from './buildParticipantFilters.ts';

type Values = Readonly<Record<string, unknown>>;
const dateOf = (record: Values, field: string) => (record[field] ?? null) as CalendarDate | null;
const eligible = (stored: Values, today: CalendarDate) => isCarryEligible(dateOf(stored, 'carryEligibleDate'), today);
const addressOf = (values: Values, field: string) =>
  storedAddress(values[field] as PostalAddress | null | undefined, emptyId);
/** Returns the flags. Missing ones are off. */
const flags = (values: Values) => ({
  isForeign: values['isForeign'] ?? false,
  isEscrowExempt: values['isEscrowExempt'] ?? false,
});

const employmentOf = (record: Values) => ({
  hireDate: dateOf(record, 'hireDate'),
  terminationDate: dateOf(record, 'terminationDate'),
  terminationReason: (record['terminationReason'] ?? null) as string | null,
});
const eventsOf = (record: Values | undefined) => (record?.['employmentEvents'] ?? []) as readonly EmploymentEvent[];

/** Returns the employment on a date. Terminations and rehires in the future don't count yet, but are displayed. */
function employmentOn(record: StoredEmployee, today: CalendarDate) {
  const employment = employmentOf(record);
  const history = employmentHistory(record.employmentEvents, employment);
  const leaving = leavingOn(history, today);
  const code = leaving ? 'TERMINATED' : 'ACTIVE';
  return {
    hireDate: employment.hireDate,
    status: { code, description: employeeLifecycle.states[code] },
    terminationDate: leaving?.eventDate ?? employment.terminationDate,
    terminationReason: leaving ? (leaving.reason ?? null) : employment.terminationReason,
    rehireDate: leaving ? plannedRehire(history, today) : null,
  };
}

async function answerEmployee(
  tx: RequestContext['tx'],
  record: StoredEmployee,
  { today, person, grants }: RequestContext,
): Promise<Employee> {
  const { employmentEvents: _events, ...stored } = record;
  const employment = employmentOn(record, today);
  const years = yearsOfService(employment, today);
  const steps = await employmentSteps(tx, stored.id, { by: person.name });
  return {
    ...stored,
    ...employment,
    ...(await participantFigures(tx, stored.id)),
    employment: hasPermission(grants, 'employee.viewPersonalData')
      ? steps
      : steps.map((step) => ({ ...step, reason: null })),
    isCarryEligible: eligible(stored, today),
    yearsOfService: years && significantText(years),
  };
}

/** Returns the field through which a change would make the employee's pay visible to its author. */
function visibilityField({ tx }: RequestContext, id: string, values: Values) {
  const idOf = (name: string) => (values[name] as Reference | null | undefined)?.id;
  return visibilityScope(tx, id, { office: idOf('office'), title: idOf('title') });
}

const employees = recordOperations({
  store: employeeStore,
  answer: answerEmployee,
  whyNot: (before, { today }) => plannedChangeText(before.formattedName ?? '', storedEmployment(before), today),
  prepare: async (context, values, before) => {
    const [first, last] = [String(values['firstName']).trim(), String(values['lastName']).trim()];
    const formattedName = `${first} ${last}`;
    const employment = { ...employmentOf(before ?? {}), hireDate: dateOf(values, 'hireDate') };
    const failures = checkEligibility(dateOf(values, 'carryEligibleDate'), employment);
    if (failures.length > 0) return err(failures);
    const refused = failuresAtFields(before && (await visibilityField(context, before.id, values)));
    if (refused.length > 0) return err(refused);
    return ok({
      ...values,
      ...flags(values),
      firstName: first,
      lastName: last,
      formattedName,
      name: formattedName,
      alternateFormattedName: `${last}, ${first}`,
      homeAddress: addressOf(values, 'homeAddress'),
      employmentEvents: employmentHistory(eventsOf(before), employment),
    });
  },
});

const trusts = recordOperations({
  store: trustStore,
  answer: async (tx, stored, { today }): Promise<Trust> => ({
    ...stored,
    ...(await participantFigures(tx, stored.id)),
    isCarryEligible: eligible(stored, today),
  }),
  prepare: async (_context, values) =>
    ok({
      ...values,
      ...flags(values),
      name: values['name'] || values['legalName'],
      address: addressOf(values, 'address'),
    }),
});

const entities = recordOperations({
  store: entityStore,
  answer: async (tx, stored, { today }): Promise<Entity> => {
    const { id } = stored;
    const [members, memberMismatch, figures] = [
      await entityMembers(tx, id, today),
      await hasMemberMismatch(tx, id),
      await participantFigures(tx, id),
    ];
    return {
      ...stored,
      ...figures,
      members,
      memberMismatch,
      isCarryEligible: eligible(stored, today),
    };
  },
  prepare: async ({ tx, today }, values, before) => {
    const requestedMembers = values['members'] as readonly Parameters<typeof memberId>[0][] | undefined;
    const members = requestedMembers?.map((link) => ({ ...link, participantId: memberId(link) }));
    if (members) {
      const ids = members.map(({ participantId }) => participantId);
      const candidates = (await memberCandidates(tx, ids)) as readonly MemberCandidate[];
      const already = ((before?.['members'] ?? []) as readonly { participantId: string }[]).map(
        ({ participantId }) => participantId,
      );
      const failures = checkMembers(before?.id, ids, candidates, already, today);
      if (failures.length > 0) return err(failures);
    }
    return ok({ ...values, ...(members ? { members } : {}), ...flags(values), address: addressOf(values, 'address') });
  },
});

const storedEmployment = (record: Values) => ({ ...employmentOf(record), employmentEvents: eventsOf(record) });

/** Clears the leaver kind of an earlier leaving. */
const clearLeaverKind = ({ tx }: RequestContext, { id, formattedName, rowVersion }: StoredEmployee) =>
  storeLeaverKind(tx, { id, name: formattedName ?? '', rowVersion }, null);

/** Returns the warning of pay records after a last day of employment, unless it is confirmed. */
const laterPayWarning = async ({ tx }: RequestContext, body: Values, { id }: StoredEmployee, day: CalendarDate) =>
  body['warningsConfirmed'] === true ? [] : laterPayFailures(day, await laterPay(tx, id, day));

/** Ends the employment: status, date, reason and history change together. */
const terminated: PrepareMove<StoredEmployee> = async (context, body, before) => {
  const reason = String(body['terminationReason']).trim();
  const lastDay = required(dateOf(body, 'terminationDate'), 'terminationDate');
  const end = decideTermination(storedEmployment(before), lastDay, reason, context.today);
  const warnings = end.isOk() ? await laterPayWarning(context, body, before, lastDay) : [];
  if (warnings.length > 0) return err(warnings);
  if (end.isOk() && isNewLeaving(before.employmentEvents, end.value.employmentEvents))
    await clearLeaverKind(context, before);
  return end.map((values) => ({ values: { ...values }, reason }));
};

/** Returns the records that depend on a leaving, without links to those that the person may not open. */
const dependentsOf = async ({ tx, grants }: RequestContext, { id }: StoredEmployee) =>
  ((await leavingDependents(tx, [id])).get(id) ?? []).map(({ record, ...dependent }) =>
    record?.type === 'distribution' && !hasPermission(grants, 'distribution.view')
      ? dependent
      : { ...dependent, record },
  );

/** Corrects the last leaving. Everything computed from it changes with it. */
const corrected: PrepareMove<StoredEmployee> = async (context, body, before) => {
  const reason = String(body['terminationReason']).trim();
  const lastDay = required(dateOf(body, 'terminationDate'), 'terminationDate');
  const employment = storedEmployment(before);
  const dependents = await dependentsOf(context, before);
  const end = decideLeavingCorrection(employment, lastDay, reason, context.today, dependents);
  const isMoved = end.isOk() && lastDay !== employment.terminationDate;
  const warnings = isMoved ? await laterPayWarning(context, body, before, lastDay) : [];
  if (warnings.length > 0) return err(warnings);
  return end.map((values) => ({ values: { ...values }, reason }));
};

const rehired: PrepareMove<StoredEmployee> = async (context, body, before) => {
  const reason = String(body['rehireReason']).trim();
  const back = decideRehire(
    storedEmployment(before),
    required(dateOf(body, 'rehireDate'), 'rehireDate'),
    reason,
    context.today,
    await dependentsOf(context, before),
  );
  // Until the rehire day, the leaving is in force.
  if (back.isOk() && !leavingOn(back.value.employmentEvents, context.today)) await clearLeaverKind(context, before);
  return back.map((values) => ({ values: { ...values }, reason }));
};

type Query = Parameters<Operations<typeof participantEndpoints>['listParticipants']>[1]['query'];
/** Creates the list of the participants of one kind, with that kind's own columns. */
const listOf = <Row>(kind: keyof typeof kindLists) =>
  mappedList<Row, Query>(kindLists[kind], buildParticipantFilters(kind), (row, context) => ({
    ...eligibleRow<Row>(row, context),
    carryEligibleDate: row['carryEligibleDate'],
  }));

export const participantOperations: Operations<typeof participantEndpoints> = {
  listParticipants: mappedList<ParticipantRow, Query>(participantList, buildParticipantFilters(), eligibleRow),
  listEmployees: listOf<EmployeeRow>('employee'),
  getEmployee: employees.get,
  saveEmployee: employees.save('saveEmployee'),
  deleteEmployee: employees.remove('deleteEmployee'),
  ...employees.moves(employeeLifecycle, {
    terminateEmployee: terminated,
    correctEmployeeLeaving: corrected,
    rehireEmployee: rehired,
  }),
  listTrusts: listOf<TrustRow>('trust'),
  getTrust: trusts.get,
  saveTrust: trusts.save('saveTrust'),
  deleteTrust: trusts.remove('deleteTrust'),
  listEntities: listOf<EntityRow>('entity'),
  getEntity: entities.get,
  saveEntity: entities.save('saveEntity'),
  deleteEntity: entities.remove('deleteEntity'),
};
