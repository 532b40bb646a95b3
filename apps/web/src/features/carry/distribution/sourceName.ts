import type { SourceDraft } from './runDraft.ts';

/** The name of a source with the fund or coinvestment that holds it: a tranche of one name is in several. */
export const nameOfSource = ({ name, holder }: Pick<SourceDraft['source'], 'name' | 'holder'>): string =>
  holder && !name.includes(holder) ? `${name} (${holder})` : name;
