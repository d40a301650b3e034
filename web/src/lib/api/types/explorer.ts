/** The explorer: which moves were played in a position. */

export type {
  AskExplorer,
  CollectionView as Collection,
  ExplorerGame,
  ExplorerMove,
  ExplorerView,
} from '../schema'
