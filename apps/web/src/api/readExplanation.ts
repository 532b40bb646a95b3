import type { ExplanationNode, ExplanationRecord } from '@carrara/contract/core/explanation';
import { type Explanation, ExplanationRefused, type NotedFigure } from '@carrara/ui/profile/explanation.ts';
import { recordPath } from '../address/recordAddress.ts';
import type { Dispatch } from './apiState.ts';
import { readOnce } from './calls.ts';
import { failureText, isFailure } from './failure.ts';
import type { Answer, Argument, QueryName } from './operations.ts';

/** The calls that explain a figure. */
type Explaining = { [O in QueryName]: Answer<O> extends ExplanationNode ? O : never }[QueryName];

/** Reads the explanation of a figure. A refusal becomes an error with a readable message. */
export async function readExplanation<O extends Explaining>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
): Promise<Explanation> {
  try {
    const explanation = linked((await readOnce(dispatch, operation, argument)) as ExplanationNode);
    return { ...explanation, noted: notedFigure(operation, argument) };
  } catch (failure) {
    const Failed = isLasting(failure) ? ExplanationRefused : Error;
    throw new Failed(failureText(failure), { cause: failure });
  }
}

/** The calls whose figures can have notes, with the module that stores these. Figures of pay and of the portal have none. */
const noted: Readonly<Record<string, Pick<NotedFigure, 'application'>>> = {
  explainPerformance: { application: 'performance' },
  explainDistribution: {},
  explainRealization: {},
  explainForecast: {},
  explainLedgerRun: {},
  explainAllocationProfile: {},
  explainParticipantVesting: {},
};
const longestKey = 400;

/** Returns what identifies a figure for its notes: record, date and the other parts of the question. */
export function notedFigure(operation: string, argument: unknown): NotedFigure | undefined {
  const { params, query = {} } = argument as {
    readonly params?: { readonly id?: string };
    readonly query?: Readonly<Record<string, unknown>>;
  };
  const { subject, date = null, ...rest } = query;
  const objectId = params?.id ?? subject;
  const parts = Object.entries(rest).filter(([, value]) => value !== undefined);
  const figure = parts
    .map(([part, value]) => `${part}=${String(value)}`)
    .toSorted()
    .join(' ');
  const location = noted[operation];
  if (!location || typeof objectId !== 'string' || figure === '' || figure.length > longestKey) return undefined;
  return { ...location, objectId, figure, figureDate: date === null ? null : String(date) };
}

/** True if the server refused the request itself, so that sending it again changes nothing. */
const isLasting = (failure: unknown): boolean =>
  isFailure(failure) &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== 408 &&
  failure.status !== 429;

/** Funds and coinvestments open in the performance module, and other records by their type. */
const pathOf = (record: ExplanationRecord) =>
  record.type === 'vehicle' ? `#/performance/fund/${record.id}/overview` : recordPath(record);

/** Entries belong to the ledgers of the performance module, so the upload that created one opens there. Each module has its own uploads. */
const pathOfSource = (record: ExplanationRecord) =>
  record.type === 'upload' ? `#/performance/datamanagement/uploads/${record.id}` : recordPath(record);

/** Adds a link to each record that a step names and to the source of each entry. */
const linked = ({ records = [], entries, children, ...node }: ExplanationNode): Explanation => ({
  ...node,
  records: records.map((record) => ({ name: record.name, href: pathOf(record) })),
  ...(entries
    ? {
        entries: entries.map(({ record, source, ...entry }) => ({
          ...entry,
          href: recordPath(record),
          source: source && { name: source.name, row: source.row, href: pathOfSource(source.record) },
        })),
      }
    : {}),
  children: children.map(linked),
});
