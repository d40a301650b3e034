/** A list of moves scrolls to the one that is shown: by itself, never the page. */

/** An attachment of the button that is shown, in a list with `data-moves`; its height comes late: others come and go around it. */
export const keepInSight = (isShown: boolean) => (button: HTMLElement) => {
  const list = button.closest<HTMLElement>('[data-moves]')
  if (!isShown || !list) return
  const watcher = new ResizeObserver(() => {
    const room = list.getBoundingClientRect()
    const { top, bottom } = button.getBoundingClientRect()
    if (top < room.top || bottom > room.bottom) list.scrollTop += top - room.top - room.height / 2
  })
  watcher.observe(list)
  return () => {
    watcher.disconnect()
  }
}
