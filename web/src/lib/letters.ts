/** The fonts of the first paint: text that is drawn in another one before would move what is about to be pressed. */

const FONTS = ['1em Alegreya', '1em "Source Sans 3"']
const PATIENCE_MS = 400

/** Resolves once the fonts are there, and soon without them: over a slow line people read in those of the system. */
export async function lettersReady(): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([Promise.allSettled(FONTS.map((font) => document.fonts.load(font))), patience])
}
