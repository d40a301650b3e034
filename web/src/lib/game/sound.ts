/** Short sounds, and the spoken «¡Jaque!» of T-2; as loud as it was chosen. What makes the sounds is loaded with the first one. */

import { speech, t } from '../i18n.svelte'
import { loudness } from '../settings'
import type { Sound } from './synthesis'

export function playSound(sound: Sound): void {
  if (loudness() === 0) return
  import('./synthesis').then(
    ({ play }) => {
      play(sound, loudness())
    },
    // Without a network it may be missing: the game goes on in silence.
    () => undefined,
  )
}

export function sayCheck(): void {
  if (loudness() === 0 || !('speechSynthesis' in window)) return
  const words = new SpeechSynthesisUtterance(t('ui.check.announced'))
  words.lang = speech.lang
  words.volume = loudness()
  speechSynthesis.speak(words)
}
