export {
  canChangeView,
  decideDeletedView,
  decideView,
  isViewVisible,
  maxViews,
  type ViewFacts,
  type ViewHead,
} from './decisions.ts';
export {
  chosenColumns,
  columnWidths,
  isSameState,
  type MissingPart,
  openView,
  type ViewState,
  withHiddenColumns,
} from './openView.ts';
