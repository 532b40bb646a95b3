import { describe, expect, it } from 'vitest';
import { lookup } from './namedRecords.ts';

describe('lookup', () => {
  it('finds a record by its code, otherwise by its unambiguous name, regardless of case', () => {
    const found = lookup([
      { id: '1', code: 'A-1', name: 'Ada Moreau' },
      { id: '2', code: null, name: 'A-1' },
      { id: '3', code: 'B-1', name: 'Ben Ito' },
      { id: '4', code: 'B-2', name: 'ben ito' },
    ]);
    expect(found('a-1')?.id).toBe('1');
    expect(found('ADA MOREAU')?.id).toBe('1');
    expect(found('Ben Ito')).toBeUndefined();
    expect(found('b-2')?.id).toBe('4');
    expect(found('C-1')).toBeUndefined();
  });

  it('reads each record once, however many words are looked up', () => {
    let reads = 0;
    const records = Array.from({ length: 100 }, (_, at) => ({
      id: String(at),
      get code() {
        reads += 1;
        return `E-${String(at)}`;
      },
      name: `Person ${String(at)}`,
    }));
    const found = lookup(records);
    const ids = records.map((_, at) => found(`Person ${String(at)}`)?.id);
    expect(ids).toEqual(records.map(({ id }) => id));
    expect(reads).toBe(100);
  });
});
