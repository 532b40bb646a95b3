import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import type { DetailLine } from '@carrara/domain/carry/run';
import { required } from '@carrara/domain/kernel';
import { employeeLifecycle } from '@carrara/domain/people/participant';
import type { RunLabels } from './labels.ts';

export type Person = ParticipantDetail['participant'];

export type PersonLine = Pick<DetailLine, 'participantId' | 'isTerminated'>;

/** Returns a function that converts participants to the contract's form, with one shared object per participant. */
export function namePeople(labels: RunLabels): (line: PersonLine) => Person {
  const people = new Map<string, Person>();
  return (line) => {
    const existingPerson = people.get(line.participantId);
    if (existingPerson) return existingPerson;
    const { participantId } = line;
    const { id, ...label } = required(labels.participants.get(participantId), `participant ${participantId}`);
    const person = {
      id,
      participantId: id,
      status: employeeLifecycle.states[line.isTerminated ? 'TERMINATED' : 'ACTIVE'],
      ...label,
    };
    people.set(id, person);
    return person;
  };
}
