import type { Firm, Happening } from './firm.ts';

/** Mapping templates for the files of the firm's administrator. */
export const mappings = (firm: Firm, day: string): Happening[] => [
  {
    day,
    // The administrator may import performance files.
    who: 'administrator',
    act: async (context) => {
      const columns = [
        ['Transaction ID', 'externalId'],
        ['Fund', 'vehicle'],
        ['Transaction type', 'type'],
        ['Effective date', 'date'],
        ['Amount (USD)', 'amount'],
        ['Portfolio company', 'investment'],
        ['Comment', 'description'],
      ].map(([heading = '', field = '']) => ({ heading, field }));
      const codes = [
        ['Capital call', 'CALL-INV'],
        ['Fee call', 'CALL-FEE'],
        ['Distribution', 'DIST-GAIN'],
        ['Management fee', 'FEE'],
      ].map(([own = '', code = '']) => ({ field: 'type', own, code }));
      const saved = await firm.operations.mappingTemplate.saveMappingTemplate(context, {
        params: { fileType: 'ledger' },
        body: {
          applicationId: 'performance',
          name: 'Harbour Fund Services',
          mapping: {
            columns,
            fixed: [],
            codes,
            sign: 'CASH',
            unit: '1',
            rate: 'PERCENT',
            dateOrder: 'DMY',
            decimalSign: '.',
            sheet: null,
            firstRow: 1,
          },
        },
      });
      return saved.map(() => undefined);
    },
  },
];
