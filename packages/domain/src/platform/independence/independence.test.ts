import { describe, expect, it } from 'vitest';
import { areIndependent, commonProvisioner } from './index.ts';

describe('two people', () => {
  it.each([
    ['are independent if nobody created either account', {}, null],
    ['are independent if two people created the accounts', { anna: ['carl'], ben: ['dora'] }, null],
    ["are not independent if one created the other's account", { ben: ['anna'] }, 'anna'],
    ['are not independent if the other created it', { anna: ['ben'] }, 'ben'],
    ['are not independent if a third person created both', { anna: ['carl'], ben: ['dora', 'carl'] }, 'carl'],
    ['name one of the two rather than a third person', { anna: ['carl', 'ben'], ben: ['carl'] }, 'ben'],
  ])('%s', (_case, accountProvisioners, provisioner) => {
    expect(commonProvisioner('anna', 'ben', { accountProvisioners })).toBe(provisioner);
    expect(areIndependent('ben', 'anna', { accountProvisioners })).toBe(provisioner === null);
  });
});
