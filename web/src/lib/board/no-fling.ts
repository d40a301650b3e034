import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'

/**
 * For what fingers drag pieces on. A drag that ends at speed is a fling to the browser, even where nothing scrolls, and
 * the next tap only ends it: no click is made of that. A move that is prevented is none.
 */
export const noFling =
  (dragging: () => boolean): Attachment<HTMLElement> =>
  (element) =>
    on(
      element,
      'touchmove',
      (event) => {
        if (event.cancelable && dragging()) event.preventDefault()
      },
      { passive: false },
    )
