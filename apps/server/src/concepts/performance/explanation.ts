import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger';
import {
  type FoundSubject,
  namesInVehicles,
  stateOfQuarter,
  subjectOf,
  vehiclesOfInvestor,
} from '@carrara/adapters/postgres/performance/explanation';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import type { AskedExplanation, performanceExplanationEndpoints } from '@carrara/contract/performance/explanation';
import { figureTitle, type PeriodFigureName, periodFigureShape } from '@carrara/contract/performance/periodFigures';
import { calendarDate, type CalendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import {
  bookOn,
  type CountedPart,
  type ExplainedFigures,
  explainSubject,
} from '@carrara/domain/performance/explanation';
import { exportedFor } from '../../http/exportList.ts';
import { spool } from '../../http/spool.ts';
import type { Operations, RequestContext } from '../../operations.ts';
import { convertedExplanation } from './convertedExplanation.ts';
import { explanationNodeOf } from './performanceExplanationNode.ts';

const notFound = (field: string, message: string) => err([fail('NOT_FOUND', [field], message)]);

/** As people read a day: `06/30/2026`. */
const dayText = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

const isPeriodFigure = (name: string): name is PeriodFigureName =>
  Object.hasOwn(periodFigureShape, name) && !name.endsWith('Annualised') && name !== 'notDetermined';

interface Found {
  readonly subject: FoundSubject;
  readonly end: CalendarDate;
  /** The subject's own. */
  readonly currency: string;
  readonly parts: readonly CountedPart[];
  /** How what it is computed from stands. */
  readonly known: string;
}

/** The ledgers that a subject's figures are of, each as far as it was known. */
async function partsOf(
  tx: Transaction,
  subject: FoundSubject,
  end: CalendarDate,
  { currency, asKnownOn }: AskedExplanation,
): Promise<Result<Pick<Found, 'currency' | 'parts'>, Failures>> {
  const committed =
    subject.vehicleId === null
      ? await vehiclesOfInvestor(tx, subject.id)
      : [{ id: subject.vehicleId, currency: undefined }];
  const currencies = new Set(committed.map((one) => one.currency));
  const [own] = currencies;
  if (subject.vehicleId === null && currency === undefined && currencies.size > 1) {
    return err([fail('REQUIRED', ['currency'], 'This investor has figures in several currencies: say which.')]);
  }
  const wanted = committed.filter(
    (one) => one.currency === (subject.vehicleId === null ? (currency ?? own) : undefined),
  );
  const knownBefore = asKnownOn === undefined ? null : asKnownOn + 1;
  const parts: CountedPart[] = [];
  let shown = own;
  for (const { id } of wanted) {
    const vehicle = (await loadVehicle(tx, id))!;
    shown = vehicle.currency;
    const ledger = await loadLedger(tx, vehicle, knownBefore);
    const book = bookOn(ledger, end);
    if (book === undefined) continue;
    const ids = ledger.commitments
      .filter((one) =>
        subject.subject === 'INVESTOR'
          ? one.investorId === subject.id
          : subject.subject !== 'COMMITMENT' || one.id === subject.id,
      )
      .map((one) => one.id);
    parts.push({ book, ids: new Set(ids) });
  }
  return ok({ parts, currency: shown ?? '' });
}

async function find(tx: Transaction, asked: AskedExplanation): Promise<Result<Found, Failures>> {
  const subject = await subjectOf(tx, asked.subject, asked.investorId);
  if (subject === undefined)
    return notFound('subject', 'There is no fund, holding, commitment or investor of this id.');
  const end = calendarDate(asked.date);
  const parts = await partsOf(tx, subject, end, asked);
  if (parts.isErr()) return err(parts.error);
  const state = subject.vehicleId === null ? undefined : await stateOfQuarter(tx, subject.vehicleId, asked.date);
  const known =
    asked.asKnownOn !== undefined
      ? `as it was known at act ${String(asked.asKnownOn)}`
      : state?.status === 'LOCKED'
        ? `quarter locked, version ${String(state.version)}`
        : 'as known now';
  return ok({ ...parts.value, subject, end, known });
}

/** 'Why this figure?', computed from the ledger by the rules that computed the figure itself. */
async function explained(context: RequestContext, asked: AskedExplanation): Promise<Result<ExplanationNode, Failures>> {
  const { tx } = context;
  const found = await find(tx, asked);
  if (found.isErr()) return err(found.error);
  const { subject, parts, end, known, currency } = found.value;
  if (!isPeriodFigure(asked.figure)) return notFound('figure', `There is no figure ${asked.figure}.`);
  const vehicleIds = parts.map(({ book }) => book.ledger.vehicleId);
  const names = await namesInVehicles(tx, vehicleIds);
  const nameOf = (id: string) => names.get(id) ?? '';
  const figures = explainSubject({ ...subject, end, parts, nameOf });
  if (figures === undefined)
    return notFound(
      'date',
      `Nothing of ${subject.name} is booked for the quarter to ${dayText(end)}: enter what happened in it, or look at the last quarter that has figures.`,
    );
  const tree = treeOf(figures, asked.figure);
  if (tree === undefined) return notFound('figure', `${subject.name} has no ${figureTitle(asked.figure)}.`);
  const isConverted = asked.currency !== undefined && asked.currency !== currency;
  const shown = isConverted
    ? await convertedExplanation(tx, tree, { from: currency, to: asked.currency ?? '', date: end })
    : tree;
  const name = [figureTitle(asked.figure), subject.name, asked.currency ?? currency, dayText(figures.end), known].join(
    ' · ',
  );
  return ok({ ...(await explanationNodeOf(tx, shown, nameOf)), name });
}

const treeOf = (figures: ExplainedFigures, name: PeriodFigureName) => figures.tree(name);

export const performanceExplanationOperations: Operations<typeof performanceExplanationEndpoints> = {
  explainPerformance: (context, { query }) => explained(context, query),
  async printPerformanceExplanation(context, { query }) {
    const answer = await explained(context, query);
    if (answer.isErr()) return err(answer.error);
    const { profilePdf } = await import('@carrara/adapters/pdf');
    const { explanationPrint } = await import('./explanationPrint.ts');
    return ok({
      name: `Why ${query.figure} ${query.date}.pdf`,
      type: 'application/pdf',
      content: await spool(profilePdf(explanationPrint(answer.value), exportedFor(context))),
    });
  },
};
