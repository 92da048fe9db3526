// matter-js ships no types; the adapter takes it as it comes.
declare module 'matter-js';
