/** The screens by their routes. Each is loaded when it is first needed. */

import { loadPart, type Part } from '$lib/i18n.svelte'
import type { Route } from '$lib/routes'
import type { Component } from 'svelte'

type Screen = Component<Record<string, unknown>>
type Name = Route['name']

/** A screen that needs a part of the words: it comes with them. */
const saying = async (part: Part, screen: Promise<{ default: unknown }>): Promise<{ default: unknown }> =>
  (await Promise.all([screen, loadPart(part)]))[0]

const sources: Record<Name, () => Promise<{ default: unknown }>> = {
  start: () => import('./screens/Start.svelte'),
  new: () => saying('people', import('./screens/NewGame.svelte')),
  game: () => import('./screens/Game.svelte'),
  learn: () => import('./screens/Guide.svelte'),
  exercises: () => import('./screens/Exercises.svelte'),
  study: () => import('./screens/Study.svelte'),
  studies: () => import('./screens/Studies.svelte'),
  chapters: () => import('./screens/Chapters.svelte'),
  games: () => import('./screens/Games.svelte'),
  lobby: () => saying('people', import('./screens/Lobby.svelte')),
  person: () => saying('people', import('./screens/Person.svelte')),
  ratings: () => saying('people', import('./screens/Ratings.svelte')),
  classroom: () => import('./screens/Classroom.svelte'),
  classes: () => saying('classes', import('./screens/Classes.svelte')),
  class: () => saying('classes', import('./screens/SchoolClass.svelte')),
  'own-class': () => saying('classes', import('./screens/OwnClass.svelte')),
  join: () => saying('classes', import('./screens/JoinClass.svelte')),
  clubs: () => saying('clubs', import('./screens/Clubs.svelte')),
  club: () => saying('clubs', import('./screens/Club.svelte')),
  invitation: () => saying('people', import('./screens/Invitation.svelte')),
  account: () => saying('people', import('./screens/Account.svelte')),
  settings: () => import('./screens/Settings.svelte'),
  mail: () => import('./screens/MailLink.svelte'),
  manual: () => saying('people', import('./screens/Manual.svelte')),
  glossary: () => import('./screens/Glossary.svelte'),
  rules: () => import('./screens/Rules.svelte'),
  sheets: () => import('./screens/Sheets.svelte'),
  sheet: () => import('./screens/Sheet.svelte'),
  edit: () => import('./screens/SheetEditor.svelte'),
  balance: () => import('./screens/Balance.svelte'),
  tournaments: () => saying('people', saying('tournament', import('./screens/Tournaments.svelte'))),
  missing: () => import('./screens/NotFound.svelte'),
}

export async function screenOf({ name }: Route): Promise<Screen> {
  return (await sources[name]()).default as Screen
}

/** What a screen is told of its route. */
export function propsOf(route: Route): Record<string, unknown> {
  switch (route.name) {
    case 'new':
    case 'learn':
    case 'exercises':
    case 'study':
    case 'edit':
      return { id: route.rulebook }
    case 'game':
    case 'class':
    case 'club':
    case 'invitation':
    case 'person':
      return { id: route.id }
    case 'chapters':
      return { id: route.id, chapter: route.chapter }
    case 'tournaments':
      return { id: route.id, place: route.place }
    case 'rules':
      return { id: route.rulebook, game: route.game }
    case 'sheet':
      return { hash: route.hash }
    case 'mail':
      return { act: route.act, shown: route.shown }
    case 'balance':
      return { rulebooks: route.rulebooks }
    default:
      return {}
  }
}

/** Routes with the same key share a screen; another one begins anew. */
export function keyOf(route: Route): string {
  if (route.name === 'chapters') return JSON.stringify({ ...route, chapter: null })
  return JSON.stringify(route.name === 'tournaments' && route.id !== null ? { ...route, place: null } : route)
}
