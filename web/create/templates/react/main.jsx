// Words fall onto a heap. Press one to throw it, press the button for another.
import { init } from 'mica2d';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Body, Physics } from './physics.jsx';
import './words.css';

const WORDS = ['physics', 'React', 'hooks', 'state', 'effect', 'strict mode', 'wasm', 'Mica', 'ref',
    'body', 'collider', 'gravity', 'joint', 'bounce', 'stack', 'sleep', 'layer'];
const HEIGHT = 0.8; // of a word, metres

function Word({ text, number }) {
    const width = 0.7 + 0.2 * text.length;
    return (
        <Body className={`word colour-${number % 5}`} position={[3 * Math.sin(5 * number), 6 + number % 40]}
            angle={Math.sin(number)} onPress={(body) => {
                body.applyImpulse(6 * body.mass * (Math.random() - 0.5), 10 * body.mass);
                body.angularVelocity = 8 * (Math.random() - 0.5);
            }}
            collider={{ shape: 'box', width: width - HEIGHT + 0.02, height: 0.02, radius: HEIGHT / 2 - 0.01,
                restitution: 0.2 }}>
            <span style={{ width: 50 * width, lineHeight: `${50 * HEIGHT}px` }}>{text}</span>
        </Body>
    );
}

function App() {
    const [count, setCount] = useState(WORDS.length);
    return (
        <>
            <p id="hint">Press a word <button onClick={() => setCount(count + 1)}>another</button></p>
            <Physics gravity={[0, -15]}>
                <Body type="static" position={[0, -5]} collider={{ shape: 'box', width: 12, height: 1 }}
                    className="floor" />
                {[-6.2, 6.2].map((x) =>
                    <Body key={x} type="static" position={[x, 15]}
                        collider={{ shape: 'box', width: 0.4, height: 41 }} />)}
                {Array.from({ length: count }, (_, i) =>
                    <Word key={i} text={WORDS[i % WORDS.length]} number={i} />)}
            </Physics>
        </>
    );
}

await init();
createRoot(document.querySelector('#root')).render(<StrictMode><App /></StrictMode>);
