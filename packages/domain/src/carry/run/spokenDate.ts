/** As people of the product read a day: 09/10/2026. */
export const spokenDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
