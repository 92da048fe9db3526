// What of the library ZzFX the pages use; it has no types of its own.
declare module 'zzfx' {
    export const ZZFX: {
        volume: number;
        sampleRate: number;
        audioContext: AudioContext;
        buildSamples(...parameters: (number | undefined)[]): number[];
        playSamples(channels: number[][], volume?: number, rate?: number, pan?: number,
            loop?: boolean): AudioBufferSourceNode;
    };
}
