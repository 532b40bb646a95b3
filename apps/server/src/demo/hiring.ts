import { err, ok } from '@carrara/domain/kernel';
import { fileOf } from './fileOf.ts';
import { dayAfter, type Firm, type Happening, latest, type PlanRow } from './firm.ts';
import { drawPortrait } from './pictures.ts';

type Person = PlanRow<'participants'>;

export interface Home {
  readonly line: string;
  readonly city: string;
  readonly region?: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Facts about people that aren't in a plan. */
export interface PeopleFacts {
  readonly mailDomain: string;
  /** Streets by office, assigned to its people in turn. */
  readonly homes: Readonly<Record<string, readonly Home[]>>;
  /** Departments by class, assigned in turn. */
  readonly departments: Readonly<Record<string, readonly string[]>>;
  readonly citizenship: string;
  readonly citizenships: Readonly<Record<string, string>>;
  /** Reasons for leaving, by code. */
  readonly leavers: Readonly<Record<string, string>>;
  /** People who had another title until a date. */
  readonly promotions: Readonly<
    Record<string, { readonly day: string; readonly from: string; readonly reason: string }>
  >;
  readonly absences: Readonly<Record<string, Absence>>;
  /** People whose portrait has long hair. */
  readonly longHaired: readonly string[];
}

/** A person who left and came back. */
interface Absence {
  readonly left: string;
  readonly why: string;
  readonly back: string;
  readonly whyBack: string;
}

/** Job levels by title. Lists of people start with the highest. */
const levels: Readonly<Record<string, number>> = {
  'Managing Partner': 10,
  Partner: 9,
  'Senior Advisor': 8,
  Principal: 7,
  'Vice President': 5,
  Associate: 3,
};

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-z ]/gi, '')
    .toLowerCase()
    .trim();
const placeOf = (code: string) => Number(code.replaceAll(/\D/g, ''));
const inTurn = <T>(list: readonly T[] | undefined, code: string): T | undefined =>
  list && list[placeOf(code) % list.length];

/** Gives everybody a different house: each further round through the list moves up the street. */
function homeOf(homes: readonly Home[] | undefined, code: string): Home | undefined {
  const home = inTurn(homes, code);
  const round = homes ? Math.floor(placeOf(code) / homes.length) : 0;
  return home && { ...home, line: home.line.replace(/^\d+/, (number) => String(Number(number) + 2 * round)) };
}

/** Returns the date when a participant is entered: hired or, for a trust, formed after its employee was entered. */
export function enteredOn(firm: Firm, code: string): string {
  const row = firm.plan.participants.find((each) => each.code === code);
  const hired = row?.hireDate ?? (row?.employee ? enteredOn(firm, row.employee) : undefined);
  return latest(dayAfter(firm.opened, 4), hired);
}

function addressOf({ book }: Firm, home: Home | undefined) {
  if (!home) return null;
  const { line, city, region, postalCode, country } = home;
  return {
    addressLine1: line,
    city,
    stateRegion: region ?? null,
    postalCode,
    country: book.reference('country', country),
  };
}

function employeeBody(firm: Firm, row: Person, facts: PeopleFacts) {
  const { book } = firm;
  const { code, name } = row;
  const [firstName = '', ...rest] = name.split(' ');
  const lastName = rest.join(' ');
  const title = facts.promotions[code]?.from ?? row.title;
  const home = homeOf(facts.homes[row.office ?? ''], code);
  const citizenship = facts.citizenships[code] ?? facts.citizenship;
  return {
    code,
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName).replaceAll(' ', '')}@${facts.mailDomain}`,
    businessTitle: title ?? null,
    title: book.reference('title', title),
    jobLevel: levels[title ?? ''] ?? null,
    office: book.reference('office', row.office),
    department: inTurn(facts.departments[row.participantClass ?? ''], code) ?? null,
    hireDate: row.hireDate ?? null,
    participantClass: book.reference('participant-class', row.participantClass),
    carryEligibleDate: row.hireDate ?? null,
    isForeign: row.foreign === 'yes',
    isEscrowExempt: row.escrowExempt === 'yes',
    defaultEscrow: row.defaultEscrow ?? null,
    homeAddress: addressOf(firm, home),
    residenceCountry: book.reference('country', home?.country),
    citizenshipCountry: book.reference('country', citizenship),
  };
}

/** Address of the trustee, used for all trusts. */
const trustee: Home = {
  line: '1201 North Orange Street',
  city: 'Wilmington',
  region: 'DE',
  postalCode: '19801',
  country: 'US',
};
const trustTypes = ['Dynasty', 'Descendants', 'Charitable', 'Family'] as const;
/** Derives the type from a name such as 'The X Family 2014 Irrevocable Trust'. */
const trustType = (name: string) => {
  if (name.includes('Irrevocable')) return 'Grantor trust';
  return `${trustTypes.find((word) => name.includes(`${word} Trust`)) ?? 'Family'} trust`;
};
function formedOn(firm: Firm, row: Person): string {
  const year = /\b(?:19|20)\d{2}\b/.exec(row.name)?.[0];
  const hired = firm.plan.participants.find(({ code }) => code === row.employee)?.hireDate ?? firm.opened;
  const month = String((placeOf(row.code) % 12) + 1).padStart(2, '0');
  return year ? `${year}-${month}-15` : dayAfter(hired, 40);
}

function trustBody(firm: Firm, row: Person) {
  const { book } = firm;
  return {
    code: row.code,
    legalName: row.name,
    type: book.reference('trust-type', trustType(row.name)),
    employee: row.employee ? { id: book.id('participant', row.employee) } : null,
    formationDate: formedOn(firm, row),
    participantClass: book.reference('participant-class', row.participantClass),
    carryEligibleDate: latest(formedOn(firm, row), enteredOn(firm, row.code)),
    isForeign: row.foreign === 'yes',
    isEscrowExempt: row.escrowExempt === 'yes',
    defaultEscrow: row.defaultEscrow ?? null,
    address: addressOf(firm, trustee),
  };
}

/**
 * An administrator does it: home, citizenship and reasons for leaving are personal data that an accountant can't enter.
 */
const byAdministrator = (day: string, act: Happening['act']): Happening => ({ day, who: 'administrator', act });

function admit(firm: Firm, row: Person, facts: PeopleFacts): Happening {
  const { book, operations } = firm;
  const { participant, taxProfile, image } = operations;
  return byAdministrator(enteredOn(firm, row.code), async (context) => {
    const saved =
      row.type === 'Trust'
        ? await participant.saveTrust(context, { body: trustBody(firm, row) })
        : await participant.saveEmployee(context, { body: employeeBody(firm, row, facts) });
    if (saved.isErr()) return err(saved.error);
    const { id } = saved.value;
    book.keep('participant', row.code, id);
    const names = (row.taxProfiles ?? '').split(';').map((name) => name.trim());
    const body = names
      .filter(Boolean)
      .map((name) => ({ taxProfileId: book.id('taxProfile', name), sourceType: 'participant' as const }));
    if (body.length > 0) {
      const assigned = await taxProfile.assignParticipantTaxProfiles(context, { params: { id }, body });
      if (assigned.isErr()) return err(assigned.error);
    }
    if (row.type === 'Trust' || row.participantClass === 'Associate') return ok(undefined);
    const file = fileOf(
      `${row.code}.png`,
      'image/png',
      drawPortrait(placeOf(row.code), facts.longHaired.includes(row.code)),
    );
    return image.uploadContainerImage(context, { params: { id }, file });
  });
}

function leave(firm: Firm, code: string, terminationDate: string, terminationReason: string): Happening {
  return byAdministrator(terminationDate, (context) =>
    firm.operations.participant.terminateEmployee(context, {
      params: { id: firm.book.id('participant', code) },
      body: { terminationReason, terminationDate },
    }),
  );
}

function promote(firm: Firm, row: Person, facts: PeopleFacts): Happening[] {
  const promotion = facts.promotions[row.code];
  if (!promotion) return [];
  const { participant } = firm.operations;
  return [
    byAdministrator(promotion.day, async (context) => {
      const read = await participant.getEmployee(context, { params: { id: firm.book.id('participant', row.code) } });
      if (read.isErr()) return err(read.error);
      const { id, rowVersion } = read.value;
      const body = {
        ...employeeBody(firm, row, { ...facts, promotions: {} }),
        id,
        rowVersion,
        reason: promotion.reason,
      };
      return participant.saveEmployee(context, { body });
    }),
  ];
}

/** Plays hiring, promotions, departures and returns of employees. Trusts are entered once their employee exists. */
export function hiring(firm: Firm, facts: PeopleFacts): Happening[] {
  const people = firm.plan.participants.filter(({ type }) => type !== 'Entity');
  return people.flatMap((row) => {
    const absence = facts.absences[row.code];
    const reason = facts.leavers[row.code];
    return [
      admit(firm, row, facts),
      ...promote(firm, row, facts),
      ...(absence ? [leave(firm, row.code, absence.left, absence.why), comeBack(firm, row.code, absence)] : []),
      ...(reason && row.terminationDate ? [leave(firm, row.code, row.terminationDate, reason)] : []),
    ];
  });
}

function comeBack(firm: Firm, code: string, { back, whyBack }: Absence): Happening {
  return byAdministrator(back, (context) =>
    firm.operations.participant.rehireEmployee(context, {
      params: { id: firm.book.id('participant', code) },
      body: { rehireReason: whyBack, rehireDate: back },
    }),
  );
}

/** True if a participant takes part on a date: entered, and not away. */
export function exists(firm: Firm, facts: PeopleFacts, code: string, day: string): boolean {
  const absence = facts.absences[code];
  const row = firm.plan.participants.find((each) => each.code === code);
  const since = row?.type === 'Employee' ? (row.hireDate ?? '') : enteredOn(firm, code);
  return since <= day && !(absence && absence.left <= day && day < absence.back);
}
