export { assembleRealization } from './assemble.ts';
export { realizationCharts, realizationChoices } from './charts.ts';
export {
  loadRealizationHead,
  loadRealizationInputs,
  loadShownRealization,
} from './head.ts';
export { realizationList } from './realizationList.ts';
export { loadAccruals } from './rows.ts';
export { realizationStore } from './store.ts';
