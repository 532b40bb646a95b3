import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { explanationRecords } from '@carrara/adapters/postgres/carry/distribution/explanationRecords';
import type { ExplanationNode, ExplanationRecord } from '@carrara/contract/core/explanation';
import {
  type ExplainedSource,
  type FigureQuestion,
  type FigureSubject,
  subjectOfFigure,
} from '@carrara/domain/carry/run';

type Path = ExplanationNode['path'];

/** Texts for the last part of a path. */
const labels: Readonly<Record<string, string>> = {
  gross: 'Gross',
  tax: 'Tax',
  escrow: 'Escrow',
  loanRepayment: 'Loan repayment',
  otherAdjustment: 'Other adjustment',
  net: 'Net',
  netDistributable: 'Net distributable',
  adjustments: 'Tax, escrow and other',
  unallocated: 'Unallocated',
  distributed: 'Distributed',
  effective: 'Effective %',
  amount: 'Tax row',
  percent: 'Tax rate',
  multiple: 'Multiple',
  carryAdjustment: 'Carry adjustment',
  carryPercent: '% of the total',
  parts: 'Part of the escrow',
  accounts: 'Part from the account',
  used: 'From escrow',
  rest: 'From the account',
  escrowBefore: 'Escrow held before',
  accrued: 'Accrued',
  clawback: 'From the account',
  before: 'Accrued before',
  paid: 'Paid',
  after: 'Balance after',
};

const isNumbered = (name: string) => /^(part|row|grossOfAll|entered) \d+$/.test(name);

/**
 * Names each step of an explanation by its kind, with the source, path and person, and the terms of a sum by what
 * distinguishes them.
 */
export function nameSteps(
  tx: Transaction,
  sources: readonly ExplainedSource[],
  question: Question,
  root: ExplanationNode,
): Promise<ExplanationNode> {
  const subjectAt = (path: Path): FigureSubject =>
    path[0] === 'sources' ? subjectOfFigure(sources, path) : { ...question, via: question.via ?? [] };
  return nameStepsOfPaths(tx, subjectAt, question, root);
}

type Question = Omit<FigureQuestion, 'figure'> & { readonly figure: string };

/** Does the same with a custom function for the subject of each path. */
export async function nameStepsOfPaths(
  tx: Transaction,
  subjectAt: (path: Path) => FigureSubject,
  question: Question,
  root: ExplanationNode,
): Promise<ExplanationNode> {
  const locations = [...locationsIn(root)];
  const records = await explanationRecords(tx, [...new Set(locations.flatMap((path) => idsOf(subjectAt(path))))]);
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : records.get(id)?.name);
  const taxOf = ({ taxProfileId, characterizationId }: FigureSubject) =>
    [nameOf(taxProfileId), nameOf(characterizationId)].filter(Boolean).join(', ');
  const personOf = ({ participantId, via }: FigureSubject) => {
    const path = via.map(nameOf).join(' > ');
    return [nameOf(participantId), ...(path ? [`via ${path}`] : [])].filter(Boolean).join(' ');
  };
  const titleOf = (path: Path) => {
    const subject = subjectAt(path);
    const own = path.findLast((step) => typeof step === 'string');
    const figure = path[0] === 'reversed' ? question.figure : String(own);
    return [
      [labels[figure] ?? figure, taxOf(subject)].filter(Boolean).join(' '),
      personOf(subject),
      nameOf(subject.sourceId) ?? 'all sources',
    ]
      .filter(Boolean)
      .join(' · ');
  };
  /**
   * Names a term. Within one source, terms differ by person or tax; across several, by source, and by path if all paths
   * are included.
   */
  const partOf = (owner: Path, part: Path) => {
    const [whole, own] = [subjectAt(owner), subjectAt(part)];
    if (taxOf(own) !== '') return taxOf(own);
    if (whole.sourceId !== undefined) return personOf(own);
    return [nameOf(own.sourceId), ...(question.participantId && question.via === undefined ? [personOf(own)] : [])]
      .filter(Boolean)
      .join(' · ');
  };
  const recordsOf = (path: Path): ExplanationRecord[] =>
    idsOf(subjectAt(path)).flatMap((id) => {
      const record = records.get(id);
      return record?.type ? [{ id, name: record.name, type: record.type, containerId: record.containerId }] : [];
    });
  const named = (node: ExplanationNode): ExplanationNode => ({
    ...node,
    name: titleOf(node.path),
    records: recordsOf(node.path),
    inputs: node.inputs.map((input) => {
      if (!input.figure) return input;
      // An entry of an account is identified by its kind and date.
      if (input.figure[0] === 'entries') return { ...input, name: String(input.figure.at(-1)) };
      if (!isNumbered(input.name)) return input;
      const name = partOf(node.path, input.figure);
      if (name === '') return input;
      return { ...input, name: input.name.startsWith('grossOfAll') ? `gross of ${name}` : name };
    }),
    children: node.children.map(named),
  });
  return named(root);
}

function* locationsIn(node: ExplanationNode): Generator<Path> {
  yield node.path;
  for (const { figure } of node.inputs) if (figure) yield figure;
  for (const child of node.children) yield* locationsIn(child);
}

const idsOf = ({ sourceId, participantId, via, taxProfileId, characterizationId }: FigureSubject): readonly string[] =>
  [taxProfileId, characterizationId, participantId, ...via, sourceId].filter((id) => id !== undefined);
