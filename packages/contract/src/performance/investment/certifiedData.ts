import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, id } from '../../core/schema.ts';
import { allDomains, certifiedDomains, defaultDomain, segregations } from './certifiedDomains.ts';
import { namedRecord, periodEnd, statementTags as tags } from '../capitalAccount/statementParts.ts';

const base = '/api/performance/certifieddata';
const permission = 'certifiedData.view';
const codes: readonly string[] = [allDomains, ...certifiedDomains.map(({ code }) => code)];

/** The maximum length of an address, enough for about three hundred records. Without ids, all records are selected. */
const longest = 12_000;
const idList = z.array(id());
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
/** The ids of records as JSON: `["…"]`. */
const idsJson = () =>
  z
    .string()
    .max(longest, 'has too many records. Leave it out to include all')
    .default('[]')
    .refine((text) => idList.safeParse(parsed(text)).success, 'isn’t a JSON list of identifiers');
/** Returns the ids in a validated text. */
export const parseIds = (json: string): readonly string[] => idList.parse(parsed(json));

const get = { method: 'GET', permission, tags } as const;

/** Signed data of a reporting date. Recipients can verify, without this installation, that it is unchanged. */
export const certifiedDataEndpoints = defineEndpoints({
  listCertifiedDates: {
    ...get,
    path: `${base}/get-all-dates`,
    summary: 'Reporting dates for certified data, latest first',
    result: z.array(z.object({ endDate: date(), formattedDate: z.string() })),
  },
  listCertifiedFunds: {
    ...get,
    path: `${base}/get-all-funds`,
    summary: 'Funds and coinvestments with data that can be certified, optionally of one investor',
    query: z.strictObject({ investorId: id().optional() }),
    result: z.array(namedRecord),
  },
  listCertifiedInvestors: {
    ...get,
    path: `${base}/get-all-investors`,
    summary: 'Investors with data that can be certified',
    result: z.array(namedRecord),
  },
  getCertifyingKey: {
    ...get,
    path: `${base}/key`,
    summary: 'The firm’s public key, which identifies its certified data',
    result: z.object({ publicKey: z.string(), fingerprint: z.string() }),
  },
  certifyData: {
    method: 'GET',
    path: `${base}/certify`,
    summary: 'A signed zip with a workbook for each domain and a manifest with their digests',
    permission,
    query: z.strictObject({
      endDate: periodEnd(),
      fundIdsJson: idsJson(),
      investorIdsJson: idsJson(),
      domains: z
        .string()
        .default(defaultDomain)
        .refine(
          (text) => text.split(',').every((code) => codes.includes(code)),
          `isn’t a list of ${codes.join(', ')}, separated by commas`,
        ),
      segregateBy: z
        .string()
        .overwrite((text) => text.toUpperCase())
        .pipe(z.enum(segregations.map(({ code }) => code)))
        .default('NONE'),
    }),
    answers: 'file',
    failures: ['QUARTER_NOT_ENDED'],
  },
});
