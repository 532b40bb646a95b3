import { decimal, moneyText } from '@carrara/domain/kernel';
import type { EntryType } from '@carrara/domain/performance/ledger';
import { readCsv } from '@carrara/adapters/spreadsheet/read/csv';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'yaml';
import { demoFolder } from './people.ts';

interface BookClose {
  readonly investor: string;
  readonly day: string;
  readonly amount: string;
  readonly pays: boolean;
}
interface BookEntry {
  readonly type: EntryType;
  readonly amount: string;
  readonly day: string;
  /** Such as `QL02/ARP-I`. */
  readonly holding?: string;
  readonly notice?: string;
  readonly costRelieved?: string;
  readonly isRecallable: boolean;
  readonly settled: string;
  readonly isLate: boolean;
  /** Amounts by investor, if the notice has them. */
  readonly shares?: readonly (readonly [investor: string, amount: string])[];
}
interface BookValuation {
  readonly holding: string;
  readonly day: string;
  readonly fairValue: string;
}
/** The books of a vehicle as the demo's files have them. */
export interface BookFiles {
  readonly code: string;
  readonly closes: readonly BookClose[];
  readonly entries: readonly BookEntry[];
  readonly valuations: readonly BookValuation[];
  readonly carry: {
    readonly isWholeFund: boolean;
    readonly percent: string;
    readonly hurdle: string;
    readonly catchUp: string;
  };
  /** Carry that the distributions paid. */
  readonly carryPaid: readonly CarryEvent[];
  /** Carry that clawbacks returned. */
  readonly carryReturned: readonly CarryEvent[];
}
type CarryEvent = readonly [day: string, amount: string];

const firm = join(demoFolder, 'alder-ridge');
type Row = (heading: string) => string | undefined;

async function rowsOf(file: string): Promise<readonly Row[]> {
  const [sheet] = (await readCsv(Readable.from([readFileSync(join(firm, file))])))._unsafeUnwrap();
  const [head, ...rows] = sheet!.rows;
  return rows.map(({ cells }) => {
    const texts = new Map(cells.map(({ column, text }) => [column, text]));
    return (heading) => texts.get(head!.cells.find(({ text }) => text === heading)?.column ?? 0) || undefined;
  });
}
const stepsOf = <T>(file: string) => parse(readFileSync(join(firm, file), 'utf8')) as readonly T[];

interface Paying {
  readonly body: {
    readonly distributionDate: string;
    readonly name: string;
    readonly distributionSources: readonly {
      readonly source: { readonly id: string };
      netDistributableAmount: string;
    }[];
  };
}
interface Correcting {
  readonly call: string;
  readonly body: {
    readonly valuations: readonly { readonly securityId: string; readonly date: string; readonly fairValue: string }[];
  };
}
interface Running {
  readonly call: string;
  readonly body: {
    readonly type: { readonly code: string };
    readonly runDate: string;
    readonly lines: readonly { readonly source: { readonly id: string }; readonly requestedAmount?: string }[];
  };
}
const isOf = (code: string, { id }: { readonly id: string }) => id.endsWith(` ${code}`) || id.endsWith(`/${code}`);

async function entriesIn(file: string, code: string, isLate: boolean): Promise<readonly BookEntry[]> {
  const entries = new Map<string, BookEntry>();
  for (const [at, row] of (await rowsOf(file)).entries()) {
    const key = row('External id') ?? String(at);
    const before = entries.get(key);
    const [investor, amount] = [row('Investor'), row('Amount')!];
    const [investment, notice, cost] = [row('Investment'), row('Notice'), row('Cost relieved')];
    entries.set(key, {
      type: row('Type') as EntryType,
      amount: moneyText(decimal(before?.amount ?? '0').plus(amount)),
      day: row('Date')!,
      settled: row('Settled on')!,
      isRecallable: row('Recallable') === 'yes',
      isLate,
      ...(investment ? { holding: `${investment}/${code}` } : {}),
      ...(notice ? { notice } : {}),
      ...(cost ? { costRelieved: cost } : {}),
      ...(investor ? { shares: [...(before?.shares ?? []), [investor, amount] as const] } : {}),
    });
  }
  return [...entries.values()];
}

/** Groups the rows of carry terms by vehicle. A row without one continues the version above it. */
function tiersByVehicle(rows: Awaited<ReturnType<typeof rowsOf>>) {
  const versions: { vehicle: string; tiers: (typeof rows)[number][] }[] = [];
  for (const row of rows) {
    const vehicle = row('vehicle.id');
    if (vehicle) versions.push({ vehicle, tiers: [] });
    versions.at(-1)?.tiers.push(row);
  }
  return versions;
}

/** Reads the books of all vehicles of the demo's first firm, with the carry that its runs paid and took back. */
export async function bookFiles(): Promise<readonly BookFiles[]> {
  const closes = await rowsOf('books/commitments.csv');
  const terms = tiersByVehicle(await rowsOf('books/carry-terms.csv'));
  const steps = await rowsOf('carry/distribution-steps.csv');
  const paid = new Set(
    steps.flatMap((row) =>
      row('call') === 'distribution.disburseDistribution' ? [row('params.id ($distribution)')] : [],
    ),
  );
  const distributions = stepsOf<Paying>('carry/distributions.yaml').filter(({ body }) => paid.has(body.name));
  const clawbacks = stepsOf<Running>('carry/ledger-runs.yaml').filter(
    ({ call, body }) => call === 'ledgerRun.saveLedgerRun' && body.type.code === 'CLAWBACK',
  );
  const corrected = stepsOf<Correcting>('books/books.yaml').flatMap(({ call, body }) =>
    call === 'vehicleLedger.saveValuations' ? body.valuations : [],
  );
  const codes = [...new Set(closes.map((row) => row('Vehicle')!))];
  const books: BookFiles[] = [];
  for (const code of codes) {
    const carryPaid = distributions.flatMap(({ body }) =>
      body.distributionSources.flatMap(({ source, netDistributableAmount }): CarryEvent[] =>
        isOf(code, source) ? [[body.distributionDate, netDistributableAmount]] : [],
      ),
    );
    const carryReturned = clawbacks.flatMap(({ body: { runDate, lines } }) =>
      lines.flatMap(({ source, requestedAmount: requested }): CarryEvent[] =>
        requested && isOf(code, source) ? [[runDate, requested]] : [],
      ),
    );
    const carryEntries = ([day, amount]: CarryEvent, type: EntryType): BookEntry[] => [
      { type, amount, day, settled: day, isRecallable: false, isLate: false },
    ];
    const folder = `books/${code}`;
    const isBilledLate = readdirSync(join(firm, folder)).includes('late-bill.csv');
    const tiers = terms.find(({ vehicle }) => isOf(code, { id: vehicle }))!.tiers;
    const valueOf = (kind: string, name: string) =>
      tiers.find((row) => row('tiers[].kind.code') === kind)?.(`tiers[].${name}`) ?? '0';
    books.push({
      code,
      closes: closes
        .filter((row) => row('Vehicle') === code)
        .map((row) => ({
          investor: row('Investor')!,
          day: row('Date')!,
          amount: row('Amount')!,
          pays: row('Pays fee') === 'yes',
        })),
      entries: [
        ...(await entriesIn(`${folder}/ledger.csv`, code, false)),
        ...(isBilledLate ? await entriesIn(`${folder}/late-bill.csv`, code, true) : []),
        ...carryPaid.flatMap((event) => carryEntries(event, 'CARRY-PAID')),
        ...carryReturned.flatMap((event) => carryEntries(event, 'CLAWBACK')),
      ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
      valuations: (await rowsOf(`${folder}/valuations.csv`)).map((row) => {
        const [holding, day] = [`${row('Investment')!}/${code}`, row('Date')!];
        const later = corrected.find(({ securityId, date }) => isOf(holding, { id: securityId }) && date === day);
        return { holding, day, fairValue: later?.fairValue ?? row('Fair value')! };
      }),
      carry: {
        isWholeFund: tiers[0]?.('basis.code') === 'WHOLE_FUND',
        percent: valueOf('SPLIT', 'gpShare'),
        hurdle: valueOf('PREFERRED_RETURN', 'rate'),
        catchUp: valueOf('CATCH_UP', 'gpShare'),
      },
      carryPaid,
      carryReturned,
    });
  }
  return books;
}
