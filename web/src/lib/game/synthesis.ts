/** Sounds made of noise and of tones: pieces of wood, dice in the hand and on the board. No files, nothing loaded. */

export const SOUNDS = ['move', 'capture', 'push', 'bear_off', 'check', 'dice', 'call', 'won', 'lost', 'drawn'] as const
export type Sound = (typeof SOUNDS)[number]

/** Wood on wood: a burst of noise, and the body that rings after it. */
interface Knock {
  kind: 'knock'
  start: number
  /** The pitch of the body, in Hz. */
  body: number
  /** The middle of the noise, in Hz: higher is harder. */
  edge: number
  /** How long the body rings, in s. */
  ring: number
  volume: number
}

/** A piece that slides over the board. */
interface Slide {
  kind: 'slide'
  start: number
  seconds: number
  from: number
  to: number
  volume: number
}

/** A soft bell. */
interface Tone {
  kind: 'tone'
  start: number
  hertz: number
  seconds: number
  volume: number
}

export type Stroke = Knock | Slide | Tone

const knock = (start: number, body: number, edge: number, volume: number, ring = 0.07): Knock => ({ kind: 'knock', start, body, edge, ring, volume })
const tone = (start: number, hertz: number, seconds: number, volume: number): Tone => ({ kind: 'tone', start, hertz, seconds, volume })

const RATTLE = 7

/** What a sound is made of. `chance` gives numbers from 0 to 1: no two rolls of dice sound the same. */
export function strokesOf(sound: Sound, chance: () => number): Stroke[] {
  const about = (value: number): number => value * (0.93 + 0.14 * chance())
  switch (sound) {
    case 'move':
      return [knock(0, about(185), about(1500), 0.75)]
    case 'capture':
      return [knock(0, about(260), about(2600), 0.5, 0.05), knock(0.055, about(150), about(1300), 0.95, 0.1)]
    case 'push':
      return [{ kind: 'slide', start: 0, seconds: 0.16, from: 900, to: 2200, volume: 0.35 }, knock(0.15, about(140), about(1200), 0.9, 0.1)]
    case 'bear_off':
      return [knock(0, about(230), about(1900), 0.6), knock(0.09, about(330), about(2800), 0.4, 0.12)]
    case 'check':
      return [knock(0, about(185), about(1700), 0.7), tone(0.06, 587, 0.3, 0.22), tone(0.17, 784, 0.4, 0.22)]
    case 'dice':
      return [
        ...Array.from({ length: RATTLE }, (_, index) => knock(index * 0.045 + 0.02 * chance(), about(620), about(3600), 0.16 + 0.16 * chance(), 0.02)),
        ...[0.38, 0.45, 0.57].map((start, index) => knock(start + 0.02 * chance(), about(420), about(2400), 0.55 - 0.15 * index, 0.045)),
      ]
    case 'call':
      return [tone(0, 523, 0.3, 0.3), tone(0.14, 659, 0.3, 0.3), tone(0.28, 784, 0.5, 0.3)]
    case 'won':
      return [tone(0, 392, 0.35, 0.26), tone(0.13, 494, 0.35, 0.26), tone(0.26, 587, 0.35, 0.26), tone(0.39, 784, 0.8, 0.3)]
    case 'lost':
      return [tone(0, 392, 0.4, 0.24), tone(0.2, 330, 0.4, 0.24), tone(0.4, 262, 0.8, 0.26)]
    case 'drawn':
      return [tone(0, 392, 0.4, 0.24), tone(0.22, 392, 0.7, 0.24)]
  }
}

/** Partials of a bar of wood, and of a bell: ratio, share, and how fast they fade. */
const WOOD: [number, number, number][] = [[1, 1, 1], [2.57, 0.45, 0.6], [4.93, 0.2, 0.35]]
const BELL: [number, number, number][] = [[1, 1, 1], [2, 0.22, 0.6], [3.01, 0.08, 0.35]]
const SILENT = 0.0001
const NOISE_S = 0.3

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * NOISE_S), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1
  return buffer
}

/** Plays a sound, `volume` from 0 to 1. */
export function play(sound: Sound, volume: number): void {
  if (typeof AudioContext === 'undefined' || volume <= 0) return
  context ??= new AudioContext()
  const audio = context
  void audio.resume()
  noise ??= noiseOf(audio)
  const all = audio.createGain()
  // The ear hears loudness by its square, roughly.
  all.gain.value = volume ** 2
  all.connect(audio.destination)

  const fading = (begin: number, seconds: number, loud: number, attack = 0.001): GainNode => {
    const gain = audio.createGain()
    gain.gain.setValueAtTime(SILENT, begin)
    gain.gain.exponentialRampToValueAtTime(Math.max(loud, 2 * SILENT), begin + attack)
    gain.gain.exponentialRampToValueAtTime(SILENT, begin + attack + seconds)
    gain.connect(all)
    return gain
  }
  const ringing = (begin: number, hertz: number, seconds: number, loud: number, partials: typeof WOOD, attack?: number): void => {
    for (const [ratio, share, fade] of partials) {
      const oscillator = audio.createOscillator()
      oscillator.frequency.value = hertz * ratio
      oscillator.connect(fading(begin, seconds * fade, loud * share, attack))
      oscillator.start(begin)
      oscillator.stop(begin + seconds + 0.05)
    }
  }
  const hissing = (begin: number, seconds: number, from: number, to: number, sharp: number, loud: number, attack?: number): void => {
    const source = audio.createBufferSource()
    source.buffer = noise
    const filter = audio.createBiquadFilter()
    filter.type = 'bandpass'
    filter.Q.value = sharp
    filter.frequency.setValueAtTime(from, begin)
    filter.frequency.exponentialRampToValueAtTime(to, begin + seconds)
    source.connect(filter).connect(fading(begin, seconds, loud, attack))
    source.start(begin, Math.random() * 0.05)
    source.stop(begin + seconds + 0.05)
  }

  for (const stroke of strokesOf(sound, Math.random)) {
    const begin = audio.currentTime + stroke.start + 0.005
    if (stroke.kind === 'tone') ringing(begin, stroke.hertz, stroke.seconds, stroke.volume, BELL, 0.012)
    else if (stroke.kind === 'slide') hissing(begin, stroke.seconds, stroke.from, stroke.to, 0.8, stroke.volume, 0.04)
    else {
      hissing(begin, 0.018, stroke.edge, stroke.edge * 0.7, 0.9, stroke.volume)
      ringing(begin, stroke.body, stroke.ring, 0.6 * stroke.volume, WOOD)
    }
  }
}
