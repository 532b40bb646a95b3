import { expect, it } from 'vitest';
import { carryAtNavEndpoints } from './carryAtNav.ts';

const [first, other] = ['01520bdd-5280-7000-807b-bc00000022f7', '01520bdd-5280-7000-807b-bc00000022f8'];
const problems = (exitValues: string) =>
  carryAtNavEndpoints.getParticipantCarryAtNav.query
    .safeParse({ exitValues })
    .error?.issues.map(({ message }) => message);

it('a what-if with two exit values of a fund is refused', () => {
  expect(problems(`${first}:1.00,${other}:2.00`)).toBeUndefined();
  expect(problems(`${first}:1.00,${first.toUpperCase()}:2.00`)).toEqual(['names a fund twice']);
});
