/** Short synthesized sounds, and the spoken «¡Jaque!» of T-2. No files, nothing loaded. */

import { settings } from '../settings'
import { speech, t } from '../i18n.svelte'

type Sound = 'move' | 'capture' | 'check' | 'dice' | 'call' | 'end'

interface Note {
  hertz: number
  start: number
  seconds: number
  volume: number
}

const notes: Record<Sound, Note[]> = {
  move: [{ hertz: 210, start: 0, seconds: 0.07, volume: 0.25 }],
  capture: [
    { hertz: 170, start: 0, seconds: 0.07, volume: 0.3 },
    { hertz: 120, start: 0.05, seconds: 0.1, volume: 0.25 },
  ],
  check: [
    { hertz: 440, start: 0, seconds: 0.1, volume: 0.15 },
    { hertz: 587, start: 0.1, seconds: 0.16, volume: 0.15 },
  ],
  dice: [
    { hertz: 900, start: 0, seconds: 0.03, volume: 0.12 },
    { hertz: 700, start: 0.07, seconds: 0.03, volume: 0.12 },
    { hertz: 820, start: 0.16, seconds: 0.04, volume: 0.1 },
  ],
  call: [
    { hertz: 523, start: 0, seconds: 0.12, volume: 0.2 },
    { hertz: 659, start: 0.14, seconds: 0.12, volume: 0.2 },
    { hertz: 784, start: 0.28, seconds: 0.25, volume: 0.2 },
  ],
  end: [
    { hertz: 392, start: 0, seconds: 0.18, volume: 0.15 },
    { hertz: 330, start: 0.18, seconds: 0.18, volume: 0.15 },
    { hertz: 262, start: 0.36, seconds: 0.4, volume: 0.15 },
  ],
}

let context: AudioContext | null = null

export function playSound(sound: Sound): void {
  if (!settings.sound.value || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  for (const { hertz, start, seconds, volume } of notes[sound]) {
    const begin = context.currentTime + start
    const tone = context.createOscillator()
    const gain = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(volume, begin)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds)
    tone.connect(gain).connect(context.destination)
    tone.start(begin)
    tone.stop(begin + seconds)
  }
}

export function sayCheck(): void {
  if (!settings.sound.value || !('speechSynthesis' in window)) return
  const words = new SpeechSynthesisUtterance(t('ui.check.announced'))
  words.lang = speech.lang
  speechSynthesis.speak(words)
}
