import { describe, expect, test } from '@jest/globals';
import { eventually } from '../browser.js';
import { cityWith, type Field, useStage } from './field.js';

const stage = useStage();

interface Seen {
  readonly field: DOMRect;
  readonly list: DOMRect;
  /** True if nothing covers or cuts off the corners of the list. */
  readonly isWhole: boolean;
}

const SEEN = `(() => {
  const list = field.shadowRoot.querySelector('ul').getBoundingClientRect();
  const corners = [list.left + 6, list.right - 6].flatMap((x) =>
    [list.top + 6, list.bottom - 6].map((y) => field.getRootNode().elementFromPoint(x, y)));
  return { field: input.getBoundingClientRect().toJSON(), list: list.toJSON(), isWhole: corners.every((each) => each === field) };
})()`;

/** Opens the list and waits until it is beside its field and whole. */
async function expectList(
  { read, page, options }: Field,
  side: 'above' | 'below',
): Promise<Pick<Seen, 'field' | 'list'>> {
  let seen: Seen | undefined;
  await options.first().waitFor();
  await eventually(async () => {
    seen = await read<Seen>(SEEN);
    const { field, list, isWhole } = seen;
    const distance = side === 'below' ? list.top - field.bottom : field.top - list.bottom;
    expect([isWhole, Math.abs(distance - 2) < 1]).toEqual([true, true]);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    expect(list.left).toBeGreaterThanOrEqual(0);
    expect(list.right).toBeLessThanOrEqual(width);
    expect(list.top).toBeGreaterThanOrEqual(0);
    expect(list.bottom).toBeLessThanOrEqual(height);
    expect(list.width).toBeGreaterThanOrEqual(Math.min(field.width, width - 8) - 1);
  });
  if (seen === undefined) throw new Error('The list was not seen.');
  return seen;
}

/** Waits for thirty frames. */
const FRAMES = 'new Promise((done) => { let left = 30; const next = () => (left-- ? requestAnimationFrame(next) : done()); next(); })'; // prettier-ignore

describe('the list', () => {
  const styled = (style: string): string =>
    `Object.assign(document.querySelector('#around').style, ${style})`;

  test.each([
    ['a card that cuts off', "{ overflow: 'hidden', width: '20em', height: '5em' }"],
    ['a narrow scroll container', "{ overflow: 'auto', width: '9em', height: '5em' }"],
    [
      'a transformed ancestor that cuts off',
      "{ transform: 'translate(60px, 40px) rotate(0.1deg)', overflow: 'hidden', height: '5em' }",
    ],
    [
      'a contained ancestor',
      "{ contain: 'paint', filter: 'opacity(0.9)', marginTop: '3em', height: '5em' }",
    ],
  ])('is whole in %s', async (_, style) => {
    const field = await stage.open(`<div id="around">${cityWith()}</div>`);
    await field.read(styled(style));
    await field.input.pressSequentially('lon');
    await expectList(field, 'below');
    await field.options.last().click();
    expect(await field.read('field.value')).not.toBe('');
  });

  test('is whole in a modal dialog, which Escape closes after the list and the text', async () => {
    const field = await stage.open(`<dialog>${cityWith()}</dialog>`);
    const isOpen = "document.querySelector('dialog').open";
    await field.read("document.querySelector('dialog').showModal()");
    await field.input.pressSequentially('lon');
    await expectList(field, 'below');
    await field.input.press('Escape');
    expect([await field.options.count(), await field.input.inputValue()]).toEqual([0, 'lon']);
    await field.input.press('Escape');
    expect([await field.read(isOpen), await field.input.inputValue()]).toEqual([true, '']);
    await field.input.press('Escape');
    await field.expectRead(isOpen, false);
  });

  test('is above a field at the lower edge of the window, and follows it', async () => {
    const field = await stage.open(`<div id="around">${cityWith()}</div>`);
    const { height = 0 } = field.page.viewportSize() ?? {};
    await field.read(styled("{ position: 'absolute', top: '100vh', height: '200vh' }"));
    await field.read('scrollTo(0, 80)');
    await field.input.pressSequentially('lon');
    const { field: low } = await expectList(field, 'above');
    expect(low.bottom).toBeGreaterThan(height - 100);
    await field.expectRead('scrollY', 80);
    await field.read(`scrollTo(0, ${height - 50})`);
    await expectList(field, 'below');
    // A transition, which sends no event of scrolling.
    await field.read(
      styled(`{ transition: 'translate 200ms', translate: '30px ${height - 150}px' }`),
    );
    await expectList(field, 'above');
    // The field goes with the lower edge.
    await field.page.setViewportSize({ width: 500, height: height + 200 });
    const { field: moved } = await expectList(field, 'above');
    expect(moved.bottom).toBeGreaterThan(height);
  });

  test('is as wide as its field, or up to 28em, and never wider than the window', async () => {
    const field = await stage.open(`<div id="around">${cityWith()}</div>`);
    const widthOf = async (style: string): Promise<number> => {
      await field.read(styled(style));
      // It is placed in a frame.
      await field.read(FRAMES);
      return (await expectList(field, 'below')).list.width;
    };
    await field.read("(field.style.display = 'block')");
    await field.input.pressSequentially('san');
    expect(await widthOf("{ width: '900px' }")).toBeCloseTo(900, 0);
    const narrow = await widthOf("{ width: '120px' }");
    expect(narrow).toBeGreaterThan(200);
    expect(narrow).toBeLessThanOrEqual(28 * 16);
    // At the right edge it ends before the window does.
    await widthOf("{ position: 'absolute', right: '0' }");
    await field.page.setViewportSize({ width: 200, height: 700 });
    expect(await widthOf("{ width: '150px' }")).toBeLessThanOrEqual(192);
    await field.expectRead('document.documentElement.scrollWidth', 200);
  });

  test('of a page from right to left ends where its field ends', async () => {
    const field = await stage.open(cityWith(), { lang: 'ar', dir: 'rtl' });
    await field.read("(field.style.width = '8em')");
    await field.input.pressSequentially('القاه');
    const { field: box, list } = await expectList(field, 'below');
    expect(list.right).toBeCloseTo(box.right, 0);
    const button = await field.page.getByRole('button', { name: 'مسح' }).boundingBox();
    expect(button?.x).toBeCloseTo(box.left, 0);
  });

  test.each([
    [380, 330],
    [390, 844],
  ])(
    'in a window of %i by %i pixels a picture is taken, and nothing moves',
    async (width, height) => {
      const field = await stage.visit(`${stage.address}/widget`, (page) =>
        page.setViewportSize({ width, height }),
      );
      const { page, read, expectRead } = field;
      await page.locator('#city').getByRole('combobox').pressSequentially('springfield');
      // Names of countries come after the suggestions.
      await field.options.filter({ hasText: 'United States' }).first().waitFor();
      const size = '[scrollY, document.documentElement.scrollHeight]';
      const before = await read(size);
      await read(`(() => {
      const popup = field.shadowRoot.querySelector('#popup');
      window.moves = 0;
      new MutationObserver(() => { window.moves += 1; }).observe(popup, { attributes: true });
    })()`);
      expect((await page.screenshot()).length).toBeGreaterThan(10_000);
      await read(FRAMES);
      await expectRead('window.moves', 0);
      await expectRead(size, before);
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
      await expectRead(size, before);
    },
  );

  test('is not left behind by an element that is moved or removed', async () => {
    const field = await stage.open(cityWith());
    await field.input.pressSequentially('lon');
    await expectList(field, 'below');
    await field.read('(window.kept = field, field.remove())');
    expect(await field.page.getByRole('listbox').count()).toBe(0);
    await field.page.evaluate('document.body.append(window.kept)');
    await field.input.fill('pari');
    await expectList(field, 'below');
  });
});

describe('the element', () => {
  const widths = 'field.getBoundingClientRect().width === input.getBoundingClientRect().width';

  test('is 18em wide, fills its form as a block, and has the width that it is given', async () => {
    const { read, expectRead } = await stage.open(
      `<form>${cityWith(`label="${'City '.repeat(30)}"`)}</form>`,
    );
    const width = 'field.getBoundingClientRect().width';
    await expectRead(width, 18 * 16);
    await read("(field.style.display = 'block')");
    await expectRead(`${width} === document.querySelector('form').clientWidth`, true);
    await expectRead(widths, true);
    for (const given of [120, 400]) {
      await read(`(field.style.width = '${given}px')`);
      await expectRead(width, given);
      await expectRead(widths, true);
    }
  });

  test('shrinks beside others in a row', async () => {
    const { read, expectRead } = await stage.open(`<form>${cityWith()}${cityWith()}</form>`);
    await read("Object.assign(document.querySelector('form').style, { display: 'flex', width: '300px' })"); // prettier-ignore
    await expectRead("document.querySelector('form').scrollWidth", 300);
    await expectRead(widths, true);
  });
});
