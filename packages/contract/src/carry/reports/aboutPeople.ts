import { ofHolder } from './ofHolder.ts';
import type { Parameter } from '../../core/report.ts';

/** What the reports about people are asked with. */
export const aboutPeople = {
  selectedDate: { kind: 'date', title: 'As of' },
  ...ofHolder,
  participantId: { kind: 'reference', title: 'Participant', of: 'participant' },
  redactName: { kind: 'boolean', title: 'Hide names' },
  /** What belongs to a trust is shown with its employee. */
  aggregateTrust: { kind: 'boolean', title: 'Trusts with their employees' },
} as const satisfies Readonly<Record<string, Parameter>>;
