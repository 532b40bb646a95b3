export type { Explanation, ExplanationInput } from './explanation.ts';
export { FieldGroups, type FieldGroupsProps, groupFields } from './FieldGroups.tsx';
export { type Figure, FigureStrip } from './FigureStrip.tsx';
export { Panel, type PanelProps } from './Panel.tsx';
export { ProfileHeader, type ProfileHeaderProps } from './ProfileHeader.tsx';
export { ReconciliationLine, type ReconciliationLineProps, type ReconciliationTerm } from './ReconciliationLine.tsx';
export { type RouteTab, RouteTabs, type RouteTabsProps } from './RouteTabs.tsx';
export { ExplainedFigure, type ExplainedFigureProps } from './ExplainedFigure.tsx';
export { Why, type WhyProps } from './Why.tsx';
