// What web/package.mjs has esbuild put into web/package-inlined.mjs.

/** A .wasm file in base64. */
declare const INLINED_WASM: string;
/** Whether it is the build with SIMD. */
declare const INLINED_SIMD: boolean;
