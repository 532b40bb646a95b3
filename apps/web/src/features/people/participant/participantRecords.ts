import { type CalendarDate, parseDate } from '@carrara/domain/kernel';
import { checkEligibility } from '@carrara/domain/people/participant';
import { records } from 'virtual:contract/tables';
import { firstSentence } from '../../../api/localTexts.ts';
import { recordCalls } from '../../../record/plainRecord.ts';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

/** Parses a date; null while it is incomplete. */
export const parseDay = (typed: unknown): CalendarDate | null => {
  const read = parseDate(typed, []);
  return read.isOk() ? read.value : null;
};

export const employeeRecord: RecordDefinition = {
  ...recordCalls('employee', records.employee),
  nameOf: ({ formattedName }) => String(formattedName),
  paths: standardPaths('/carry/employee', 'overview', '/carry/participant/employee'),
  facts: ['businessTitle', 'office', 'email'],
  status: 'status',
  check: ({ hireDate, carryEligibleDate }) => ({
    carryEligibleDate: firstSentence(checkEligibility(parseDay(carryEligibleDate), { hireDate: parseDay(hireDate) })),
  }),
  picture: 'picture',
  deletion: 'Delete this employee will also delete related notes & documents. Are you sure you want to continue?',
  cannotDelete:
    'This employee has pay, carry or other records and can’t be deleted. If they still work for the firm, terminate them instead.',
};

export const trustRecord: RecordDefinition = {
  ...recordCalls('trust', records.trust),
  nameOf: ({ legalName }) => String(legalName),
  paths: standardPaths('/carry/trust', 'overview', '/carry/participant/trust'),
  facts: ['code', 'type', 'employee'],
  status: 'status',
  deletion: 'Delete this trust will also delete any related notes & documents. Are you sure you want to continue?',
};

export const entityRecord: RecordDefinition = {
  ...recordCalls('entity', records.entity),
  paths: standardPaths('/carry/entity', 'overview', '/carry/participant/entity'),
  viewAfterSave: 'members',
  facts: ['code', 'type'],
  deletion: "Deleting this entity is permanent and can't be undone. Are you sure you want to continue?",
};
