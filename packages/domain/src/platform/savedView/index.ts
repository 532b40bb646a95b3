export {
  canChangeView,
  decideDeletedView,
  decideView,
  isViewVisible,
  mostViews,
  type ViewFacts,
  type ViewHead,
} from './decisions.ts';
export { columnWidths, isSameState, type LeftOut, openView, type ViewState } from './openView.ts';
