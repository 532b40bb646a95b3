export { type Answer, type NamedRequest, onceOnly } from './onceOnly.ts';
