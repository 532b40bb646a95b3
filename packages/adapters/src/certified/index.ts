export { certifiedPackage } from './certifiedPackage.ts';
export { fingerprintOf, publicKeyOf } from './certifyingKey.ts';
export { verifyCertified } from './verifyCertified.ts';
