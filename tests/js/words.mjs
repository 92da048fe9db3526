// The words that the glossary of src/README.md replaces, as patterns of the sense that it replaces:
// an identifier, or a phrase of a comment. tests/js/house.test.mjs looks for them.

/** @typedef {{ word: string, say: string, pattern: RegExp, files?: RegExp }} Word */

const C = /\.[ch]$/;

/** @type {Word[]} */
export const WORDS = [
    { word: 'room', say: 'capacity, or AABB slack, or slide range',
        pattern:
            /\b(?:no|little|enough|more|makes?|made|has|have|is|be) room\b|\broom (?:for|left|to)\b|\b(?:const|let) (?:\{ )?room\b/i },
    { word: 'settle', say: 'refit, reorder, re-anchor, classify, come to rest',
        pattern: /\bsettle[sd]?\b|\bsettling\b/i },
    { word: 'beside', say: 'static-neighbour cache', files: C,
        pattern: /\bBeside[A-Z]\w*|\bbeside\.c\b|\b(?:f4|float|bool) beside\b/ },
    { word: 'seeker', say: 'swept candidate, query batch', pattern: /seeker/i },
    { word: 'ground', say: 'static environment, immovable', files: /^src\//,
        pattern: /\bground\[3\]|->grounds\b|\bgroundParts\b|\bground_parts\b/ },
    { word: 'seam', say: 'internal edge', pattern: /\bseams?\b/i },
    { word: 'fly', say: 'unconstrained body', pattern: /\bwhat flies\b/i },
    { word: 'follow', say: 'rounded shape on an edge', pattern: /\bround on a flat side\b/i },
    { word: 'rub', say: 'friction', pattern: /\brub(?:s|bed|bing)?\b/i },
    { word: 'wish', say: 'row target, target velocity', pattern: /\bwish(?:es|ed)?\b/i, files: C },
    { word: 'share', say: 'lever-arm weight, fraction',
        pattern: /\b(?:f4|float|double) share\b|\bshare[AB]\b|\w+_SHARE\b/ },
    { word: 'hold', say: 'one-sided state', pattern: /\bheldSince\b|\bhold_back\b|\bis_held\b/ },
    { word: 'owed', say: 'leftover time', pattern: /\bowed\b|\bpaid back\b/i },
    { word: 'Solid', say: 'active contact', pattern: /\bSolids?\s*\*|\bSolids\b/, files: C },
    { word: 'tell', say: 'emit, document, record, encode, send',
        pattern: /\b(?:tell|told)\w*(?:\(|\s*=[^=])/, files: /^(?:src|web\/bridge|js)\// },
    { word: 'still', say: 'immovable', pattern: /\b(?:f4|float|bool) still\b|\w+_STILL\b/,
        files: C },
    { word: 'way', say: 'displacement, direction, separation',
        pattern:
            /\b(?:f4|float|Vec2) way\b|\b(?:try|shortest)_way\b|\bway_?out\b|\bshortest way\b/i,
        files: C },
    { word: 'spine', say: 'capsule segment', pattern: /\bspines?\b/i },
    { word: 'remainder', say: 'residual, leftover', pattern: /\bRemainder\b/ },
    { word: 'ask', say: 'test', pattern: /\basks\b|\b(?:is|are) asked\b/, files: /^src\// },
    { word: 'meet for good', say: 'will_penetrate', pattern: /meet_for_good/ },
    { word: 'bare', say: 'exposed part of an edge', pattern: /\bbare\b/i },
    { word: 'bury', say: 'deferred id release, embedded', pattern: /\bbury\b|\bburie[ds]\b/i },
    { word: 'line', say: 'rigid row, free row',
        pattern: /\bmade of lines\b|\b(?:rigid|free) lines?\b|\b(?:Rigid|Free)Line\b/i, files: C },
    { word: 'closer', say: 'loop joint',
        pattern: /\b(?:a|the|its|each) closers?\b(?! (?:to|than))/i },
    { word: 'plant', say: 'build a tree', pattern: /\bplant(?:s|ed)?\b/i },
    { word: 'pressed', say: 'crushed, driven, blocked',
        pattern: /\w+_PRESSED\b|\bpressed(?:Contacts|Blocks)\b|\bmark_pressed\b/ },
    { word: 'books', say: 'mirror, pending releases, pending poses',
        pattern: /\bbooks\b|\bgraves\b|#young\b/i },
    { word: 'most', say: 'maximum',
        pattern:
            /\bMOST_\w+|\w+_MOST\b|\b(?:f4|float|double|int|int32_t) most\b|\b(?:const|let) most\b/ },
    { word: 'least', say: 'minimum',
        pattern:
            /\bLEAST_\w+|\w+_LEAST\b|\b(?:f4|float|double|int|int32_t) least\b|\b(?:const|let) least\b/ },
    { word: 'sunk', say: 'embedded, overlaps',
        pattern: /\b(?:has|had|have|is|are|was) (?:\w+ )?sunk\b|\bsunk\w*\s*=[^=]|\w+_sunk\b/i },
];
