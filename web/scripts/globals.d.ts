// What web/scripts/package.mjs has esbuild put into web/scripts/package-inlined.mjs.

/** A .wasm file in base64. */
declare const INLINED_WASM: string;
/** Whether it is the build with SIMD. */
declare const INLINED_SIMD: boolean;
