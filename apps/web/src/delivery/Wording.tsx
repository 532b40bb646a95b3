import { Panel } from '@carrara/ui/profile';

/** What those who are given a document are asked to acknowledge; nothing where they are not. */
export const Wording = ({ of }: { readonly of: string | null }) =>
  of === null ? null : <Panel title="What is acknowledged">{of}</Panel>;
