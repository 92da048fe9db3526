// The packages of peers.js are installed with the benchmark alone, so the pages are checked without their types.
declare module 'box2d3-wasm/deluxe';
declare module 'box2d3-wasm/compat';
declare module '@dimforge/rapier2d-simd-compat';
declare module 'planck';
declare module 'matter-js';
declare module '*.css';
