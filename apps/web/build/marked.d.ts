/** The parts of `marked` that the help pages use. Version 4 has no types of its own. */
declare module 'marked' {
  export interface Slugger {
    slug(text: string): string;
  }
  export class Renderer {
    heading(text: string, level: number, raw: string, slugger: Slugger): string;
    link(href: string | null, title: string | null, text: string): string;
    table(header: string, body: string): string;
    code(code: string, language: string | undefined): string;
    listitem(text: string): string;
    html(html: string): string;
    image(href: string | null, title: string | null, text: string): string;
  }
  export const marked: {
    parse(text: string, options: { renderer: Renderer; headerIds: boolean; mangle: boolean }): string;
  };
}
