import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import { anyOperation, type RequestContext, type TypedOperation } from '../../core/operations.ts';
import { isPayRecord } from './annotatedRecord.ts';

/** The explanation of the figures of a kind of record. */
interface FigureExplanation {
  readonly endpoint: Pick<Endpoint, 'permission' | 'query'>;
  readonly explain: TypedOperation;
}

/** The explanations of figures that can have notes: by record type, and those of performance for all other records. */
export interface FigureExplanations {
  readonly ofRecords: Readonly<Partial<Record<AnnotatedType, FigureExplanation>>>;
  readonly ofPerformance: FigureExplanation;
}

export interface RequestedFigure {
  /** The parts of the question, in their order: `basis=all figure=irr`. */
  readonly figure: string;
  readonly figureDate?: string | null | undefined;
}

interface Location {
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly application: string;
}

/** From the data model of notes. */
const longestName = 200;

/** Returns the name of a figure of a record from its explanation. Undefined if the person can't read such an explanation. */
export async function nameOfFigure(
  { ofRecords, ofPerformance }: FigureExplanations,
  context: RequestContext,
  { objectId, objectType, application }: Location,
  requested: RequestedFigure,
): Promise<string | undefined> {
  const ofRecord = ofRecords[objectType];
  const { endpoint, explain } = ofRecord ?? ofPerformance;
  const parts = partsOf(requested.figure);
  if (isPayRecord(objectType, application) || !parts) return undefined;
  if (!hasPermission(context.grants, endpoint.permission as Permission)) return undefined;
  const question = endpoint.query?.safeParse({
    ...parts,
    ...(requested.figureDate ? { date: requested.figureDate } : {}),
    ...(ofRecord ? {} : { subject: objectId }),
  });
  if (!question?.success) return undefined;
  const answer = await anyOperation(explain)(context, { params: { id: objectId }, query: question.data });
  if (answer.isErr()) return undefined;
  const { name, text } = answer.value as ExplanationNode;
  return (name ?? text).slice(0, longestName);
}

/** Returns the parts of a question by name. Undefined if they aren't in order, or one is repeated. */
function partsOf(figure: string): Readonly<Record<string, string>> | undefined {
  const parts = figure.split(/ (?=[A-Za-z]+=)/);
  const named = Object.fromEntries(
    parts.map((part) => [part.split('=', 1)[0] ?? '', part.slice(part.indexOf('=') + 1)]),
  );
  const isInOrder = parts.toSorted().join(' ') === figure && Object.keys(named).length === parts.length;
  return isInOrder && !('date' in named || 'subject' in named) ? named : undefined;
}
