const LEVELS = ['low', 'half', 'full'] as const;
const HALF = 1;
/** A shorter movement is a tap. */
const SWIPE_PX = 24;

/** The panel of a phone, which covers a part of the map. Its button and swipes change how much. */
export class Sheet {
  readonly #page: HTMLElement;
  readonly #handle: HTMLElement;
  #level = HALF;
  #startY = 0;
  #isSwiped = false;

  constructor(page: HTMLElement, handle: HTMLElement) {
    this.#page = page;
    this.#handle = handle;
    handle.addEventListener('pointerdown', ({ pointerId, clientY }) => {
      handle.setPointerCapture(pointerId);
      this.#startY = clientY;
      this.#isSwiped = false;
    });
    handle.addEventListener('pointerup', ({ clientY }) => {
      const moved = clientY - this.#startY;
      this.#isSwiped = Math.abs(moved) > SWIPE_PX;
      if (this.#isSwiped) this.#set(this.#level - Math.sign(moved));
    });
    handle.addEventListener('click', () => {
      if (!this.#isSwiped) this.#set(this.#level === LEVELS.length - 1 ? HALF : this.#level + 1);
      this.#isSwiped = false;
    });
    this.rest();
  }

  /** Shows map and answers in equal parts. */
  rest(): void {
    this.#set(HALF);
  }

  #set(level: number): void {
    this.#level = Math.max(0, Math.min(level, LEVELS.length - 1));
    this.#page.dataset.sheet = LEVELS[this.#level] ?? '';
    this.#handle.ariaLabel =
      this.#level === LEVELS.length - 1 ? 'Show more map' : 'Show more answers';
  }
}
