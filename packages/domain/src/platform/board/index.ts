/** The boards whose panels each person can arrange. */
export const boards = [
  'carryHome',
  'compensationHome',
  'performanceDashboard',
  'investorDashboard',
  'portalHome',
] as const;
export type Board = (typeof boards)[number];

/** A panel of a board, by its id. */
export interface ArrangedPanel {
  readonly id: string;
  readonly isHidden: boolean;
}

/**
 * Returns all panels of a board in the order of a person's arrangement.
 *
 * Rule: panels that the board no longer has are left out. A panel that the person hasn't arranged is visible and follows the panel that it follows by
 * default. Without an arrangement, all panels are visible in their default order.
 */
export function arrangePanels(
  defaults: readonly string[],
  arrangement: readonly ArrangedPanel[] | null,
): readonly ArrangedPanel[] {
  const present = (arrangement ?? []).filter(({ id }) => defaults.includes(id));
  const distinct = present.filter(({ id }, at) => present.findIndex((panel) => panel.id === id) === at);
  return defaults.reduce<readonly ArrangedPanel[]>((panels, id, at) => {
    if (panels.some((panel) => panel.id === id)) return panels;
    const previous = panels.findIndex((panel) => panel.id === defaults[at - 1]);
    return panels.toSpliced(previous + 1, 0, { id, isHidden: false });
  }, distinct);
}
