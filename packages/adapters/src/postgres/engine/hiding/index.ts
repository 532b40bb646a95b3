export { hiddenId, hiding, keyed } from './keyed.ts';
