import { ofHolder } from './ofHolder.ts';
import type { Parameter } from '../../core/report.ts';

/** The parameters of reports about people. */
export const aboutPeople = {
  selectedDate: { kind: 'date', title: 'As of' },
  ...ofHolder,
  participantId: { kind: 'reference', title: 'Participant', of: 'participant' },
  redactName: { kind: 'boolean', title: 'Hide names' },
  /** True to display trusts with their employee. */
  aggregateTrust: { kind: 'boolean', title: 'Trusts with their employees' },
} as const satisfies Readonly<Record<string, Parameter>>;
