/** The calls of classes (docs/classroom.md), and what several of their screens need. */

import { path, post, request, send } from './api/client'
import type { Me } from './api/people'
import type {
  BesideGame,
  ClassLine,
  ClassView,
  CodeView,
  Comment,
  DisplayGame,
  NewDisplay,
  NewTask,
  OwnClass,
  TaskView,
  TeacherLink,
} from './api/schema'
import { cached } from './cached'
import { calls } from './exercises/calls'
import { newId } from './identifier'
import { to } from './routes'

const drop = (address: string) => send<undefined>('DELETE', address, undefined)

export const classes = {
  mine: () => request<ClassLine[]>('/classes'),
  make: (name: string) => post<ClassLine>('/classes', { id: newId(), name }),
  find: (id: string) => request<ClassView>(path`/classes/${id}`),
  change: (id: string, changes: { name?: string; chat?: boolean }) => send<unknown>('PATCH', path`/classes/${id}`, changes),
  erase: (id: string) => drop(path`/classes/${id}`),
  /** A link that lets another account teach here, once. */
  invite: (id: string) => post<TeacherLink>(path`/classes/${id}/teachers`, {}),
  dismiss: (id: string, person: string) => drop(path`/classes/${id}/teachers/${person}`),
  teach: (code: string) => post<ClassLine>('/class/teaching', { code }),
  addPupils: (id: string, names: string) => post<CodeView[]>(path`/classes/${id}/pupils`, { id: newId(), names }),
  changePupil: (id: string, person: string, changes: { name?: string; part?: string }) =>
    send<unknown>('PATCH', path`/classes/${id}/pupils/${person}`, changes),
  erasePupil: (id: string, person: string) => drop(path`/classes/${id}/pupils/${person}`),
  /** New codes of these pupils; of all where there are none. */
  renew: (id: string, pupils: string[]) => post<CodeView[]>(path`/classes/${id}/codes`, { pupils }),
  setTask: (id: string, task: Omit<NewTask, 'id'>) => post<unknown>(path`/classes/${id}/tasks`, { id: newId(), ...task }),
  dropTask: (id: string, task: string) => drop(path`/classes/${id}/tasks/${task}`),
  csvAddress: (id: string) => path`/api/classes/${id}/homework.csv`,
  display: (id: string, display: Omit<NewDisplay, 'id'>) =>
    post<DisplayGame[]>(path`/classes/${id}/displays`, { id: newId(), ...display }),
  join: (code: string) => post<Me>('/class/join', { code }),
  own: () => request<OwnClass>('/class'),
  /** The guided game of a rulebook has been finished. */
  guided: (rulebook: string) => post<unknown>(path`/class/guides/${rulebook}`, {}),
  beside: (game: string) => request<BesideGame>(path`/class/games/${game}`),
  say: (game: string, text: string) => post<Comment>(path`/class/games/${game}/comments`, { id: newId(), text }),
}

/** The exercises of a rulebook, for the names of their themes. */
export const exercisesOf = cached(calls.about)

/** Where a pupil does a task. */
export function placeOf({ terms: { kind, rulebook, theme } }: TaskView): string {
  if (kind === 'exercises') return to.exercises(rulebook, { theme })
  return kind === 'guide' ? to.learn(rulebook) : to.newGame(rulebook)
}

/** The groups of a class by their labels. */
export const partsOf = ({ pupils }: ClassView): string[] => [...new Set(pupils.map(({ part }) => part))].filter(Boolean).sort()

const OWN_BOARDS = 'axedrez.boards'

/** Remembers, for as long as the tab is open, which boards a teacher plays: no other game is asked about. */
export function rememberBoards(boards: DisplayGame[]): void {
  try {
    sessionStorage.setItem(OWN_BOARDS, boards.map(({ game }) => game).join())
  } catch {
    // Where the browser forbids it, there are no ways from board to board.
  }
}

export function isOwnBoard(game: string): boolean {
  try {
    return sessionStorage.getItem(OWN_BOARDS)?.split(',').includes(game) ?? false
  } catch {
    return false
  }
}

/** Whether the teacher is to move. */
export const waitsForTeacher = ({ turn, teacher_side }: DisplayGame): boolean => turn === teacher_side
