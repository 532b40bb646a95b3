export {
  canChangeView,
  decideDeletedView,
  decideView,
  isViewVisible,
  mostViews,
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
