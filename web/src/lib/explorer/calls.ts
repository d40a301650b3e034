/** The API of the explorer. */

import { path, post, request } from '../api/client'
import type { AskExplorer, Collection, ExplorerView } from '../api/types/explorer'

export const calls = {
  explore: (asked: AskExplorer) => post<ExplorerView>('/explorer', asked),
  collections: () => request<Collection[]>('/explorer/collections'),
  gameAddress: (collection: string, number: number) => path`/api/explorer/collections/${collection}/games/${String(number)}`,
}
