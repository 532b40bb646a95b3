export { keptAddress, type PostalAddress } from './address.ts';
