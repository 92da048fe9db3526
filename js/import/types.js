// What importers take and give, as types only.

/** @import { BodyOptions, LayerOptions, Scene, SceneBody, SceneJoint, TileKind, Vector, WorldOptions } from '../options/types.js' */

/**
 * The lists that a scene may lack.
 * @internal
 * @typedef {object} ImportedLists
 * @property {Omit<WorldOptions<any>, 'clock'>} world the options of the world
 * @property {SceneBody[]} bodies in the order of the file; of each `userData.name` is its name there
 * @property {SceneJoint[]} joints in the order of the file
 * @property {ImportNote[]} report what was left out, and what else the file's author should know; empty if all is well
 */

/**
 * What an importer says of a file that it read.
 * @typedef {object} ImportNote
 * @property {string} why a sentence that names the thing and where it stands in the file
 * @property {string} [layer] the name of its layer, if it is in one; none by default
 * @property {string} [name] its name, if it has one; none by default
 * @property {number} [id] its number in the editor, if it has one; none by default
 */

/**
 * A file as a scene, of which `fromScene` makes a world: with all lists, empty ones too, to be looked through and
 * changed before.
 * @typedef {Scene & ImportedLists} ImportedScene
 */

/**
 * What the importers of editors that draw in pixels take.
 * @typedef {object} ImportOptions
 * @property {(path: string) => unknown} [load] gives the parsed JSON of another file that the file names, or a
 *     promise of it; `path` is relative to the file. None by default: a file that needs another is refused
 * @property {number} [pixelsPerMetre] above 0; by default a tile is a metre wide, and where `world` has a `lengthUnit` other than 1, a
 *     pixel is one of its units
 * @property {Vector} [position] in the world's unit, where the file's point 0, 0 comes to lie, default [0, 0]
 * @property {Omit<WorldOptions<any>, 'clock'>} [world] options of the world, for the scene; a clock is for
 *     `fromScene`. With `layers` it says which names of layers the file may use; by default the layers that the
 *     file names are made, each solid to all. Default {}
 */

/**
 * What collides in a map of Tiled besides what the map itself says: each of them adds to it.
 * @typedef {object} TiledSolid
 * @property {readonly (string | RegExp)[]} [layers] names of layers and groups: every tile and object in them collides,
 *     unless it says that it does not. By default those whose name ends in a word such as collision, solid, walls or
 *     platforms, of tile layers only if none of their tiles says what collides
 * @property {readonly number[]} [tiles] global ids of tiles, as the cells of the map have them, without flips. Default []
 * @property {readonly (string | RegExp)[]} [classes] classes of tiles, tilesets, objects and layers. Default []
 * @property {string} [property] the name of the property that says whether a tile, tileset, object, layer or group
 *     collides, besides `collides`; none by default
 */

/**
 * What only the importer of Tiled takes.
 * @typedef {object} OwnTiledOptions
 * @property {TiledSolid} [solid] what collides besides what the map says. Default {}
 * @property {'named' | 'all' | 'none'} [objects] which objects collide: those that something names ('named': they,
 *     their tile or template, a layer or group that they are in, or `solid` say that they collide, or say any option of
 *     bodies or colliders), all with a shape but those that say that they do not, or none. What does not collide is a
 *     body without colliders. Default 'named'
 * @property {Readonly<Record<string, string | null>>} [properties] which option a property of the map is, by its name;
 *     null if it is none and the game's own. By default each is the option of its name
 * @property {{ zstd?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array> }} [decompress] unpacks layers
 *     packed with zstd, which browsers do not; none by default: such a map is refused
 */

/**
 * The options of `importTiled`.
 * @typedef {ImportOptions & OwnTiledOptions} TiledOptions
 */

/**
 * The options of `parseTiled`.
 * @typedef {object} ParseTiledOptions
 * @property {(text: string) => unknown} [parse] gives the Document of XML. By default that of the platform's DOMParser,
 *     which Node.js and workers do not have: there give that of a package such as @xmldom/xmldom
 */

/**
 * How a value of an IntGrid layer fills its cells.
 * @internal
 * @typedef {object} LdtkValueTile
 * @property {number} [tile] a `TILE`, default `TILE.FULL`
 */

/**
 * What a value of an IntGrid layer stands for.
 * @typedef {LdtkValueTile & Omit<TileKind<any>, 'tile'>} LdtkValue
 */

/**
 * The colliders of an entity.
 * @internal
 * @typedef {object} EntityColliders
 * @property {Record<string, any>} [collider] its one collider; without `shape` it is a box of the entity's size; none by
 *     default
 * @property {readonly Record<string, any>[]} [colliders] several instead; none by default
 */

/**
 * What an entity becomes: the options of its body.
 * @typedef {Omit<BodyOptions<any>, 'position' | 'collider' | 'colliders' | 'userData'> & EntityColliders} LdtkEntity
 */

/**
 * What only the importer of LDtk takes. A name that the project does not have is refused with those it has.
 * @typedef {object} OwnLdtkOptions
 * @property {Readonly<Record<string, number | LdtkValue>>} [values] what the values of IntGrid layers stand for: a `TILE`
 *     or a kind of tile, by `'Layer.identifier'`, `'Layer.1'`, `'identifier'` or `'1'`, the first of these that is there. By
 *     default every value is full, and in the layer of the option `world.layers` that has its identifier. User data must be
 *     JSON, here and in `entities`
 * @property {Readonly<Record<string, LdtkEntity | null>>} [entities] what entities become, by their identifiers: options of
 *     a body; null leaves them out. By default a static body without colliders, a place to find
 * @property {readonly string[]} [layers] identifiers of the IntGrid and entity layers to import; all by default
 * @property {readonly string[]} [levels] identifiers or iids of the levels to import; all by default
 * @property {string} [worldName] identifier or iid of the world to import from a project of several; default the first
 * @property {number} [worldDepth] the depth of the levels to import; all depths by default, also where they lie on each
 *     other. Each body has that of its level in its user data
 */

/**
 * The options of `importLdtk`.
 * @typedef {ImportOptions & OwnLdtkOptions} LdtkOptions
 */

/**
 * The options of `importPhysicsEditor`.
 * @typedef {object} PhysicsEditorOptions
 * @property {number} pixelsPerMetre above 0
 * @property {Readonly<Record<string, { readonly width: number, readonly height: number }>>} [images] the images that the
 *     shapes were drawn on, by the names of the bodies, in pixels: the middle of the image is then the body's origin. By
 *     default it is the image's upper left corner
 * @property {Readonly<Record<number, string>>} [categories] names of layers by category; by default as `importRube`
 *     has them
 */

/**
 * What PhysicsEditor's shapes become.
 * @typedef {object} ImportedBodies
 * @property {Record<string, BodyOptions<any>>} bodies options for `createBody`, by the names in the file
 * @property {LayerOptions<any>} [layers] the option of the world, if the file has filters: each pair of category and mask
 *     is a layer; none by default
 */

/**
 * The options of `importRube`.
 * @typedef {object} RubeOptions
 * @property {Omit<WorldOptions<any>, 'clock'>} [world] options of the world, over those of the file; not `layers`, which
 *     its filters give. Default {}
 * @property {Readonly<Record<number, string>>} [categories] names of layers by `categoryBits`; by default 'default' for 1
 *     and `category 2` and so on for others
 */

export {};
