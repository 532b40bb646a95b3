export { certifiedPackage, type Certified, type CertifiedManifest } from './certifiedPackage.ts';
export { fingerprintOf, publicKeyOf } from './certifyingKey.ts';
export { type CertifiedFinding, verifyCertified } from './verifyCertified.ts';
