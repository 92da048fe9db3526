// What web/scripts/package.mjs has esbuild make of a .wasm file.

declare module '*.wasm' {
    /** Its bytes as text, as `encode` of inline.mjs writes them. */
    const text: string;
    export default text;
}
