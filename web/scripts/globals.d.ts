// What web/scripts/package.mjs has esbuild make of a .wasm file, and a library that brings no types.

declare module '*.wasm' {
    /** Its bytes as text, as `encode` of inline.mjs writes them. */
    const text: string;
    export default text;
}

declare module '@joplin/turndown-plugin-gfm' {
    /** Tables of HTML as those of GitHub's Markdown. */
    export const tables: import('turndown').Plugin;
}
