import { isPeopleReference, type ReportDefinition } from '@carrara/contract/core/report';

/**
 * Checks that a report hides people completely. Fails: throws if a report that can hide people still displays something
 * that identifies one.
 */
export function checkRedaction({ name, columns, parameters }: ReportDefinition): void {
  const hides = 'redactName' in parameters;
  for (const column of columns) {
    const { field, kind, redact } = column;
    const isPerson = kind === 'reference' && isPeopleReference(column);
    if (redact && !(hides && isPerson))
      throw new Error(`${name}: ${field} is hidden, which requires a person and the parameter redactName`);
    if (hides && ((isPerson && !redact) || kind === 'id'))
      throw new Error(`${name}: ${field} would reveal a hidden person`);
  }
}
