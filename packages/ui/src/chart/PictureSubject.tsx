import { createContext, type ReactNode, useContext } from 'react';
import type { Picture } from './chartTypes.ts';

const SubjectContext = createContext<Picture>({});

/** Names the subject of the charts inside, for pictures of them. Parts that aren't set are inherited from the subject around it. */
export function PictureSubject({ children, ...own }: Picture & { readonly children: ReactNode }) {
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return <SubjectContext value={{ ...useContext(SubjectContext), ...set }}>{children}</SubjectContext>;
}

/** Returns what a picture of a chart is about. The scope of the chart replaces that of the page. */
export function usePicture(scope: string | undefined): Picture {
  const subject = useContext(SubjectContext);
  return { ...subject, scope: scope ?? subject.scope };
}
