import { describe, expect, it } from 'vitest';
import { areIndependent, commonGiver } from './index.ts';

describe('two people', () => {
  it.each([
    ['are independent where nobody gave either account', {}, null],
    ['are independent where two people gave the accounts', { anna: ['carl'], ben: ['dora'] }, null],
    ['are not where one gave the account of the other', { ben: ['anna'] }, 'anna'],
    ['are not where the other gave it', { anna: ['ben'] }, 'ben'],
    ['are not where a third person gave both', { anna: ['carl'], ben: ['dora', 'carl'] }, 'carl'],
    ['name one of the two before a third person', { anna: ['carl', 'ben'], ben: ['carl'] }, 'ben'],
  ])('%s', (_case, accountGivers, giver) => {
    expect(commonGiver('anna', 'ben', { accountGivers })).toBe(giver);
    expect(areIndependent('ben', 'anna', { accountGivers })).toBe(giver === null);
  });
});
