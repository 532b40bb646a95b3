import { Panel } from '@carrara/ui/profile/Panel.tsx';

/** The text that recipients of a document are asked to acknowledge; nothing if they don't have to. */
export const Wording = ({ of }: { readonly of: string | null }) =>
  of === null ? null : <Panel title="Acknowledgment text">{of}</Panel>;
