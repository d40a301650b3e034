/** What the letters of a rulebook stand for: glyph to draw, name to say. */

import type { PieceKind } from '../api/types/rulebooks'
import type { Language, Side } from '../api/types/words'
import { sideOf } from './squares'

export class PieceSet {
  #kinds: Map<string, PieceKind>

  constructor(readonly kinds: PieceKind[]) {
    this.#kinds = new Map(kinds.map((kind) => [kind.letter.toUpperCase(), kind]))
  }

  /** The glyph's name; the empty string for a letter that the rulebook does not know. */
  glyph(letter: string): string {
    return this.#kinds.get(letter.toUpperCase())?.glyph ?? ''
  }

  name(letter: string, lang: Language): string {
    return this.#kinds.get(letter.toUpperCase())?.names[lang] ?? letter
  }

  plural(letter: string, lang: Language): string {
    return this.#kinds.get(letter.toUpperCase())?.plurals[lang] ?? letter
  }

  /** The letter that people of this language write for the piece. */
  shownLetter(letter: string, lang: Language): string {
    return this.#kinds.get(letter.toUpperCase())?.letters[lang] ?? letter.toUpperCase()
  }

  /** The piece that is written with this letter in SAN of the language. */
  byShownLetter(shown: string, lang: Language): PieceKind | undefined {
    return this.kinds.find((kind) => kind.letters[lang] === shown)
  }

  /** The letters with which `side`'s pieces stand in a position. */
  lettersOf(side: Side): string[] {
    return this.kinds
      .map(({ letter }) => (side === 'white' ? letter.toUpperCase() : letter.toLowerCase()))
      .filter((letter) => sideOf(letter) === side)
  }
}
