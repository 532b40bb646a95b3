import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import type { Fields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { numberIn } from '@carrara/ui/value/readNumber.ts';
import { plainText } from '@carrara/ui/value/plainText.ts';
import type { RowValues } from '../../../record/editor/RowsEditor.tsx';

const source = { kind: 'reference', target: 'carrySource', title: 'Source', required: true } as const;
const participant = { kind: 'reference', target: 'accountHolder', title: 'Participant', required: true } as const;

export const rowFields: Readonly<Record<string, Fields>> = {
  OPENING: {
    participant,
    source,
    accrued: { kind: 'money', title: 'Accrued', required: true },
    distributed: { kind: 'money', title: 'Distributed' },
    escrow: { kind: 'money', title: 'Escrow held' },
  },
  RELEASE: {
    source,
    participant: { ...participant, required: false },
    requestedAmount: { kind: 'money', title: 'Amount' },
  },
  CLAWBACK: { participant, source, requestedAmount: { kind: 'money', title: 'Amount', required: true } },
};

/** Returns the rows of a stored run for editing. */
export const formRows = (lines: LedgerRunRecord['requestedLines']): RowValues[] => lines.map((line) => ({ ...line }));

const referenceOf = (value: unknown) => (value as Reference | null | undefined)?.id;

/** True if a row has all fields that its type requires, so that it can be computed. */
export const isComplete =
  (type: string) =>
  (row: RowValues): boolean =>
    Object.entries(rowFields[type] ?? {}).every(([name, field]) => fieldError(field, row[name]) === undefined);

/** Returns a row as it is sent: the fields of its type that have a value. */
export const rowToSend =
  (type: string) =>
  (row: RowValues): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(rowFields[type] ?? {}).flatMap(([name, field]): (readonly [string, unknown])[] => {
        const value = row[name];
        if (field.kind === 'reference') return referenceOf(value) ? [[name, { id: referenceOf(value) }]] : [];
        // While a number is being typed, the form holds its text.
        const number = numberIn(field, plainText(value));
        return number === undefined ? [] : [[name, number]];
      }),
    );
