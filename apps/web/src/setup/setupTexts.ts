import type { ProfilePart, SetupStepId } from '@carrara/domain/platform/setupStep';

interface SetupText {
  readonly title: string;
  readonly text: string;
}

/** The title of each step, and what it is for. */
export const setupTexts: Readonly<Record<SetupStepId, SetupText>> = {
  firmProfile: {
    title: 'Firm profile',
    text: 'Enter the legal name, address and logo for letters and statements, and the time zone and base currency of the figures.',
  },
  people: {
    title: 'People and roles',
    text: 'Add the people who work here, each with a role. A distribution needs a second person to approve it.',
  },
  currencies: {
    title: 'Currencies and rates',
    text: 'Add a rate for each currency of a fund that isn’t the base currency. If all funds use the base currency, the first fund completes this step.',
  },
  fund: {
    title: 'Carry plan or first fund',
    text: 'Upload your carry plan as one workbook, or add the first fund by hand.',
  },
  participants: {
    title: 'Participants',
    text: 'Add the employees, trusts and entities that share in the carry.',
  },
  allocationProfile: {
    title: 'First allocation profile',
    text: 'Set each participant’s part of a fund’s carry, and make the profile the default.',
  },
  distribution: {
    title: 'First distribution',
    text: 'Create a distribution, have it approved and disburse it.',
  },
  quarter: {
    title: 'First quarter',
    text: 'Enter a fund’s commitments, cash and values in its ledger, then lock the quarter.',
  },
};

const partTitles: Readonly<Record<ProfilePart, string>> = {
  legalName: 'legal name',
  legalAddress: 'legal address',
  logo: 'logo',
  timeZone: 'time zone',
  baseCurrency: 'base currency',
};

/** Returns what an unfinished step lacks, in a sentence; undefined if the step has no parts. */
export function missingText(id: SetupStepId, missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  return id === 'firmProfile'
    ? `Missing: ${missing.map((part) => partTitles[part as ProfilePart]).join(', ')}.`
    : `No rate yet for ${missing.join(', ')}.`;
}

/** Returns the steps that come first, in a sentence. */
export const afterText = (after: readonly SetupStepId[]): string =>
  `Comes after: ${after.map((id) => setupTexts[id].title.toLowerCase()).join(', ')}.`;

/** Returns who can do a step that the reader can't do, in a sentence. */
export const peopleText = (people: readonly string[]): string =>
  people.length === 0
    ? 'Nobody in this firm has the role for this step yet.'
    : `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(people)} can do this.`;
