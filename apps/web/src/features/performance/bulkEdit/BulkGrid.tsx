import type { Reference } from '@carrara/contract/core/kinds';
import { type BulkSection, partsOfQuarter } from '@carrara/contract/performance/investment/bulkDomains';
import { isIndustryOf, isSubSectorOf } from '@carrara/domain/performance/investment';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridColumn, GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { type Conflict, conflictText } from '../../../record/editor/gridDraft.ts';
import { type BulkDraft, cellId } from './bulkDraft.ts';
import { bulkFields } from './bulkFields.ts';
import type { BulkLocation } from './bulkLocations.ts';

export interface BulkGridProps {
  readonly section: BulkSection;
  readonly locations: readonly BulkLocation[];
  readonly draft: BulkDraft;
  readonly conflicts: ReadonlyMap<string, Conflict>;
  /** The choices by reference data type. */
  readonly choices: ReadonlyMap<string, readonly Reference[]>;
  readonly isEditable: boolean;
  readonly onEdit: (edits: readonly GridEdit[]) => void;
}

interface Row {
  readonly key: string;
  readonly location: BulkLocation;
  readonly [field: string]: unknown;
}

/** A section of a domain as a spreadsheet. Unsaved input replaces the stored values in the display until it is saved. */
export function BulkGrid({ section, locations, draft, conflicts, choices, isEditable, onEdit }: BulkGridProps) {
  const { part, title } = section;
  const { height } = useViewportSize();
  const columns = useMemo(
    () => columnsOf(section, locations, choices, isEditable),
    [section, locations, choices, isEditable],
  );
  const rows = useMemo(
    () =>
      locations.map(({ key, row, state }): Row => {
        const typed = Object.values(draft).filter((cell) => cell.part === part && cell.key === key);
        return {
          ...state.values,
          ...Object.fromEntries(typed.map(({ field, value }) => [field, value])),
          rowName: row.name,
          rowHolderName: row.holderName,
          rowCurrency: row.currency,
          rowQuarter: isClosed(section, row) ? 'Locked' : 'Open',
          key,
          location: { key, row, state },
        };
      }),
    [locations, draft, part, section],
  );
  const cellOf = ({ key }: Row, field: string) => draft[cellId(part, key, field)];
  const displayedFields = bulkFields(section);
  return (
    <DataGrid<Row>
      label={title}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      maxHeight={Math.max(260, (height || window.innerHeight) - 430)}
      onEdit={isEditable ? onEdit : undefined}
      closed={({ location: { row } }, field) => {
        if (displayedFields[field] === undefined) return 'can’t be changed here';
        if (row.closed.includes(field)) return 'does not apply to a coinvestment';
        return isClosed(section, row) ? 'the quarter is locked' : undefined;
      }}
      typed={(row, field) => cellOf(row, field)?.unread}
      optionsOf={(row, field) => narrowed(row, field, choices)}
      emphasis={(row, field) => cellOf(row, field) !== undefined}
      problem={(row, field) => {
        const cell = cellOf(row, field);
        const conflict = conflicts.get(cellId(part, row.key, field));
        if (conflict) return conflictText(conflict);
        const rules = displayedFields[field];
        return cell && rules ? (cell.refused ?? fieldError(rules, cell.value)) : undefined;
      }}
    />
  );
}

const codeOf = (value: unknown) => (value as Reference | null | undefined)?.code ?? undefined;
/** Offers only sub-sectors of the chosen sector, and only industries of the chosen sector and sub-sector. */
function narrowed(row: Row, field: string, choices: BulkGridProps['choices']): readonly Reference[] | undefined {
  const above = { sector: codeOf(row['altXSector']), subSector: codeOf(row['altXSubSector']) };
  if (field === 'altXSubSector')
    return choices.get('sub-sector')?.filter(({ code }) => isSubSectorOf(above, code ?? ''));
  return field === 'altXIndustry'
    ? choices.get('industry')?.filter(({ code }) => isIndustryOf(above, code ?? ''))
    : undefined;
}

const isClosed = ({ part }: BulkSection, { isLocked, isCompanyLocked = isLocked }: BulkLocation['row']): boolean =>
  partsOfQuarter.has(part) && (part === 'company' ? isCompanyLocked : isLocked);

const widths: Readonly<Record<string, number>> = { code: 110, name: 220, legalName: 240, boolean: 90 };

function columnsOf(
  section: BulkSection,
  locations: readonly BulkLocation[],
  choices: BulkGridProps['choices'],
  editable: boolean,
): readonly GridColumn[] {
  const isOfQuarter = partsOfQuarter.has(section.part);
  const isPositionedByHolding =
    section.part === 'holding' || (section.part === 'reported' && locations.some(({ row }) => row.holderName));
  const displayedFields = Object.entries(bulkFields(section));
  const isMoney = displayedFields.some(([, { kind }]) => kind === 'money');
  const lead: readonly (GridColumn | false)[] = [
    isOfQuarter && { field: 'rowName', kind: 'text', title: 'Name', width: 210 },
    isPositionedByHolding && { field: 'rowHolderName', kind: 'text', title: 'Fund', width: 190 },
    isMoney && { field: 'rowCurrency', kind: 'code', title: 'Currency', width: 80 },
    isOfQuarter && { field: 'rowQuarter', kind: 'text', title: 'Quarter', width: 80 },
  ];
  const own = displayedFields.map(([field, { kind, title, negative, max, target: type }]): GridColumn => {
    const options = type?.startsWith('reference:') ? choices.get(type.slice('reference:'.length)) : undefined;
    return {
      field,
      kind,
      title,
      editable,
      width: widths[field] ?? widths[kind] ?? Math.max(130, title.length * 8 + 24),
      ...(negative ? { negative } : {}),
      ...(max === undefined ? {} : { max }),
      ...(options ? { options } : {}),
    };
  });
  return [...lead.filter((column) => column !== false), ...own];
}
