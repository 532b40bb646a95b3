export { storedAddress as keptAddress, type PostalAddress } from './address.ts';
