/** The name of a source with the fund or coinvestment that holds it, where the name itself does not say it: a tranche of one name is in several. */
export const nameOfSource = ({
  name,
  holder,
}: {
  readonly name?: string | null | undefined;
  readonly holder: string | null;
}): string => (holder && !(name ?? '').includes(holder) ? `${name ?? ''} (${holder})` : (name ?? ''));
