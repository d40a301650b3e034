/** What the file of an imported game says about its moves, in the language of the page. */

import { api } from '../api/client'
import type { GameNote } from '../api/types/games'
import type { GameView } from '../api/types/game'
import { speech } from '../i18n.svelte'

export class FileNotes {
  /** Empty until the server has answered, and for a game that was not imported. */
  notes = $state.raw<GameNote[]>([])

  constructor(view: () => Pick<GameView<unknown>, 'id' | 'imported' | 'seq'> | null) {
    const id = $derived(view()?.imported ? view()?.id : undefined)
    // Another move may make another game of it, about which the file says nothing.
    const seq = $derived(view()?.seq)
    $effect(() => {
      void [seq, speech.lang]
      if (id !== undefined) void api.notes(id).then((found) => (this.notes = found), () => (this.notes = []))
    })
  }
}
