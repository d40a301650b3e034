import { expect, it, vi } from 'vitest'
import { ApiError } from '../api/client'
import { HeadingForm } from './heading.svelte'
import type { TournamentStore } from './store.svelte'
import type { Command, Heading } from './types'

const HEADING: Heading = {
  city: 'Oviedo', federation: 'ESP', start: '', end: '', kind: '', chief_arbiter: '', deputies: ['Gil, Eva'], time_control: '', encoded_time_control: '', starting_rank: '', dates: [],
}

it('sends what was there, and after a refusal shows what is there now, but keeps what was typed', async () => {
  const sent: Command[] = []
  const store = {
    view: { heading: HEADING },
    refresh: vi.fn(() => {
      store.view = { heading: { ...HEADING, city: 'Gijón', federation: 'FRA' } }
      return Promise.resolve()
    }),
    command: (command: Command) => {
      sent.push(command)
      return sent.length === 1 ? Promise.reject(new ApiError(422, { reason: 'tournament_meanwhile', message: 'meanwhile' } as never, null)) : Promise.resolve()
    },
  }
  const form = new HeadingForm(HEADING)
  form.typed.city = 'Avilés'
  form.deputies = 'Gil, Eva\n Ruiz, Luis \n'
  const followed = store as unknown as TournamentStore
  await expect(form.save(followed)).rejects.toThrow('meanwhile')
  expect(sent[0]).toEqual({ type: 'set_heading', heading: { ...HEADING, city: 'Avilés', deputies: ['Gil, Eva', 'Ruiz, Luis'] }, base: HEADING })
  expect({ city: form.typed.city, federation: form.typed.federation }).toEqual({ city: 'Avilés', federation: 'FRA' })

  // Who has read what is there now may write over it.
  const now = store.view.heading
  await form.save(followed)
  expect(sent[1]).toEqual({ type: 'set_heading', heading: { ...now, city: 'Avilés', deputies: ['Gil, Eva', 'Ruiz, Luis'] }, base: now })
  expect(form.typed).toEqual(now)
})
