// The code of the guide in Chromium: it is copied, run, edited and reset, its errors are shown with their line, and the
// playground takes it over in a link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { keepScreenshot, openBrowser, sizes, whenObserved } from './page.mjs';
import { testLong } from '../sample.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

const withClipboard = { ...sizes.desktop, permissions: ['clipboard-read', 'clipboard-write'] };

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** A program of the test: it says so in each of its frames. @param {string} name */
const ticking = (name) =>
    `requestAnimationFrame(function frame() {
    console.log('${name}');
    requestAnimationFrame(frame);
});
`;

/** Waits until every program that was started has loaded all it imports: one that goes before that leaves failed requests. */
const isLoaded = (page) =>
    page.waitForFunction(() => !document.querySelector('.live[aria-busy=true] iframe'), null, {
        polling: 20,
    });

/** Replaces the text of an editor. */
async function write(page, editor, text) {
    await editor.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
}

/** What a program of the test has said. */
const ticks = (page) => page.locator('.console > div').allTextContents();

const isTicking = (page, name) =>
    page.waitForFunction(
        (wanted) =>
            Array.from(document.querySelectorAll('.console > div')).filter((line) =>
                line.textContent === wanted
            ).length > 3,
        name,
        { polling: 20 },
    );

test('code is copied as it stands on the page, and a program that prints shows it beside its lines and below', async () => {
    const { page, errors } = await browser.open('demo/guide/index.html', withClipboard);
    const code = page.locator('.code', { has: page.locator('pre[data-code="js"]') }).first();
    const text = await code.locator('pre').textContent();
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await clipboard(page), text);
    assert.match(text, /^import \{ init, World \} from 'mica2d';\n/);
    assert.equal(await page.locator('.unseen[role=status]').textContent(), 'The code is copied.');

    await code.getByRole('button', { name: 'Run' }).click();
    await code.locator('[data-printed]').waitFor();
    assert.equal(await code.locator('[data-printed]').getAttribute('data-printed'), '✓',
        'the line keeps its promise');
    assert.deepEqual(
        await page.locator('.code + .output .console').allTextContents().then((all) =>
            all.filter(Boolean)
        ),
        ['1.0 false'],
    );
    assert.equal(await code.locator('.bad').count(), 0);
    // Nothing of it goes on.
    await page.waitForFunction(() => !document.querySelector('figure.unseen iframe'), null, {
        polling: 20,
    });
    await keepScreenshot(page, 'guide-printed');
    assert.deepEqual(errors, []);
    await page.context().close();
});

test('an edited program runs in place of the old one, which stops; Reset brings back the text', async () => {
    const { page, errors } = await browser.open('demo/guide/index.html', withClipboard);
    const example = page.locator('.example');
    const first = await example.locator('pre').textContent();
    await example.scrollIntoViewIfNeeded();
    await example.locator('iframe').waitFor();
    await isLoaded(page);
    const old = page.frames()[1];
    assert.ok(await example.getByRole('button', { name: 'Reset' }).isHidden());

    await example.getByRole('button', { name: 'Edit' }).click();
    await write(page, example, ticking('one'));
    await page.keyboard.press('Control+Enter');
    await isTicking(page, 'one');
    assert.ok(old.isDetached(), 'the first program is gone');

    await write(page, example, ticking('two'));
    await example.getByRole('button', { name: 'Run' }).click();
    await isTicking(page, 'two');
    assert.deepEqual([...new Set(await ticks(page))], ['two'], 'the second one has stopped');
    assert.equal(await example.locator('iframe').count(), 1);

    await example.getByRole('button', { name: 'Copy' }).click();
    await example.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await clipboard(page), ticking('two'), 'what is copied is the edited text');
    await example.getByRole('button', { name: 'Reset' }).click();
    await isLoaded(page);
    assert.equal(await example.locator('pre').textContent(), first);
    assert.match(await example.locator('.cm-content').innerText(),
        /^import \{ init, World \} from 'mica2d';/);
    assert.ok(await example.getByRole('button', { name: 'Reset' }).isHidden());
    assert.ok(await page.locator('.trouble').first().isHidden());
    assert.deepEqual(errors, []);
    await page.context().close();
});

testLong('an error is shown with its line: of the engine, of the syntax, in a frame, of an import',
    async () => {
        const { page } = await browser.open('demo/guide/playground.html', sizes.desktop);
        const editor = page.locator('.playground');
        await editor.locator('.cm-content').waitFor();
        const head =
            `import { init, World } from 'mica2d';\nawait init();\nconst world = new World();\n`;
        /** The message after running a text, and the text of the marked line. */
        const fail = async (text) => {
            await write(page, editor, text);
            await page.keyboard.press('Control+Enter');
            await page.locator('.playground .trouble').waitFor();
            return [await page.locator('.playground .trouble').innerText(),
                await editor.locator('.cm-line.bad').allInnerTexts()];
        };
        const [message, lines] = await fail(`${head}\nworld.createBody({ position: [NaN, 0] });\n`);
        assert.match(message,
            /^Line 5: .*World.createBody: position\[0\] must be a finite number, got NaN/);
        assert.deepEqual(lines, ['world.createBody({ position: [NaN, 0] });']);
        assert.match(await editor.locator('.cm-content .wrong').innerText(), /got NaN/);
        await keepScreenshot(page, 'guide-error');
        const [syntax, at] = await fail(`${head}const = 3;\n`);
        assert.match(syntax, /^Line 4: SyntaxError/);
        assert.deepEqual(at, ['const = 3;']);
        const [far] = await fail(
            `${'// a long program\n'.repeat(200)}nothing.at = all;\n${
                '// to its end\n'.repeat(200)
            }`,
        );
        assert.match(far, /^Line 201: ReferenceError/);
        await page.waitForFunction(() => {
            const { top, bottom } = document.querySelector('.cm-line.bad')?.getBoundingClientRect()
                ?? {};
            return top >= 0 && bottom <= innerHeight;
        }, null, { polling: 20 });
        const [inFrame] = await fail(`requestAnimationFrame(() => {\n    nothing.at = all;\n});\n`);
        assert.match(inFrame, /^Line 2: ReferenceError/);
        const [imported] = await fail(`import { Wurld } from 'mica2d';\n`);
        assert.match(imported, /Wurld/);
        const [absent] = await fail(`import 'mica2d/no-such-entry';\n`);
        assert.match(absent, /was not found/);
        await write(page, editor, ticking('well'));
        await page.keyboard.press('Control+Enter');
        await isTicking(page, 'well');
        assert.ok(await page.locator('.playground .trouble').isHidden(),
            'the error is gone with its program');
        assert.equal(await editor.locator('.bad, .wrong').count(), 0);
        await page.context().close();
    });

testLong(
    'the playground takes a program from the guide, shares it with its files, and runs a shared one when told',
    async () => {
        const { page, errors } = await browser.open('demo/guide/worker.html', withClipboard);
        await page.locator('.live').scrollIntoViewIfNeeded();
        await page.locator('.live iframe').waitFor();
        await isLoaded(page);
        await page.locator('.example .codes > .code').last().getByRole('link', {
            name: 'Playground',
        })
            .click();
        await page.waitForURL('**/playground.html#example=worker/2');
        await page.locator('.playground .console').getByText('coin 1 of the player').waitFor();
        assert.deepEqual(await page.locator('.tabs button').allTextContents(), ['program.js',
            'rules.js']);
        await page.getByRole('button', { name: 'rules.js' }).click();
        await write(page, page.locator('.playground'),
            'export default ({ post }) => post({ by: { colliders: [{ layer: "page" }] } });\n');
        await page.getByRole('button', { name: 'Copy link' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const link = await clipboard(page);
        assert.match(link, /playground\.html#program=[\w-]+$/);

        await page.goto('about:blank');
        await page.goto(link);
        await page.getByRole('button', { name: 'Run it' }).waitFor();
        assert.equal(await page.locator('iframe').count(), 0,
            'a program that came with a link waits');
        await page.getByRole('button', { name: 'Run it' }).click();
        await page.locator('.playground .console').getByText('coin 1 of the page').waitFor();

        await page.selectOption('#examples', { label: 'Pinball: Play it' });
        await page.waitForURL('**/playground.html#example=pinball/0');
        await page.locator('.cm-content').getByText('setMotor').first().waitFor();
        await page.locator('.live iframe').waitFor();
        await isLoaded(page);
        await page.goto(`${link.slice(0, -20)}`);
        await page.locator('.trouble').getByText('The address holds no program').waitFor();
        assert.deepEqual(errors, []);
        await page.context().close();
    },
);

testLong(
    'programs that have run leave nothing behind; Escape and Ctrl+K leave one that has the keys',
    async () => {
        const { page, errors } = await browser.open('demo/guide/index.html', sizes.desktop);
        const session = await page.context().newCDPSession(page);
        const example = page.locator('.example');
        await example.scrollIntoViewIfNeeded();
        await example.locator('iframe').waitFor();
        await isLoaded(page);
        for (let i = 0; i < 6; ++i) {
            await example.getByRole('button', { name: 'Run' }).click();
            await isLoaded(page);
        }
        let documents = Infinity;
        // A frame is free when the page's observers have been told that it is gone.
        for (const end = Date.now() + 30_000; documents > 2 && Date.now() < end;) {
            await whenObserved(page);
            await session.send('HeapProfiler.collectGarbage');
            ({ documents } = await session.send('Memory.getDOMCounters'));
        }
        assert.equal(documents, 2, 'the page and the program that runs');

        await example.locator('iframe').focus();
        assert.equal(await page.evaluate(() => document.activeElement.tagName), 'IFRAME');
        await page.keyboard.press('Escape');
        await page.waitForFunction(
            () => document.hasFocus() && document.activeElement.tagName !== 'IFRAME',
            null,
            { polling: 20 },
        );
        await example.locator('iframe').focus();
        await page.keyboard.press('Control+k');
        await page.locator('.search input:focus').waitFor();
        assert.deepEqual(errors, []);
        await page.context().close();
    },
);

testLong('a program that is scrolled out of view waits, and goes on when it is seen again',
    async () => {
        const { page, errors } = await browser.open('demo/guide/index.html', sizes.phone);
        const example = page.locator('.example');
        await example.scrollIntoViewIfNeeded();
        await example.locator('iframe').waitFor();
        await isLoaded(page);
        await example.getByRole('button', { name: 'Edit' }).click();
        await example.locator('.cm-content').waitFor();
        // The lower canvas of a small screen has the program start again.
        await isLoaded(page);
        await write(page, example, ticking('one'));
        await page.keyboard.press('Control+Enter');
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await page.locator('.live iframe[data-waits]').waitFor();
        const [before, after] = await page.evaluate(async () => {
            const nextFrames = async (/** @type {number} */ count) => {
                for (let i = 0; i < count; ++i)
                    await new Promise((resolve) => {
                        requestAnimationFrame(resolve);
                    });
                return document.querySelectorAll('.console > div').length;
            };
            return [await nextFrames(6), await nextFrames(10)];
        });
        assert.equal(after, before);
        await page.locator('.live').scrollIntoViewIfNeeded();
        await page.waitForFunction(
            (count) => document.querySelectorAll('.console > div').length > count + 3,
            after,
            { polling: 20 },
        );
        assert.deepEqual(errors, []);
        await page.context().close();
    });

testLong('with less motion wanted, a program waits for its button', async () => {
    const { page, errors } = await browser.open('demo/guide/layers.html', { ...sizes.phone,
        reducedMotion: 'reduce' });
    await page.locator('.live').scrollIntoViewIfNeeded();
    assert.equal(await page.locator('iframe').count(), 0);
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.frameLocator('.live iframe').locator('canvas').waitFor();
    await isLoaded(page);
    assert.deepEqual(errors, []);
    await page.context().close();
});

/** The playground's address with text packed as a program. @param {string | Buffer} text */
const packed = (text) =>
    `demo/guide/playground.html#program=${
        deflateRawSync(text, { level: 9 }).toString('base64url')
    }`;

testLong('a link is unpacked up to a bound, and longer ones are refused', async () => {
    const bombs =
        /** @type {const} */ ([[50e6, /it unpacks to more than 262144 bytes/], [270e6,
            /it has 3\d{5} characters, and may have 65536/]]);
    for (const [length, message] of bombs) {
        const { page, errors } = await browser.open(packed(Buffer.alloc(length, ' ')),
            sizes.desktop);
        await page.locator('.trouble').getByText('The address holds no program').waitFor();
        assert.match(await page.locator('.trouble').innerText(), message);
        const session = await page.context().newCDPSession(page);
        const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
        assert.ok(usedSize + backingStorageSize < 40e6,
            `${usedSize} and ${backingStorageSize} bytes`);
        assert.equal(await page.locator('iframe').count(), 0);
        assert.deepEqual(errors, []);
        await page.context().close();
    }
    const { page, errors } = await browser.open(
        packed(JSON.stringify({ code: `// ${'long '.repeat(50_000)}\n` })),
        sizes.desktop,
    );
    await page.getByRole('button', { name: 'Run it' }).waitFor();
    await write(page, page.locator('.playground'), `// ${'longer '.repeat(40_000)}\n`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Too long' }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
});
