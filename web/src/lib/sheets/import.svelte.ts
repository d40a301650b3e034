/** Import of sheets: a valid one is saved, an invalid one is opened in the editor. */

import { api } from '../api/client'
import type { CheckedSheet, SheetData } from '../api/types/sheets'
import { errorMessage } from '../resource.svelte'
import { t } from '../i18n.svelte'
import { router } from '../router.svelte'
import { to } from '../routes'
import { allRulebooks } from '../rulebooks'
import { unpack } from './link'
import { handed, keepSheet } from './own'

const LINK = 'sheet='
const isLink = (): boolean => router.hash.startsWith(LINK)

export class SheetImport {
  /** Why nothing came of the last one. */
  faults = $state.raw<string[]>([])

  /** Takes the sheet that the server has looked at. */
  async take(read: () => Promise<CheckedSheet>): Promise<void> {
    this.faults = []
    try {
      const answer = await read()
      if (answer.valid) await this.#keep(answer.given)
      else if (Object.keys(answer.given).length > 0) await this.#edit(answer.given)
      else this.faults = answer.faults.map(({ message }) => message)
    } catch (error) {
      this.faults = [errorMessage(error)]
    }
  }

  /** Takes what the address carries, if it carries a sheet. */
  async follow(): Promise<void> {
    if (!isLink()) return
    const sheet = await unpack(router.hash.slice(LINK.length))
    if (sheet === null) this.faults = [t('ui.sheets.link.broken')]
    else await this.take(() => api.checkSheet(sheet))
  }

  async #keep(sheet: SheetData): Promise<void> {
    const { hash } = await api.saveSheet(sheet)
    keepSheet(hash)
    router.go(to.sheet(hash), { replace: isLink() })
  }

  async #edit(sheet: SheetData): Promise<void> {
    const parent = typeof sheet.extends === 'string' ? sheet.extends : (await allRulebooks())[0]?.id
    if (parent === undefined) return
    handed.sheet = sheet
    router.go(to.editSheet(parent), { replace: isLink() })
  }
}
