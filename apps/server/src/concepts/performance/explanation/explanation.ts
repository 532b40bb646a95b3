import { safeFileName } from '@carrara/adapters/files/fileName';
import { liquidationBookOn } from '@carrara/adapters/postgres/performance/analysis/liquidationBooks';
import { vehiclesOfVintages } from '@carrara/adapters/postgres/performance/fundProfile/readFund';
import { readVehicleAsOf } from '@carrara/adapters/postgres/performance/asOf/figuresAsOf';
import { loadLedger, loadVehicle, readMultiplePolicy } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import {
  type FoundSubject,
  isCurrency,
  readHolders,
  namesInVehicles,
  quarterCarriedForward,
  readSubject,
  vehiclesOfInvestor,
} from '@carrara/adapters/postgres/performance/explanation/explainedSubject';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { coverageText, namesInFile, type StatedCoverage } from '@carrara/contract/core/coverage';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import type {
  RequestedExplanation,
  performanceExplanationEndpoints,
} from '@carrara/contract/performance/explanation/explanation';
import {
  figureTitle,
  type PeriodFigureName,
  periodFigureShape,
} from '@carrara/contract/performance/period/periodFigures';
import {
  calendarDate,
  type CalendarDate,
  err,
  fail,
  type Failures,
  ok,
  required,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import {
  bookOn,
  type CountedPart,
  explainAccount,
  explainAverageIrr,
  explainInvestment,
  explainLate,
  holdersOn,
  explainCarry,
  explainReturns,
  explainSubject,
  explainVintage,
  type PerformanceStep,
} from '@carrara/domain/performance/explanation';
import {
  type FigureName,
  type InvestorCoverage,
  neverReported,
  noNavShort,
  reportedForVehicleOnly,
  reportedUntil,
  unreportedShort,
} from '@carrara/domain/performance/period';
import { annualizedRates, isVintageFigure, coveredVehicles } from '@carrara/domain/performance/fundProfile';
import { statementDates } from '@carrara/domain/performance/capitalAccount';
import { bridgeStepTitles } from '@carrara/contract/performance/return/bridgeSteps';
import { casPeriods } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { exportedFor } from '../../../files/exportList.ts';
import { spool } from '../../../files/spool.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { ratedFunds } from '../vehicle/namedVehicle.ts';
import { convertedExplanation } from './convertedExplanation.ts';
import { existingText } from '../vehicle/existingText.ts';
import { ledgerFor } from '../vehicle/ownBooks.ts';
import { buildExplanationNode } from '../vehicle/performanceExplanationNode.ts';

const notFound = (field: string, message: string) => err([fail('NOT_FOUND', [field], message)]);

const isPeriodFigure = (name: string): name is PeriodFigureName =>
  Object.hasOwn(periodFigureShape, name) && !name.endsWith('Annualized') && name !== 'notDetermined';

interface Found {
  readonly subject: FoundSubject;
  readonly end: CalendarDate;
  /** Currency of the subject. */
  readonly currency: string;
  readonly parts: readonly CountedPart[];
  /** Month and day of a vehicle's fiscal year end. */
  readonly fiscalYearEnd: string;
  /** Codes of the vehicles, which name them in coverage. */
  readonly vehicleCodes: ReadonlyMap<string, string>;
  /** Holdings of an investment. */
  readonly holdingIds: ReadonlySet<string>;
  /** State of the data that it is computed from. */
  readonly basedOn: string;
}

/** Returns the ledgers that a subject's figures depend on, as known. */
async function partsOf(
  { tx, tenant }: RequestContext,
  subject: FoundSubject,
  end: CalendarDate,
  { currency, asKnownOn }: RequestedExplanation,
): Promise<Result<Pick<Found, 'currency' | 'parts' | 'fiscalYearEnd' | 'vehicleCodes' | 'holdingIds'>, Failures>> {
  const holders = subject.subject === 'INVESTMENT' ? await readHolders(tx, subject.id) : [];
  const committed =
    subject.vehicleId !== null
      ? [{ id: subject.vehicleId, currency: undefined }]
      : subject.subject === 'INVESTMENT'
        ? holders
        : await vehiclesOfInvestor(tx, subject.id);
  const currencies = new Set(committed.map((part) => part.currency));
  const [own] = currencies;
  if (subject.vehicleId === null && currency === undefined && currencies.size > 1) {
    return err([fail('REQUIRED', ['currency'], 'There are figures in several currencies. Choose one.')]);
  }
  const selected = committed.filter(
    (part) => part.currency === (subject.vehicleId === null ? (currency ?? own) : undefined),
  );
  const seqBefore = asKnownOn === undefined ? null : asKnownOn + 1;
  const parts: CountedPart[] = [];
  const vehicleCodes = new Map<string, string>();
  let displayedCurrency = own;
  let fiscalYearEnd = '12-31';
  for (const { id } of selected) {
    const vehicle = required(await loadVehicle(tx, id), `vehicle ${id}`);
    displayedCurrency = vehicle.currency;
    vehicleCodes.set(id, vehicle.code);
    const then = asKnownOn === undefined ? vehicle : await readVehicleAsOf(tx, id, asKnownOn);
    if (then === undefined) continue;
    fiscalYearEnd = then.fiscalYearEnd;
    const ledger = ledgerFor(tenant, await loadLedger(tx, then, seqBefore));
    const book = bookOn(ledger, end);
    if (book === undefined) continue;
    const ids = ledger.commitments
      .filter((investorCommitment) =>
        subject.subject === 'INVESTOR'
          ? investorCommitment.investorId === subject.id
          : subject.subject !== 'COMMITMENT' || investorCommitment.id === subject.id,
      )
      .map((investorCommitment) => investorCommitment.id);
    parts.push({ book, ids: new Set(ids) });
  }
  const holdingIds = new Set(holders.map(({ holdingId }) => holdingId));
  return ok({ parts, currency: displayedCurrency ?? '', fiscalYearEnd, vehicleCodes, holdingIds });
}

async function find(
  context: RequestContext,
  request: RequestedExplanation & { readonly subject: string },
): Promise<Result<Found, Failures>> {
  const { tx } = context;
  const subject = await readSubject(tx, request.subject, request.investorId);
  if (subject === undefined)
    return notFound('subject', 'There is no fund, holding, commitment or investor with this id.');
  const end = await quarterOf(tx, subject, request);
  const parts = await partsOf(context, subject, end, request);
  if (parts.isErr()) return err(parts.error);
  const { vehicleId } = subject;
  const existing = await existingText(tx, { vehicleId, endDate: request.date, asKnownOn: request.asKnownOn });
  return ok({ ...parts.value, subject, end, basedOn: existing });
}

/** Returns the quarter end whose figures a subject has: the requested one, or an earlier one that is carried forward. */
async function quarterOf(
  tx: Transaction,
  { vehicleId, subject }: FoundSubject,
  { date, carriesForward, asKnownOn, basis }: RequestedExplanation,
): Promise<CalendarDate> {
  if (vehicleId === null || carriesForward !== true || asKnownOn !== undefined) return calendarDate(date);
  const coversAllPartners = subject === 'VEHICLE' ? basis === 'all' : undefined;
  return calendarDate((await quarterCarriedForward(tx, vehicleId, date, coversAllPartners)) ?? date);
}

/** Explains a figure. It is computed from the ledger by the same rules as the figure itself. */
async function explained(
  context: RequestContext,
  request: RequestedExplanation,
): Promise<Result<ExplanationNode, Failures>> {
  const { tx, tenant } = context;
  const { subject: requestedSubject } = request;
  if (request.currency !== undefined && !(await isCurrency(tx, request.currency)))
    return err([fail('UNKNOWN_CURRENCY', ['currency'], `There is no currency ${request.currency}.`)]);
  if (requestedSubject === undefined) return ofAllFunds(context, request);
  const found = await find(context, { ...request, subject: requestedSubject });
  if (found.isErr()) return err(found.error);
  const { subject, parts, basedOn, currency } = found.value;
  const vehicleIds = parts.map(({ book }) => book.ledger.vehicleId);
  const names = await namesInVehicles(tx, vehicleIds);
  const nameOf = (id: string) => names.get(id) ?? '';
  const [kind = ''] = request.figure.split('.');
  const subjectRequest = returnKinds.has(kind)
    ? await returnFigure(tx, found.value, request, nameOf, tenant.isLpTenant)
    : request.figure.includes('.')
      ? accountFigure(found.value, request.figure, nameOf)
      : periodFigure(found.value, request, nameOf, tenant.isLpTenant);
  if (subjectRequest.isErr()) return err(subjectRequest.error);
  const { title, step, end: displayedEnd, isLate = false } = subjectRequest.value;
  const isConverted = request.currency !== undefined && request.currency !== currency;
  const displayed = isConverted
    ? await convertedExplanation(tx, step, {
        from: currency,
        to: request.currency ?? '',
        date: calendarDate(request.date),
      })
    : step;
  const name = [title, subject.name, request.currency ?? currency, displayedDate(displayedEnd), basedOn].join(' · ');
  const { vehicleId } = subject;
  // A late fund opens from its explanation.
  const records =
    isLate && vehicleId !== null ? [{ id: vehicleId, name: subject.name, type: 'vehicle', containerId: null }] : [];
  return ok({
    ...(await buildExplanationNode(tx, displayed, nameOf)),
    name,
    ...(records.length > 0 ? { records } : {}),
  });
}

interface RequestedSubject {
  readonly title: string;
  readonly step: PerformanceStep;
  readonly end: CalendarDate;
  /** True if the vehicle has only figures of earlier quarter ends. */
  readonly isLate?: boolean;
}

/** Explains a stored figure of a quarter end. */
function periodFigure(
  found: Found,
  { figure, basis, carriesForward = false }: Pick<RequestedExplanation, 'figure' | 'basis' | 'carriesForward'>,
  nameOf: (id: string) => string,
  isOwnBooks: boolean,
): Result<RequestedSubject, Failures> {
  const { subject, end, parts } = found;
  const { subject: kind } = subject;
  if (kind === 'INVESTMENT') return investmentFigure(found, figure, carriesForward, nameOf);
  if (!isPeriodFigure(figure)) return notFound('figure', `There is no figure ${figure}.`);
  const figures = explainSubject({
    ...subject,
    subject: kind,
    end,
    parts,
    nameOf,
    coversAllPartners: basis === 'all',
    isOwnBooks,
    carriesForward,
  });
  if (figures === undefined) {
    const last = parts[0]?.book.end;
    if (last === undefined) return nothingBooked(subject.name, end);
    const title = figureTitle(figure);
    return ok({ title, step: explainLate(figure, title, end, last), end, isLate: true });
  }
  const step = figures.tree(figure);
  if (step === undefined) return notFound('figure', `${subject.name} has no ${figureTitle(figure)}.`);
  const coverage = statedCoverage(figures.coverage, figure, found);
  return ok({ title: figureTitle(figure), step: withCoverage(step, coverage), end: figures.end });
}

/** Returns the coverage of one of an investor's figures with the codes of the vehicles that it leaves out. */
function statedCoverage(
  coverage: InvestorCoverage | null,
  figure: FigureName,
  { vehicleCodes, end, parts }: Pick<Found, 'vehicleCodes' | 'end' | 'parts'>,
): StatedCoverage | undefined {
  if (coverage === null) return undefined;
  const reportedWholes = new Set(
    parts.flatMap(({ book: { ledger } }) =>
      reportedUntil(ledger.reported ?? [], end).some(({ commitmentId }) => commitmentId === null)
        ? [ledger.vehicleId]
        : [],
    ),
  );
  const unreportedReason = (vehicleId: string) =>
    reportedWholes.has(vehicleId) ? reportedForVehicleOnly : neverReported;
  const late = coverage.excluded.map((vehicle) => ({
    ...vehicle,
    reason: vehicle.lastDate === null ? unreportedReason(vehicle.vehicleId) : '',
  }));
  const incomplete = (coverage.incomplete ?? []).map(({ vehicleId, reason }) => ({
    vehicleId,
    reason,
    lastDate: null,
  }));
  const unreported = (coverage.partly ?? [])
    .filter(({ figures }) => figures.includes(figure))
    .map(({ vehicleId }) => ({
      vehicleId,
      reason: figure === 'nav' ? noNavShort(displayedDate(end)) : unreportedShort,
      lastDate: null,
    }));
  const excluded = [...late, ...incomplete, ...unreported].map(({ vehicleId, ...part }) => ({
    id: vehicleId,
    name: vehicleCodes.get(vehicleId) ?? '',
    ...part,
  }));
  const carried = (coverage.carried ?? []).flatMap(({ vehicleId, lastDate }) =>
    lastDate === null ? [] : [{ id: vehicleId, name: vehicleCodes.get(vehicleId) ?? '', lastDate }],
  );
  return { included: coverage.total - excluded.length, total: coverage.total, excluded, carried };
}

/** Explains a figure of an investment over all its holdings. */
function investmentFigure(
  { subject, end, parts, holdingIds, vehicleCodes }: Found,
  figure: string,
  carriesForward: boolean,
  nameOf: (id: string) => string,
): Result<RequestedSubject, Failures> {
  const investment = { books: parts.map(({ book }) => book), holdingIds, end, carriesForward };
  const explain = explainInvestment({ ...investment, nameOf });
  if (explain === undefined) return nothingBooked(subject.name, end);
  const step = explain(figure);
  if (step === undefined) return notFound('figure', `${subject.name} has no figure ${figure}.`);
  const { included, carried: carriedBooks, incomplete, late, until } = holdersOn(investment);
  const omitted = [
    ...late.map(({ ledger, end: lastDate }) => ({ id: ledger.vehicleId, reason: '', lastDate })),
    ...incomplete.map(({ ledger }) => ({ id: ledger.vehicleId, reason: unreportedShort, lastDate: null })),
  ];
  const named = <P extends { readonly id: string }>(part: P) => ({ ...part, name: vehicleCodes.get(part.id) ?? '' });
  const carried = carriedBooks.map(({ ledger, end: lastDate }) => named({ id: ledger.vehicleId, lastDate }));
  const total = included.length + omitted.length;
  const coverage = { included: included.length, total, excluded: omitted.map(named), carried };
  return ok({ title: step.name ?? figure, step: withCoverage(step, coverage), end: until });
}

/** Adds which funds a figure covers to its note. */
function withCoverage(step: PerformanceStep, coverage: StatedCoverage | undefined): PerformanceStep {
  const covers = coverageText(coverage, 'funds', namesInFile);
  if (covers === undefined) return step;
  return { ...step, note: [`${covers}.`, ...(step.note === undefined ? [] : [step.note])].join(' ') };
}

const returnKinds: ReadonlySet<string> = new Set(['horizon', 'line', 'carry']);

/**
 * Explains a figure that is computed from a fund's ledger on request: `horizon.3Y`, `line.withoutIrr`, `carry.earned`.
 */
async function returnFigure(
  tx: Transaction,
  { subject, end, parts }: Found,
  { figure, asKnownOn }: Pick<RequestedExplanation, 'figure' | 'asKnownOn'>,
  nameOf: (id: string) => string,
  isOwnBooks: boolean,
): Promise<Result<RequestedSubject, Failures>> {
  if (subject.subject !== 'VEHICLE' || subject.vehicleId === null)
    return notFound('figure', `${subject.name} has no figure ${figure}. Only funds and coinvestments have it.`);
  const [part] = parts;
  // The returns of a fund that is over are those of its last figures, at any later date.
  if (part === undefined || (part.book.end !== end && !part.book.isOver)) return nothingBooked(subject.name, end);
  const path = figure.split('.');
  const [kind, name = ''] = path;
  const step =
    kind === 'carry'
      ? explainCarry(
          await liquidationBookOn(tx, subject.vehicleId, end, { seq: asKnownOn }),
          part.book.ledger.entries,
          name,
        )
      : explainReturns({ book: part.book, nameOf, isOwnBooks })(path);
  if (step === undefined) return notFound('figure', `${subject.name} has no figure ${figure}.`);
  return ok({ title: step.name ?? figure, step, end: part.book.end });
}

/**
 * Explains a figure of all funds: `averageIrr`, `vintage.2019.tvpi`. Each fund links to itself, where its own figures
 * are explained.
 */
async function ofAllFunds(
  { tx, tenant }: RequestContext,
  request: RequestedExplanation,
): Promise<Result<ExplanationNode, Failures>> {
  const { figure, date, currency, carriesForward } = request;
  const end = calendarDate(date);
  const answer = async (
    step: PerformanceStep,
    funds: readonly { readonly id: string; readonly name: string }[],
    title: string,
  ) =>
    ok({
      ...(await buildExplanationNode(tx, step, () => '')),
      name: [step.name ?? figure, title, displayedDate(end), 'as known now'].join(' · '),
      records: funds.map(({ id, name }) => ({ id, name, type: 'vehicle', containerId: null })),
    });
  if (figure === 'averageIrr') {
    const funds = annualizedRates(await ratedFunds(tx, { endDate: date, basis: request.basis, carriesForward })).map(
      ({ id, fullName: name, irr }) => ({
        id,
        name,
        irr,
      }),
    );
    return answer(explainAverageIrr(funds), funds, 'all funds');
  }
  const [kind, year = '', name = ''] = figure.split('.');
  if (kind !== 'vintage') return notFound('figure', `There is no figure ${figure} for all funds.`);
  const vehicles = await vehiclesOfVintages(tx, {
    endDate: date,
    coversAllPartners: request.basis === 'all',
    carriesForward,
  });
  const ofYear = vehicles.filter((vehicle) => String(vehicle.year ?? 'none') === year);
  const currencies = [...new Set(ofYear.map((vintage) => vintage.currency))];
  if (currency === undefined && currencies.length > 1)
    return err([fail('REQUIRED', ['currency'], 'This vintage has funds in several currencies. Choose one.')]);
  const ofCurrency = ofYear.filter((vintage) => vintage.currency === (currency ?? currencies[0]));
  if (!isVintageFigure(name)) return notFound('figure', `There is no figure ${figure} for all funds.`);
  const policy = await readMultiplePolicy(tx);
  const funds = coveredVehicles(ofCurrency, name, { end, policy });
  const step = explainVintage(funds, end, policy, tenant.isLpTenant)(name);
  const [first] = funds;
  if (first === undefined || step === undefined)
    return notFound('figure', `There is no figure ${figure} for all funds.`);
  return answer(step, funds, `vintage ${year} · ${first.currency}`);
}

const nothingBooked = (name: string, end: CalendarDate) =>
  notFound(
    'date',
    `Nothing is booked for ${name} in the quarter ending ${displayedDate(end)}. Enter its transactions, or choose the last quarter with figures.`,
  );

/** Explains a row of a capital account, `account.QTD.13`, or a step of the NAV bridge, `bridge.ITD.income`. */
function accountFigure(
  { subject, end, parts, fiscalYearEnd }: Found,
  figure: string,
  nameOf: (id: string) => string,
): Result<RequestedSubject, Failures> {
  const [kind, period = '', name = ''] = figure.split('.');
  const [part] = parts;
  const isBridge = kind === 'bridge';
  if (subject.vehicleId === null || subject.subject === 'HOLDING')
    return notFound('figure', `${subject.name} has no capital account.`);
  if (part === undefined) return nothingBooked(subject.name, end);
  const dates = statementDates(end, fiscalYearEnd);
  const step = explainAccount({ part, dates, nameOf })(isBridge ? ['bridge', period, name] : [period, Number(name)]);
  if (step === undefined) return notFound('figure', `There is no figure ${figure}.`);
  const span = casPeriods.find(({ code }) => code === period)?.description ?? period;
  return ok({
    title: `${isBridge ? `NAV bridge, ${bridgeStepTitles[name] ?? name}` : (step.name ?? figure)}, ${span}`,
    step,
    end,
  });
}

export const performanceExplanationOperations: Operations<typeof performanceExplanationEndpoints> = {
  explainPerformance: (context, { query }) => explained(context, query),
  async printPerformanceExplanation(context, { query }) {
    const answer = await explained(context, query);
    if (answer.isErr()) return err(answer.error);
    const { profilePdf } = await import('@carrara/adapters/pdf/profilePdf');
    const { explanationPrint } = await import('./explanationPrint.ts');
    return ok({
      name: safeFileName(`Why ${answer.value.name ?? `${query.figure} ${query.date}`}`, 'pdf'),
      type: 'application/pdf',
      content: await spool(profilePdf(explanationPrint(answer.value), { ...exportedFor(context), reader: undefined })),
    });
  },
};
