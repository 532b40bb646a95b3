import type { ExplanationNode, ExplanationRecord } from '@carrara/contract/core/explanation';
import { type Explanation, ExplanationRefused } from '@carrara/ui/profile/explanation.ts';
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
    return linked((await readOnce(dispatch, operation, argument)) as ExplanationNode);
  } catch (failure) {
    const Failed = isLasting(failure) ? ExplanationRefused : Error;
    throw new Failed(failureText(failure), { cause: failure });
  }
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
