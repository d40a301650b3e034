/**
 * A chapter of a study as several people edit it. What is done here is seen at once and sent until the server has it; what
 * others do comes over a socket. The server's order counts.
 */

import { ApiError } from '../api/client'
import type { ChapterView, NodeView, StudyEventView, StudyView } from '../api/schema'
import { newId } from '../identifier'
import { LiveSocket } from '../live-socket'
import { errorMessage } from '../resource.svelte'
import { asking } from '../asking'
import { studies } from './calls'
import { based, mayCollide, stillStands, undoing, type ChapterAct, type Done } from './chapter-acts'
import { nodeOf, ofServer, toServer, treeOfServer, type StudyEdit } from './edits'
import { withHeader } from './headers'
import { Tree } from './tree.svelte'

type Message = { type: 'edits'; events: StudyEventView[] } | { type: 'heartbeat'; seq: number }

interface Command {
  id: string
  edits: StudyEdit[]
}

/** Edits that are made close to each other are sent together. */
const GATHER_MS = 60
const AT_ONCE = 100
const MAX_UNDONE = 100

export class StudySession {
  study = $state.raw<StudyView | null>(null)
  chapter = $state.raw<ChapterView | null>(null)
  tree = $state.raw<Tree | null>(null)
  /** Why there is nothing to see. */
  failure = $state<string | null>(null)
  /** Why an edit was refused. */
  fault = $state<string | null>(null)
  live = $state(true)
  #done = $state.raw<Done[]>([])
  /** The moves that were only tried. */
  #tried = $state.raw<string[]>([])
  #waiting = $state.raw<StudyEdit[]>([])
  #sending = $state.raw<Command | null>(null)
  #seq = 0
  /** Others have edited while ours were under way: the order of siblings may be another one at the server. */
  #mixed = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #socket: LiveSocket<Message> | null = null
  #closed = false
  /** How often a chapter was opened: the latest one is wanted. */
  #opened = 0

  constructor(readonly id: string) {}

  get saved(): boolean {
    return this.#waiting.length === 0 && this.#sending === null
  }

  get mayWrite(): boolean {
    return this.study !== null && this.study.role !== 'reader'
  }

  /** The node that is shown, or the last one before it that the study has: whoever only reads may try moves. */
  get shown(): string | null {
    return this.tree?.path().findLast(({ id }) => !this.#tried.includes(id))?.id ?? null
  }

  /** Opens a chapter; the first one if none is named, or if it is gone. Asks until there is an answer, see `#read`. */
  async open(chapter: string | null): Promise<void> {
    const turn = ++this.#opened
    const wanted = (): boolean => turn === this.#opened
    const show = async (): Promise<void> => {
      this.study = await studies.study(this.id)
      if (!wanted()) return
      const found = this.study.chapters.find(({ id }) => id === chapter) ?? this.study.chapters[0]
      if (found) await this.#load(found.id)
      this.failure = null
      if (!this.#socket && !this.#closed) this.#listen()
    }
    await this.#read(show, wanted, (error) => {
      // With nothing on the page yet, whoever waits is told why.
      if (wanted() && !this.chapter) this.failure = errorMessage(error)
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
    if (this.#waiting.length > 0 && !this.#sending) void this.#send()
  }

  /** Does something in the study; it is sent until the server has answered. */
  do(edit: StudyEdit): void {
    this.fault = null
    this.#waiting = [...this.#waiting, edit]
    if (this.#sending) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), GATHER_MS)
  }

  /** Does something to the study or to a chapter that can be undone afterwards. */
  act(act: ChapterAct): void {
    const { study, chapter } = this
    const done = study && chapter && undoing({ study, chapter }, act)
    if (!done) return
    this.#done = [...this.#done, done].slice(-MAX_UNDONE)
    this.#carryOut(act)
  }

  /** Says a fact about the game of the chapter; "" takes it away. `base`: what the writer saw. */
  setHeader(name: string, value: string, base?: string): void {
    if (this.chapter) this.act({ type: 'header', chapter: this.chapter.id, name, value, ...(base === undefined ? {} : { base }) })
  }

  /** The latest act that the server has and nobody has changed since. */
  get undoable(): Done | null {
    const { study, chapter } = this
    return (study && chapter && this.#done.findLast((done) => stillStands({ study, chapter }, done))) ?? null
  }

  /** Takes the latest act back; answers the chapter that it brings back, if it does. */
  undo(): string | null {
    const { undoable } = this
    if (!undoable) return null
    const { back } = undoable
    this.#done = this.#done.slice(0, this.#done.indexOf(undoable))
    this.#carryOut(back)
    return back.type === 'restore_chapter' ? back.chapter : null
  }

  /** What was done is left as it is. */
  settle(): void {
    this.#done = []
  }

  #carryOut(edit: StudyEdit): void {
    const { study, chapter } = this
    this.do(study && chapter ? based({ study, chapter }, edit) : edit)
    if (edit.type === 'header') this.#receive(edit, [])
    if (edit.type === 'rename_study' && study) this.study = { ...study, title: edit.title }
    if (edit.type !== 'rename_chapter' || !study) return
    const { title } = edit
    this.study = { ...study, chapters: study.chapters.map((each) => (each.id === edit.chapter ? { ...each, title } : each)) }
    if (chapter?.id === edit.chapter) this.chapter = { ...chapter, title }
  }

  /** The study as it is now: who may write, which chapters there are. */
  async refresh(): Promise<void> {
    await this.#read(async () => {
      this.study = await studies.study(this.id)
    })
  }

  /** Asks until there is an answer: what is on the page stays there meanwhile, unless the answer is a refusal. */
  async #read(ask: () => Promise<void>, wanted: () => boolean = () => true, unreached?: (error: unknown) => void): Promise<void> {
    const refusal = await asking(ask, () => !this.#closed && wanted(), unreached)
    if (refusal && wanted()) this.failure = refusal.message
  }

  async #load(id: string): Promise<void> {
    const chapter = await studies.chapter(this.id, id)
    const { tree } = this
    const sent = treeOfServer(chapter)
    if (tree && this.chapter?.id === id) tree.replace(sent)
    else this.tree = new Tree(sent, (edit) => {
        if (this.mayWrite) this.do(toServer(edit, id))
        else if (edit.type === 'add') this.#tried = [...this.#tried, edit.node]
      })
    this.chapter = chapter
    this.#seq = Math.max(this.#seq, chapter.seq)
    this.#mixed = false
  }

  async #send(): Promise<void> {
    if (!this.#sending) {
      const [first] = this.#waiting
      if (!first) return
      const until = mayCollide(first) ? 1 : this.#waiting.findIndex(mayCollide)
      const count = until < 0 ? AT_ONCE : Math.min(until, AT_ONCE)
      this.#sending = { id: newId(), edits: this.#waiting.slice(0, count) }
      this.#waiting = this.#waiting.slice(count)
    }
    const command = this.#sending
    // The same command again: carried out once, however often it is sent. Closing the session does not take edits back.
    const send = (): Promise<unknown> => studies.edit(this.id, command.id, command.edits)
    const refusal = await asking(send, undefined, (error) => { this.live = error instanceof ApiError })
    if (refusal) {
      this.fault = refusal.message
      this.#mixed = true
      if (command.edits.some(mayCollide)) await this.refresh()
    }
    this.#sending = null
    if (this.#waiting.length > 0) void this.#send()
    else if (this.#mixed) await this.#again()
  }

  async #again(): Promise<void> {
    const { chapter } = this
    if (!chapter) return
    await this.#read(async () => {
      // Meanwhile another one may have been opened.
      if (this.chapter?.id === chapter.id) await this.#load(chapter.id)
    })
  }

  #listen(): void {
    this.#socket = new LiveSocket<Message>(() => studies.socketAddress(this.id, this.#seq), {
      hear: (message) => { this.#hear(message) },
      connection: (live) => { this.live = live },
    })
  }

  #hear(message: Message): void {
    if (message.type !== 'edits') return
    let changed = false
    for (const event of message.events) {
      if (event.seq <= this.#seq) continue
      this.#seq = event.seq
      const edit = event.edit as StudyEdit
      if (edit.type !== 'header' && !ofServer(edit)) changed = true
      else if ('chapter' in edit && edit.chapter === this.chapter?.id) {
        this.#receive(edit, event.nodes)
        if (!this.saved && !this.#isOurs(edit)) this.#mixed = true
      }
    }
    // What the server does not have yet stands over what it has.
    for (const edit of [...(this.#sending?.edits ?? []), ...this.#waiting])
      if (edit.type !== 'add' && 'chapter' in edit && edit.chapter === this.chapter?.id) this.#receive(edit, [])
    if (changed) void this.#changed()
  }

  /** Carries out what the server has carried out. `nodes`: the moves that it shows. */
  #receive(given: StudyEdit, nodes: NodeView[]): void {
    const { tree, chapter } = this
    if (given.type === 'header') {
      // The schema calls every map of texts by the name of that by language.
      const headers = withHeader(chapter ? { ...chapter.headers } : {}, given.name, given.value) as ChapterView['headers']
      if (chapter) this.chapter = { ...chapter, headers }
      return
    }
    const edit = ofServer(given)
    if (!tree || !edit) return
    if (edit.type === 'add') {
      for (const node of nodes) {
        if (!tree.node(node.id)) tree.receive({ type: 'add', node: node.id, parent: node.parent, move: node.move }, nodeOf(node))
      }
    }
    tree.receive(edit)
    // Whoever works on a line brings it back.
    if (edit.type !== 'remove') for (const { id, removed } of tree.path(edit.node)) if (removed) tree.receive({ type: 'restore', node: id })
    // A move that was removed before this page was opened is not known here.
    if (edit.type === 'restore' && nodes.some(({ id }) => !tree.node(id))) this.#mixed = true
  }

  async #changed(): Promise<void> {
    await this.refresh()
    const { chapter, study } = this
    if (chapter && study && !study.chapters.some(({ id }) => id === chapter.id)) await this.open(null)
    else if (this.saved) await this.#again()
  }

  #isOurs(edit: StudyEdit): boolean {
    const text = JSON.stringify({ ...edit, base: '' })
    return [...(this.#sending?.edits ?? [])].some((own) => JSON.stringify({ ...own, base: '' }) === text)
  }
}
