import type { ExplanationNode, ExplanationRecord } from '@carrara/contract/core/explanation';
import {
  createExplanations,
  type Decimal,
  err,
  type Failures,
  fail,
  ok,
  required,
  type Result,
} from '@carrara/domain/kernel';
import { explainedSum, type SumFormula } from '@carrara/domain/kernel/measures';
import { explanationNode } from './explanationNode.ts';

/** A named part of a sum, with its record. */
export interface ExplainedPart {
  readonly name: string;
  readonly amount: Decimal;
  readonly record?: Pick<ExplanationRecord, 'id' | 'type'>;
}

/** Returns the explanation of a sum with its parts by name. Fails: NOT_FOUND if it has none. */
export function explainedParts(
  formula: SumFormula,
  parts: readonly ExplainedPart[],
): Result<ExplanationNode, Failures> {
  if (parts.length === 0) return err([fail('NOT_FOUND', ['figure'], 'The figure has no parts today.')]);
  const explanations = createExplanations();
  explainedSum(
    formula,
    parts.map(({ amount }) => amount),
    explanations,
  );
  const node = explanationNode(required(explanations.tree(['sum']), 'the explanation of a sum'));
  return ok({
    ...node,
    inputs: node.inputs.map((input, at) => ({ ...input, name: parts[at]?.name ?? input.name })),
    records: parts.flatMap(({ name, record }) => (record ? [{ ...record, name, containerId: null }] : [])),
  });
}
