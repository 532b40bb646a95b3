import { Panel } from '@carrara/ui/profile/Panel.tsx';

/** The text that recipients of a document acknowledge; nothing if they don't have to. */
export const Wording = ({ text: wording }: { readonly text: string | null }) =>
  wording === null ? null : <Panel title="Acknowledgment text">{wording}</Panel>;
