import type { Column } from '@carrara/contract/core/fields';

const locationColumns = [
  { field: 'participant', kind: 'reference', title: 'Participant' },
  { field: 'source', kind: 'reference', title: 'Source' },
] as const satisfies readonly Column[];
const money = (field: string, title: string): Column => ({ field, kind: 'money', title });

const amounts: Readonly<Record<string, readonly Column[]>> = {
  OPENING: [money('accrued', 'Accrued'), money('distributed', 'Distributed'), money('escrow', 'Escrow held')],
  RELEASE: [money('escrowBefore', 'Held before'), money('escrow', 'Released')],
  CLAWBACK: [
    money('escrowBefore', 'Escrow held before'),
    money('escrow', 'From escrow'),
    money('clawback', 'From the account'),
  ],
};

/** Returns the columns of the rows in a run of this type. */
export const ledgerRunColumns = (type: string): readonly Column[] => [...locationColumns, ...(amounts[type] ?? [])];

/** Returns the columns that have totals. */
export const summedColumns = (type: string): readonly ('accrued' | 'distributed' | 'escrow' | 'clawback')[] =>
  type === 'OPENING' ? ['accrued', 'distributed', 'escrow'] : type === 'CLAWBACK' ? ['escrow', 'clawback'] : ['escrow'];
