/** Studies at the server. */

import { path, post, request, send, socketAddress } from '../api/client'
import type {
  ChaptersAdded,
  ChapterView,
  Edited,
  ListedStudy,
  NewChapters,
  Sharing,
  StudyView,
  TreeView,
} from '../api/schema'
import type { StudyEdit } from './edits'

export const studies = {
  mine: () => request<ListedStudy[]>('/studies'),
  make: (id: string, title: string, chapters: NewChapters) => post<ChaptersAdded>('/studies', { id, title, chapters }),
  study: (id: string) => request<StudyView>(path`/studies/${id}`),
  chapter: (id: string, chapter: string) => request<ChapterView>(path`/studies/${id}/chapters/${chapter}`),
  add: (id: string, command: string, chapters: NewChapters) =>
    post<ChaptersAdded>(path`/studies/${id}/chapters`, { id: command, chapters }),
  edit: (id: string, command: string, edits: StudyEdit[]) => post<Edited>(path`/studies/${id}/edits`, { id: command, edits }),
  share: (id: string, sharing: Sharing) => post<Sharing>(path`/studies/${id}/sharing`, sharing),
  join: (id: string, key: string) => post<undefined>(path`/studies/${id}/writers`, { key }),
  leave: (id: string, person: string) => send<undefined>('DELETE', path`/studies/${id}/writers/${person}`, undefined),
  remove: (id: string) => send<undefined>('DELETE', path`/studies/${id}`, undefined),
  /** A game of this server with all that its file says. */
  ofGame: (game: string) => request<TreeView>(path`/games/${game}/tree`),
  /** A file of all chapters. */
  fileAddress: (id: string, format: string) => path`/api/studies/${id}/files/${format}`,
  /** The board at a node of a chapter; null is the start. */
  pictureAddress: (id: string, chapter: string, node: string | null) =>
    path`/api/studies/${id}/files/svg?chapter=${chapter}` + (node === null ? '' : path`&node=${node}`),
  socketAddress: (id: string, after: number) => socketAddress(path`/studies/${id}/socket` + `?after=${String(after)}`),
}
