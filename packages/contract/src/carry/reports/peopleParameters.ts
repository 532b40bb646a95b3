import { holderParameters } from './holderParameters.ts';
import type { Parameter } from '../../core/report.ts';

/** The parameters of reports about people, without a date. */
const ofPeople = {
  ...holderParameters,
  participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
  redactName: { kind: 'boolean', title: 'Hide names' },
  /** True to display trusts with their employee. */
  aggregateTrust: { kind: 'boolean', title: 'Trusts with their employees' },
} as const satisfies Readonly<Record<string, Parameter>>;

/** The parameters of reports about people as of a date. */
export const peopleParameters = {
  selectedDate: { kind: 'date', title: 'As of' },
  ...ofPeople,
} as const satisfies Readonly<Record<string, Parameter>>;

/** The parameters of reports about people in a period. */
export const peoplePeriodParameters = {
  from: { kind: 'date', title: 'From' },
  to: { kind: 'date', title: 'To' },
  ...ofPeople,
} as const satisfies Readonly<Record<string, Parameter>>;
