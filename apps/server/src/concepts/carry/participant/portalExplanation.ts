import type { ExplanationNode } from '@carrara/contract/core/explanation';

/** Matches the names of shares in a source. Figures that follow from one are displayed without it. */
const isShare = (name: string) => /effective|carry amount|weighting|^points$|paid to everyone/i.test(name);

/** Removes the inputs of figures that depend on the person's share, because the firm doesn't display percentages. */
export function withoutShares(node: ExplanationNode): ExplanationNode {
  const rests = node.inputs.some(({ name }) => isShare(name));
  if (!rests) return { ...node, children: node.children.map(withoutShares) };
  return { ...node, inputs: [], children: [], note: 'Your firm doesn’t show the percentages behind this figure.' };
}

const participants: ReadonlySet<string> = new Set(['employee', 'trust', 'entity']);

/**
 * Limits an explanation to its own reader: links to records are removed, since the reader can't open them, and so is
 * everything about other people's rows.
 */
export function limitToReader(root: ExplanationNode, isOwn: (participantId: string) => boolean): ExplanationNode {
  const isVisible = (node: ExplanationNode) =>
    (node.records ?? []).every(({ id, type }) => !participants.has(type) || isOwn(id));
  const own = ({
    records: _records,
    entries: _entries,
    children,
    inputs,
    ...node
  }: ExplanationNode): ExplanationNode => {
    const hidden = children.filter((child) => !isVisible(child)).map(({ path }) => path.join());
    return {
      ...node,
      inputs: inputs.filter(({ figure }) => !figure || !hidden.includes(figure.join())),
      children: children.filter(isVisible).map(own),
    };
  };
  return own(root);
}
