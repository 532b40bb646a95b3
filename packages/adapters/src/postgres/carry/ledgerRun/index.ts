export { displayedAskedLines as shownAskedLines, displayedLedgerLines as shownLedgerLines } from './assemble.ts';
export { ledgerRunChoices, releasesDue } from './due.ts';
export { loadLedgerInputs, loadLedgerRunHead, loadShownLedgerRun } from './head.ts';
export { ledgerRunList } from './ledgerRunList.ts';
export { loadLedgerLines } from './lines.ts';
export { openOpenings, participantsByCode, sourcesByCode } from './openingCodes.ts';
export { type ReturnedSource, returnedSources } from './returnedSources.ts';
export { ledgerRunStore } from './store.ts';
