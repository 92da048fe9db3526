// A second reader of Tiled's maps for the tests of the importer: whether a point of the map, in pixels, lies in something
// that collides. It follows the guide's page on levels and Tiled's reference, and shares no code with js/import/.

/** @typedef {[x: number, y: number]} Point */
/** @typedef {(x: number, y: number) => boolean | undefined} Covers whether a point is covered; undefined too near an edge to say */

/** Properties by their names, of any version of Tiled. @param {any} thing @returns {Record<string, any>} */
const propertiesOf = ({ properties = {} }) => (Array.isArray(properties)
    ? Object.fromEntries(properties.map(({ name, value }) => [name, value]))
    : properties);

/** Layers whose name says that they collide, among those of the maps. */
const TELLING = /^(Walls|Collision|Solid 2|Platforms)$/;
/** Options of bodies and colliders among the properties of the maps. */
const VALUES = ['friction', 'type', 'density', 'oneWay'];

/** Whether a point lies in a polygon, by the sides that a ray to the right crosses. @param {Point[]} points @returns {Covers} */
const inPolygon = (points) => (x, y) =>
    points.filter(([ax, ay], i) => {
                const [bx, by] = points[(i + 1) % points.length];
                return (ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
            }).length % 2 === 1;

/** The importer makes a polygon of sixteen corners of it: what lies between the two is open. @param {number} width @param {number} height @returns {Covers} */
const inEllipse = (width, height) => (x, y) => {
    const share = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1);
    return share < 0.975 ? true : share > 1.001 ? false : undefined;
};

/** A rectangle whose shorter sides are half circles. @param {number} width @param {number} height @returns {Covers} */
const inCapsule = (width, height) => (x, y) => {
    const radius = Math.min(width, height) / 2;
    const along = Math.max(radius,
        Math.min(width > height ? x : y, Math.max(width, height) - radius));
    return Math.hypot(x - (width > height ? along : radius), y - (width > height ? radius : along))
        < radius;
};

/** What a drawn object covers, about its position and not turned; undefined for what has no area. @param {any} object @returns {Covers | undefined} */
function shapeOf(object) {
    const { width = 0, height = 0 } = object;
    if (object.polygon)
        return inPolygon(object.polygon.map((/** @type {any} */ { x, y }) => [x, y]));
    if (object.polyline || object.point || object.text || width * height === 0) return undefined;
    if (object.ellipse) return inEllipse(width, height);
    if (object.capsule) return inCapsule(width, height);
    return (x, y) => x > 0 && x < width && y > 0 && y < height;
}

/** A point turned back about the origin. @param {number} degrees clockwise @param {number} x @param {number} y @returns {Point} */
function turnedBack(degrees, x, y) {
    const angle = (degrees * Math.PI) / 180;
    return [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
}

/** The points of each tile that the property `tile` may name, in shares of the tile. @type {Record<string, Point[]>} */
const NAMED = {
    FULL: [[0, 0], [1, 0], [1, 1], [0, 1]],
    RISE: [[0, 1], [1, 1], [1, 0]],
    ROOF_FALL: [[0, 0], [1, 0], [1, 1]],
    TOP_HALF: [[0, 0], [1, 0], [1, 0.5], [0, 0.5]],
    FALL_HIGH: [[0, 0], [1, 0.5], [1, 1], [0, 1]],
};

/** The reader of one map. */
export class Reader {
    /**
     * @param {any} map as JSON has it, its cells as lists of numbers
     * @param {Record<string, any>} files tilesets and templates by their paths
     * @param {any} options of the importer
     */
    constructor(map, files, options) {
        this.map = map;
        this.files = files;
        this.solid = options.solid ?? {};
        this.objects = options.objects ?? 'named';
        /** @type {Covers[]} */
        this.things = [];
        const says = this.says(map);
        this.layers(map, { says, telling: false, valued: false, x: 0, y: 0 });
    }

    /** Whether a point collides. @param {number} x pixels on the screen @param {number} y @returns {boolean | undefined} */
    at(x, y) {
        const all = this.things.map((covers) => covers(x, y));
        return all.includes(true) || (all.includes(undefined) ? undefined : false);
    }

    /** What the property that says whether a thing collides says. @param {any} thing */
    says(thing) {
        const { [this.solid.property]: first, collides } = propertiesOf(thing);
        const value = first ?? collides;
        return value === undefined ? undefined : /^(true|1)$/.test(String(value));
    }

    /** Whether the option `solid.classes` names the class of a thing. @param {any} thing */
    classed(thing) {
        return Boolean((this.solid.classes ?? []).includes(thing.class || thing.type));
    }

    /** @param {number} gid @param {any[]} [tilesets] @returns {any} */
    tile(gid, tilesets = this.map.tilesets) {
        const plain = gid % 2 ** 29;
        const entry = tilesets.findLast((/** @type {any} */ { firstgid }) => firstgid <= plain);
        const set = entry.source ? this.files[entry.source] : entry;
        const id = plain - entry.firstgid;
        const own = Array.isArray(set.tiles ?? [])
            ? (set.tiles ?? []).find((/** @type {any} */ each) => each.id === id) ?? {}
            : { ...set.tiles[id], properties: set.tileproperties?.[id] };
        const says = this.classed(own) || (this.solid.tiles ?? []).includes(plain)
            ? true
            : this.says(own) ?? (this.classed(set) ? true : this.says(set));
        const [width, height] = [own.imagewidth ?? set.tilewidth,
            own.imageheight ?? set.tileheight];
        const name = propertiesOf(own).tile;
        /** @type {Covers[]} */
        const drawn = name
            ? [inPolygon(NAMED[name].map(([x, y]) => [x * width, y * height]))]
            : (own.objectgroup?.objects ?? []).flatMap((/** @type {any} */ object) => {
                const covers = shapeOf(object);
                return covers
                    ? [(/** @type {number} */ x, /** @type {number} */ y) =>
                        covers(...turnedBack(object.rotation ?? 0, x - object.x, y - object.y))]
                    : [];
            });
        const full = inPolygon([[0, 0], [width, 0], [width, height], [0, height]]);
        return { set, own, says, drawn, width, height, whole: drawn.length > 0 ? drawn : [full] };
    }

    /**
     * What a tile covers in a rectangle.
     * @param {any} tile @param {number} gid with its flips @param {Covers[]} shapes
     * @param {number} width of the rectangle @param {number} height @param {boolean} stretched
     * @returns {Covers}
     */
    placed(tile, gid, shapes, width, height, stretched) {
        const bit = (/** @type {number} */ n) => Math.floor(gid / 2 ** n) % 2 === 1;
        const [w, h] = bit(29) ? [tile.height, tile.width] : [tile.width, tile.height];
        let [sx, sy] = stretched ? [width / w, height / h] : [1, 1];
        if (stretched && tile.set.fillmode === 'preserve-aspect-fit') sx = sy = Math.min(sx, sy);
        const [left, top] = stretched
            ? [(width - w * sx) / 2, (height - h * sy) / 2]
            : [0, height - h];
        const { x: ox = 0, y: oy = 0 } = tile.set.tileoffset ?? {};
        return (x, y) => {
            let [u, v] = [(x - left) / sx - ox, (y - top) / sy - oy];
            if (bit(30)) v = h - v;
            if (bit(31)) u = w - u;
            if (bit(29)) [u, v] = [v, u];
            const all = shapes.map((covers) => covers(u, v));
            return all.includes(true) || (all.includes(undefined) ? undefined : false);
        };
    }

    /** @param {any} parent @param {any} from */
    layers(parent, from) {
        for (const layer of parent.layers) {
            const named = (this.solid.layers ?? []).includes(layer.name) || this.classed(layer);
            const own = {
                says: named ? true : from.says === false ? false : this.says(layer) ?? from.says,
                telling: from.telling || (!this.solid.layers && TELLING.test(layer.name)),
                valued: from.valued || VALUES.some((name) => name in propertiesOf(layer)),
                x: from.x + (layer.offsetx ?? 0),
                y: from.y + (layer.offsety ?? 0),
            };
            if (layer.type === 'group') this.layers(layer, own);
            if (layer.type === 'objectgroup')
                layer.objects.forEach((/** @type {any} */ object) => this.object(object, own));
            if (layer.type === 'tilelayer' && this.map.orientation === 'orthogonal')
                this.cells(layer, own);
        }
    }

    /** @param {any} layer @param {any} own */
    cells(layer, own) {
        if (own.says === false) return;
        const all = (layer.chunks ?? [{ ...layer, x: 0, y: 0 }]).flatMap((
            /** @type {any} */ { data, x, y, width },
        ) => data.map((/** @type {number} */ gid, /** @type {number} */ i) => ({ gid,
            column: x + (i % width), row: y + Math.floor(i / width) })
        )).filter((/** @type {any} */ { gid }) => gid !== 0)
            .map((/** @type {any} */ cell) => ({ ...cell, tile: this.tile(cell.gid) }));
        const silent = all.every((/** @type {any} */ { tile }) =>
            tile.says === undefined && tile.drawn.length === 0
        );
        const { tilewidth: width, tileheight: height } = this.map;
        for (const { gid, column, row, tile } of all) {
            if (!(tile.says ?? (tile.drawn.length > 0 || own.says || (own.telling && silent))))
                continue;
            const covers = this.placed(tile, gid, tile.whole, width, height,
                tile.set.tilerendersize === 'grid');
            const [left, top] = [own.x + column * width, own.y + row * height];
            // No tile of the maps is drawn further than this from its cell.
            this.things.push((x, y) =>
                Math.abs(x - left) < 4 * width && Math.abs(y - top) < 4 * height
                && covers(x - left, y - top)
            );
        }
    }

    /** @param {any} given @param {any} layer */
    object(given, layer) {
        const template = given.template ? this.files[given.template] : undefined;
        const object = { ...template?.object, ...given,
            properties: { ...propertiesOf(template?.object ?? {}), ...propertiesOf(given) } };
        const tile = object.gid
            ? this.tile(object.gid, given.gid ? undefined : template && [template.tileset])
            : undefined;
        const collides = this.collides(object, tile, layer);
        if (!collides) return;
        const isometric = this.map.orientation === 'isometric';
        const { tilewidth, tileheight } = this.map;
        // Where Tiled draws a point of an isometric map, and back.
        const middle = (this.map.height * tilewidth) / 2;
        const [x, y] = isometric
            ? [middle + ((object.x - object.y) * tilewidth) / tileheight / 2,
                (object.x + object.y) / 2]
            : [object.x, object.y];
        /** @param {number} px @param {number} py @returns {Point} */
        const stored = (px, py) => {
            const [across, down] = [(px * tileheight) / tilewidth, py];
            return [across + down, down - across];
        };
        const covers = tile
            ? this.tileObject(object, tile, collides === 'shapes' ? tile.drawn : tile.whole)
            : shapeOf(object);
        if (!covers) return;
        this.things.push((px, py) => {
            const local = turnedBack(object.rotation ?? 0, px - layer.x - x, py - layer.y - y);
            return covers(...(isometric && !tile ? stored(...local) : local));
        });
    }

    /** @param {any} object @param {any} tile @param {Covers[]} shapes @returns {Covers} */
    tileObject(object, tile, shapes) {
        const { width = tile.width, height = tile.height } = object;
        const alignment = tile.set.objectalignment
            ?? (this.map.orientation === 'isometric' ? 'bottom' : 'bottomleft');
        const across = alignment.endsWith('left') ? 0 : alignment.endsWith('right') ? 1 : 0.5;
        const down = alignment.startsWith('top') ? 0 : alignment.startsWith('bottom') ? 1 : 0.5;
        const covers = this.placed(tile, object.gid, shapes, width, height, true);
        return (x, y) => covers(x + across * width, y + down * height);
    }

    /** Whether an object collides: with all of it, with the shapes of its tile, or not. @param {any} object @param {any} tile @param {any} layer */
    collides(object, tile, layer) {
        if (object.text || this.objects === 'none') return false;
        const { own = {} } = tile ?? {};
        if (this.classed(object.class || object.type ? object : own)) return true;
        if (layer.says === false) return false;
        const says = this.says(object);
        if (says !== undefined) return says;
        if (tile?.says === false) return false;
        const valued = VALUES.some((name) => name in propertiesOf(object));
        if (layer.says || layer.telling || layer.valued || valued) return true;
        if (tile) return tile.says ? true : 'shapes';
        return this.objects === 'all';
    }
}
