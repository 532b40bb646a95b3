/** Numbers in an array without holes, in which a checked read is as fast as an unchecked one. */
export type Doubles = number[] | Float64Array;

/** Copying this list is the fastest way to create a short list of doubles without holes. */
const halves = [0.5];
while (halves.length < 1024) halves.push(0.5);

/** Returns an array to fill with numbers. A long one is a typed array, which lives outside the heap; creating one costs more than a small split. */
export const doubles = (count: number): Doubles =>
  count <= halves.length ? halves.slice(0, count) : new Float64Array(count);
