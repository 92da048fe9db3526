// The text of a module, as Vite imports it.
declare module '*?raw' {
    const text: string;
    export default text;
}
