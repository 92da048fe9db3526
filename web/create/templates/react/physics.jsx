// A world as components: it lives as long as <Physics>, and a body as long as its <Body>. Strict mode and hot reloading make
// and end them more than once.
import { World } from 'mica2d';
import { createSync } from 'mica2d/adapters/sync';
import { createContext, useContext, useEffect, useRef, useState } from 'react';

const PhysicsContext = createContext(null);

/** Moves an element's middle to where its body is. */
function place(element, x, y, angle) {
    element.style.transform = `translate(${x}px, ${y}px) rotate(${angle}rad) translate(-50%, -50%)`;
}

/** A world with the options of `new World`; the middle of its element is the world's origin. */
export function Physics({ scale = 50, children, ...options }) {
    const [physics, setPhysics] = useState(null);
    useEffect(() => {
        const world = new World(options);
        const sync = createSync(world, { scale, yDown: true, place });
        Object.assign(globalThis, { world }); // to look at in the console
        let last = document.timeline.currentTime;
        let frame = requestAnimationFrame(function tick(now) {
            frame = requestAnimationFrame(tick);
            world.advance((now - last) / 1000);
            last = now;
            sync.update();
        });
        setPhysics({ world, sync });
        return () => {
            cancelAnimationFrame(frame);
            world.destroy();
        };
    }, []);
    return <PhysicsContext value={physics}><div className="physics">{physics && children}</div></PhysicsContext>;
}

/** A body with the options of `createBody`, drawn as its children. `onPress` is called with it. */
export function Body({ onPress, className, children, ...options }) {
    const { world, sync } = useContext(PhysicsContext);
    const element = useRef(null);
    const body = useRef(null);
    useEffect(() => {
        if (world.destroyed) return; // a hot reload ends it first; the next world comes at once
        const made = body.current = world.createBody(options);
        const target = sync.add(made, element.current);
        return () => {
            sync.remove(target);
            if (made.alive) made.destroy();
        };
    }, [world]);
    return (
        <div ref={element} className={`body ${className ?? ''}`}
            onPointerDown={() => onPress?.(body.current)}>{children}</div>
    );
}
