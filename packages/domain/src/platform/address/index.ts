export { storedAddress, type PostalAddress } from './address.ts';
