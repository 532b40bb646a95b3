import type { RunRequest, SourceRequest } from '../run/index.ts';
import { decimal, moneyText, pairByKey } from '../../kernel/index.ts';
import type { ImportChange, NameOfId } from './changes.ts';
import { isSameValue } from './difference.ts';

/** The inputs of a run that are compared: its name and its request. */
export interface DraftInputs {
  readonly name: string;
  readonly request: RunRequest;
}
export interface DraftNames {
  readonly nameOf: NameOfId;
  /** Returns the profile that a source uses if none is chosen. */
  readonly profileInForce: (sourceId: string) => string | undefined;
}
interface Line {
  readonly field: string;
  readonly value: string;
  /** The default value for a source without such a line. */
  readonly otherwise?: string;
}
type Lines = ReadonlyMap<string, Line>;

const cells = {
  effectiveAllocation: { title: 'effective %', otherwise: "the profile's" },
  loanRepayment: { title: 'loan repayment', isMoney: true, isSum: true },
  otherAdjustment: { title: 'other adjustment', isMoney: true, isSum: true },
  tax: { title: 'tax', isMoney: true, otherwise: 'computed' },
  escrow: { title: 'escrow', isMoney: true, otherwise: 'computed' },
  netDistributableAmount: { title: 'net distributable amount', isMoney: true },
  defaultEscrow: { title: 'escrow %', otherwise: "the run's" },
} as const satisfies Readonly<
  Record<
    string,
    { readonly title: string; readonly otherwise?: string; readonly isMoney?: true; readonly isSum?: true }
  >
>;
type Cell = keyof typeof cells;
const PLAIN = /^-?\d+(?:\.\d+)?$/;
const figures = ['effectiveAllocation', 'loanRepayment', 'otherAdjustment', 'tax', 'escrow'] as const;

function sourceLines(
  source: SourceRequest,
  { nameOf, profileInForce }: DraftNames,
): readonly (readonly [string, Line])[] {
  const { sourceId, profileId, characterizations, details, unread = [] } = source;
  const sourceName = nameOf(sourceId) ?? source.type;
  const row = (participantId: string | null, via: readonly string[]) =>
    participantId === null
      ? sourceName
      : [sourceName, [participantId, ...[...via].reverse()].map((id) => nameOf(id) ?? '?').join(' of ')].join(', ');
  const cell = (participantId: string | null, via: readonly string[], field: string, text: string) => {
    const value =
      field in cells && 'isMoney' in cells[field as Cell] && PLAIN.test(text) ? moneyText(decimal(text)) : text;
    const about: { readonly title: string; readonly otherwise?: string } = cells[field as Cell] ?? { title: field };
    const line = { ...about, field: `${row(participantId, via)}: ${about.title}`, value };
    return [[sourceId, participantId ?? '', ...via, field].join(' '), line] as const;
  };
  const isChosen = profileId !== undefined && profileId !== profileInForce(sourceId);
  // An unreadable cell may take the place of a figure.
  const filled = (
    participantId: string | null,
    via: readonly string[],
    field: Cell,
    value: string | null | undefined,
  ): readonly (readonly [string, Line])[] => {
    const isBlank = !value || ('isSum' in cells[field] && isSameValue(value, '0'));
    return isBlank ? [] : [cell(participantId, via, field, value)];
  };
  return [
    cell(null, [], 'netDistributableAmount', source.netDistributableAmount),
    ...filled(null, [], 'defaultEscrow', source.defaultEscrow),
    ...(isChosen
      ? [
          [
            `${sourceId} profile`,
            {
              field: `${sourceName}: allocation profile`,
              value: nameOf(profileId) ?? 'another profile',
              otherwise: 'the profile in force',
            },
          ] as const,
        ]
      : []),
    ...characterizations
      .filter(({ percent }) => !isSameValue(percent, '0'))
      .map(
        ({ id, percent }) =>
          [
            `${sourceId} characterization ${id}`,
            { field: `${sourceName}: ${nameOf(id) ?? '?'} %`, value: percent },
          ] as const,
      ),
    ...details.flatMap((detail) =>
      figures.flatMap((field) => filled(detail.participantId, detail.via, field, detail[field])),
    ),
    ...unread.map(({ participantId, via, field, text }) => cell(participantId, via, field, text)),
  ];
}

function linesOf({ name, request }: DraftInputs, names: DraftNames): Lines {
  return new Map<string, Line>([
    ['name', { field: 'Name', value: name }],
    ['date', { field: 'Distribution date', value: request.distributionDate }],
    ['escrow', { field: 'Default escrow %', value: request.defaultEscrow }],
    ['terminated', { field: 'Default terminated escrow %', value: request.defaultTerminatedEscrow }],
    ['balance', { field: 'By carry balance', value: request.investorBalanceBased ? 'Yes' : 'No' }],
    ...request.sources.flatMap((source) => sourceLines(source, names)),
  ]);
}

/** Returns every changed input of a draft, before and after. The order of sources and rows doesn't matter. */
export function draftChanges(
  kind: string,
  before: DraftInputs,
  after: DraftInputs,
  names: DraftNames,
): readonly ImportChange[] {
  const [stored, planned] = [linesOf(before, names), linesOf(after, names)];
  const sourceIds = ({ request }: DraftInputs) => new Set(request.sources.map(({ sourceId }) => sourceId));
  const [storedSources, plannedSources] = [sourceIds(before), sourceIds(after)];
  const inBoth = (key: string) => {
    const [sourceId = ''] = key.split(' ');
    return storedSources.has(sourceId) && plannedSources.has(sourceId);
  };
  return pairByKey(stored, planned).flatMap(({ key, before: old, after: next, latest }) => {
    if (old && next && isSameValue(old.value, next.value)) return [];
    const { field, otherwise: usual } = old ?? latest;
    const otherwise = (inBoth(key) && usual) || null;
    return [{ kind, record: before.name, field, before: old?.value ?? otherwise, after: next?.value ?? otherwise }];
  });
}
