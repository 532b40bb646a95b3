import { factDetails } from '@carrara/adapters/postgres/performance/explanation/factDetails';
import type {
  StoredEntry,
  StoredEvent,
  StoredValuation,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { ExplanationEntry, ExplanationNode } from '@carrara/contract/core/explanation';
import { decimal, moneyText, displayedDate } from '@carrara/domain/kernel';
import type { CountedFact, PerformanceStep } from '@carrara/domain/performance/explanation';
import {
  allocationKeyTitles,
  commitmentEventKinds,
  entryTypeRule,
  isLate,
  type Source,
} from '@carrara/domain/performance/ledger';
import { reportedFigures } from '@carrara/domain/performance/period';
import { rateText } from '@carrara/domain/performance/return';

type NameOf = (id: string) => string;
type Detail = Awaited<ReturnType<typeof factDetails>> extends ReadonlyMap<string, infer D> ? D : never;

const idOf = (fact: CountedFact): string => (fact.record as StoredEntry | StoredEvent | StoredValuation).id;

const sourceRecords = {
  UPLOAD: 'upload',
  DISTRIBUTION: 'distribution',
  LEDGER_RUN: 'ledgerRun',
  TRANSFER: 'transfer',
} as const;
const sourceNames = {
  UPLOAD: 'Upload',
  DISTRIBUTION: 'Carry distribution',
  LEDGER_RUN: 'Clawback',
  TRANSFER: 'Transfer',
} as const;
const sourceOf = (source: (Source & { readonly name: string | null }) | null): ExplanationEntry['source'] => {
  if (source === null) return null;
  const name = source.name ?? sourceNames[source.kind];
  return {
    name,
    row: source.row,
    record: { id: source.id, name, type: sourceRecords[source.kind], containerId: null },
  };
};

/** Returns the displayed fields of a fact, by its kind. */
function describe(fact: CountedFact, nameOf: NameOf) {
  const { kind: factKind } = fact;
  if (factKind === 'ENTRY') {
    const { type, amount, effective, booked, holdingId, securityId, key, reversalOf } = fact.record;
    const objectId = securityId ?? holdingId;
    const passed = fact.passedBy ? `, passed with the transfer of ${displayedDate(fact.passedBy.date)}` : '';
    return {
      title: `${entryTypeRule(type).title}${passed}`,
      subject: objectId === null ? null : nameOf(objectId),
      date: effective,
      booked,
      amount: moneyText(amount),
      isReversal: reversalOf !== null,
      sharedBy: allocationKeyTitles[key],
      type: 'ledgerEntry',
    };
  }
  if (factKind === 'VALUATION') {
    const { date, booked, fairValue, securityId } = fact.record;
    const amount = moneyText(fairValue);
    return {
      title: 'Valuation',
      subject: nameOf(securityId),
      date,
      booked,
      amount,
      isReversal: false,
      sharedBy: null,
      type: 'valuation',
    };
  }
  if (factKind === 'REPORTED') {
    const { figure, commitmentId, date, booked, value } = fact.record;
    const { kind } = reportedFigures[figure];
    return {
      ...(kind === 'money' ? {} : { unit: kind }),
      title: `Reported: ${reportedFigures[figure].title}`,
      subject: commitmentId === null ? null : nameOf(commitmentId),
      date,
      booked,
      amount: kind === 'money' ? moneyText(value) : value.toFixed(),
      isReversal: false,
      sharedBy: null,
      type: 'reportedFigure',
    };
  }
  const { kind, date, booked, amount, commitmentId } = fact.record;
  if (factKind === 'REVERSED_TRANSFER')
    return {
      title: `Transfer of ${displayedDate(date)} and its reversal: ${fact.count.toLocaleString('en')} cash flows that cancel out`,
      subject: nameOf(commitmentId),
      date,
      booked,
      amount: moneyText(fact.counted),
      isReversal: false,
      sharedBy: null,
      type: 'commitment',
    };
  const title = commitmentEventKinds[kind].title;
  const partner = nameOf(commitmentId);
  return {
    title,
    subject: partner,
    date,
    booked,
    amount: moneyText(amount),
    isReversal: amount.lt(0),
    sharedBy: null,
    type: 'commitment',
  };
}

function entryOf(fact: CountedFact, nameOf: NameOf, detail: Detail | undefined, namesFund: boolean): ExplanationEntry {
  const id = idOf(fact);
  const { type, ...displayed } = describe(fact, nameOf);
  return {
    id,
    ...displayed,
    fund: namesFund ? (detail?.vehicleName ?? null) : null,
    isLate: isLate(displayed.date, displayed.booked),
    counted: 'unit' in displayed ? fact.counted.toFixed() : moneyText(fact.counted),
    source: sourceOf(detail?.source ?? null),
    record: { id, name: displayed.title, type, containerId: detail?.vehicleId ?? null },
  };
}

function* factsIn(step: PerformanceStep): Generator<CountedFact> {
  yield* step.facts ?? [];
  for (const child of step.children) yield* factsIn(child);
}

/** Returns a rate in percent. An exchange rate isn't a figure of the ledger and stays as it is. */
const inPercent = (fraction: string | null) => (fraction === null ? null : rateText(decimal(fraction)));

/** Converts an explanation to the contract's form: entries with their origins, rates in percent. */
export async function buildExplanationNode(
  tx: Transaction,
  root: PerformanceStep,
  nameOf: NameOf,
): Promise<ExplanationNode> {
  const details = await factDetails(tx, [...factsIn(root)].map(idOf));
  const isOfSeveralFunds = new Set([...details.values()].map(({ vehicleId }) => vehicleId)).size > 1;
  const nodeOf = ({ facts, children, inputs, whyNot, path, ...step }: PerformanceStep): ExplanationNode => {
    const isRate = step.unit === 'rate';
    const isOfSpan = isRate && step.note !== undefined;
    return {
      ...step,
      path: [...path],
      ...(isRate ? { result: inPercent(step.result), unit: isOfSpan ? 'spanReturn' : 'return' } : {}),
      inputs: inputs.map(({ figure, ...input }) => ({
        ...input,
        ...(figure === undefined ? {} : { figure: [...figure] }),
        ...(figure !== undefined && input.unit === 'rate' ? { value: inPercent(input.value), unit: 'return' } : {}),
      })),
      ...(whyNot === undefined ? {} : { whyNot: { ...whyNot } }),
      ...(facts === undefined
        ? {}
        : {
            entries: inOrder(facts).map((fact) => entryOf(fact, nameOf, details.get(idOf(fact)), isOfSeveralFunds)),
          }),
      children: children.map(nodeOf),
    };
  };
  return nodeOf(root);
}

const dayOf = (fact: CountedFact) => (fact.kind === 'ENTRY' ? fact.record.effective : fact.record.date);
const inOrder = (facts: readonly CountedFact[]) =>
  facts.toSorted((a, b) => (dayOf(a) === dayOf(b) ? 0 : dayOf(a) < dayOf(b) ? -1 : 1));
