/** Pieces, squares and moves in words, for screen readers and speech. */

import type { PlayedMove } from '../api/types/game'
import type { Square } from '../api/types/words'
import { inWords, lookUp, speech, t } from '../i18n.svelte'
import type { PieceSet } from './piece-set'
import { sideOf } from './squares'

/** «peón blanco», “white pawn”. */
export function pieceInWords(letter: string, set: PieceSet): string {
  const side = sideOf(letter)
  const gender = lookUp(`piece.gender.${set.glyph(letter)}`, 'm')
  const colour = lookUp(`piece.colour.${side}.${gender}`, t(`ui.side.${side}`))
  return t('piece.coloured', { piece: set.name(letter, speech.lang).toLowerCase(), colour })
}

/** «4 peones blancos», “white knight”. */
function piecesInWords(letter: string, count: number, set: PieceSet): string {
  if (count === 1) return pieceInWords(letter, set)
  const gender = lookUp(`piece.gender.${set.glyph(letter)}`, 'm')
  const side = sideOf(letter)
  return t('piece.several', {
    count,
    pieces: set.plural(letter, speech.lang).toLowerCase(),
    colour: lookUp(`piece.colour.${side}.${gender}.plural`, t(`ui.side.${side}`)),
  })
}

/** Pieces by their letters, those of a kind together: «2 peones blancos, alfil negro». */
export function lettersInWords(letters: string, set: PieceSet): string {
  return [...new Set(letters)]
    .map((letter) => piecesInWords(letter, [...letters].filter((other) => other === letter).length, set))
    .join(', ')
}

/** «e4, peón blanco», «e4, vacía». */
export function squareInWords(square: Square, letter: string | undefined, set: PieceSet): string {
  return t('ui.board.square', { square, content: letter ? pieceInWords(letter, set) : t('ui.board.empty') })
}

/** A premove: «peón de e7 a e5», «caballo de la mano a f3». */
export function premoveInWords(premove: { origin: Square; target: Square; choice: string; text: string }, letter: string, set: PieceSet): string {
  const { origin, target, choice, text } = premove
  if (text) return text
  const name = (of: string): string => set.name(of, speech.lang).toLowerCase()
  const dropped = origin.endsWith('@')
  const move = dropped
    ? t('ui.say.drop', { piece: name(origin.slice(0, -1)), square: target })
    : t('ui.premove.move', { piece: letter ? name(letter) : '', origin, target })
  return choice ? `${move}, ${t('ui.say.becomes', { piece: name(choice) })}` : move
}

/** A move as it is read aloud: «Blancas: caballo f3, captura, jaque». */
export function moveInWords(move: PlayedMove, set: PieceSet): string {
  return t('ui.say.move', { side: t(`ui.side.${move.by}`), move: sanInWords(inWords(move.san), set) })
}

export function sanInWords(san: string, set: PieceSet): string {
  const parts: string[] = []
  const name = (shown: string): string => {
    const kind = set.byShownLetter(shown, speech.lang)
    return kind ? set.name(kind.letter, speech.lang).toLowerCase() : shown
  }
  const drop = /^([A-Z])@([a-z]\d+)/.exec(san)
  const castling = /^O-O(-O)?/.exec(san)
  const normal = /^([A-Z]?)([a-z]?\d*)(x?)([a-z]\d+)(?:=([A-Z]))?/.exec(san)
  if (drop) parts.push(t('ui.say.drop', { piece: name(drop[1] ?? ''), square: drop[2] ?? '' }))
  else if (san.startsWith('--')) parts.push(t('ui.say.pass'))
  else if (castling) parts.push(t(castling[1] ? 'ui.say.castling_long' : 'ui.say.castling_short'))
  else if (normal) {
    const [, piece, from, takes, target, becomes] = normal
    parts.push([piece ? name(piece) : '', from, takes ? t('ui.say.takes') : '', target].filter(Boolean).join(' '))
    if (becomes) parts.push(t('ui.say.becomes', { piece: name(becomes) }))
  } else return san
  if (san.endsWith('#')) parts.push(t('ui.say.mate'))
  else if (san.endsWith('+')) parts.push(t('ui.say.check'))
  return parts.join(', ')
}
