import type { ExplanationNode } from '@carrara/contract/core/explanation';
import type { ExplanationTree } from '@carrara/domain/kernel';

/** Converts an explanation of the domain to the contract's form. */
export const explanationNode = ({ path, inputs, children, ...rest }: ExplanationTree): ExplanationNode => ({
  ...rest,
  path: [...path],
  inputs: inputs.map(({ figure, ...input }) => ({ ...input, ...(figure ? { figure: [...figure] } : {}) })),
  children: children.map(explanationNode),
});
