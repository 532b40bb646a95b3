import type { ExplanationNode, ExplanationRecord } from '@carrara/contract/core/explanation';
import type { Explanation } from '@carrara/ui/profile';
import type { Dispatch } from '../frame/store.ts';
import { placeOfRecord } from '../live/places.ts';
import { readOnce } from './calls.ts';
import { failureText } from './failure.ts';
import type { Answer, Argument, QueryName } from './operations.ts';

/** The calls that answer why a figure is what it is. */
type Explaining = { [O in QueryName]: Answer<O> extends ExplanationNode ? O : never }[QueryName];

/** Asks why a figure is what it is; a refusal is an error that says it in words. */
export async function readExplanation<O extends Explaining>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
): Promise<Explanation> {
  try {
    return linked((await readOnce(dispatch, operation, argument)) as ExplanationNode);
  } catch (failure) {
    throw new Error(failureText(failure), { cause: failure });
  }
}

/** Funds and coinvestments of performance are led to there; other records by what they are. */
const placeOf = (record: ExplanationRecord) =>
  record.type === 'vehicle' ? `#/performance/fund/${record.id}/overview` : placeOfRecord(record);

/** Entries are of performance's ledgers: the upload that one came with is shown in its data management, which all modules keep for themselves. */
const placeOfSource = (record: ExplanationRecord) =>
  record.type === 'upload' ? `#/performance/datamanagement/uploads/${record.id}` : placeOfRecord(record);

/** Each record that a step names, and each entry with where it came from, with the screen that shows it. */
const linked = ({ records = [], entries, children, ...node }: ExplanationNode): Explanation => ({
  ...node,
  records: records.map((record) => ({ name: record.name, href: placeOf(record) })),
  ...(entries
    ? {
        entries: entries.map(({ record, source, ...entry }) => ({
          ...entry,
          href: placeOfRecord(record),
          source: source && { name: source.name, row: source.row, href: placeOfSource(source.record) },
        })),
      }
    : {}),
  children: children.map(linked),
});
