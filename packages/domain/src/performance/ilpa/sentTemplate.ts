import { calendarDate, type CalendarDate, decimal, fromKeys, moneyText } from '../../kernel/index.ts';
import { type AccountColumn, accountPeriods, type CapitalAccount } from '../capitalAccount/index.ts';
import { parties, type Party } from './readTemplate.ts';

/** The figures of ILPA's Reporting Template: rows of each party, without those that aren't determined, and the dates of its head. */
export interface TemplateFigures {
  readonly initialClosing: CalendarDate | null;
  readonly finalClosing: CalendarDate | null;
  /** The day of the first purchase. */
  readonly commencement: CalendarDate | null;
  readonly accounts: Readonly<Record<Party, CapitalAccount>>;
}

type SentColumn = Readonly<Record<string, string>>;
type SentAccount = Readonly<Record<keyof CapitalAccount, SentColumn>>;

/** The figures of a template as a data transfer's package contains them. */
export type SentTemplate = {
  readonly initialClosing: string | null;
  readonly finalClosing: string | null;
  readonly commencement: string | null;
  readonly accounts: Readonly<Record<Party, SentAccount>>;
};

/** Writes the figures of a template for a package. */
export const sentTemplate = ({ accounts, ...dates }: TemplateFigures): SentTemplate => ({
  ...dates,
  accounts: fromKeys(parties, (party) =>
    fromKeys(accountPeriods, (period) =>
      Object.fromEntries([...accounts[party][period]].map(([row, amount]) => [String(row), moneyText(amount)])),
    ),
  ),
});

const columnOf = (sent: SentColumn): AccountColumn =>
  new Map(Object.entries(sent).map(([row, amount]) => [Number(row), decimal(amount)]));
const dayOf = (day: string | null) => (day === null ? null : calendarDate(day));

/** Reads the figures of a template from a package. */
export const readSentTemplate = (sent: SentTemplate): TemplateFigures => ({
  initialClosing: dayOf(sent.initialClosing),
  finalClosing: dayOf(sent.finalClosing),
  commencement: dayOf(sent.commencement),
  accounts: fromKeys(parties, (party) => fromKeys(accountPeriods, (period) => columnOf(sent.accounts[party][period]))),
});
